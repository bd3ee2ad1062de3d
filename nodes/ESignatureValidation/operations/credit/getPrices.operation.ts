import { callForJson } from '../../../shared/http/transport';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Statement } from '../validation.schema';
import { creditCall, creditEndpoint } from './creditCall';

const option: Operation['option'] = {
	name: 'Get Prices',
	value: 'getPrices',
	action: 'Get prices in credits',
	description: 'Read what each call of the validation interface costs',
};

const endpoint = creditEndpoint('/infos');

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
