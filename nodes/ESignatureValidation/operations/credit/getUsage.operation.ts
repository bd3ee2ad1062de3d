import { callForJson } from '../../../shared/http/transport';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Statement } from '../validation.schema';
import { creditCall, creditEndpoint } from './creditCall';

const option: Operation['option'] = {
	name: 'Get Usage',
	value: 'getUsage',
	action: 'Get credit usage',
	description: 'Read the credits that were used and not invoiced yet',
};

const endpoint = creditEndpoint('/usage');

async function execute(item: ItemContext) {
	return { json: await callForJson(item.context, creditCall(item, endpoint), Statement) };
}

export const operation: Operation = {
	option,
	fields: [],
	versions: ['v1'],
	endpoints: [endpoint],
	execute,
};
