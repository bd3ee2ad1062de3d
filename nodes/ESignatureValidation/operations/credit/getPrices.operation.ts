import { callForJson } from '../../../shared/http/transport';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { Statement } from '../validation.schema';
import { creditCall } from './creditCall';

const option: Operation['option'] = {
	name: 'Get Prices',
	value: 'getPrices',
	action: 'Get prices in credits',
	description: 'Read what each call of the validation interface costs',
};

async function execute(turn: Turn) {
	return { json: await callForJson(turn.context, creditCall(turn, '/infos'), Statement) };
}

export const getPrices: Operation = {
	option,
	fields: [],
	versions: ['v1'],
	execute,
	parallel: true,
};
