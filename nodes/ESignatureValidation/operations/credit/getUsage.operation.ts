import { callForJson } from '../../../shared/http/transport';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { Statement } from '../validation.schema';
import { creditCall } from './creditCall';

const option: Operation['option'] = {
	name: 'Get Usage',
	value: 'getUsage',
	action: 'Get credit usage',
	description: 'Read the credits that were used and not invoiced yet',
};

async function execute(turn: Turn) {
	return { json: await callForJson(turn.context, creditCall(turn, '/usage'), Statement) };
}

export const getUsage: Operation = {
	option,
	fields: [],
	versions: ['v1'],
	execute,
	parallel: true,
};
