import type { Operation, Turn } from '../../../shared/operation/operation';
import { callForJson } from '../../../shared/http/transport';
import { creditCall } from './creditCall';
import { Statement } from '../validation.schema';

const option: Operation['option'] = {
	name: 'Get Usage',
	value: 'getUsage',
	action: 'Get the credits used in the present period',
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
