/** The rules that can be read off a field: what it must never let through to the service. */
import type { INodeProperties } from 'n8n-workflow';
import { mustBeFilled, type ShownField } from './form.ts';

export interface WrongValue {
	kind: string;
	value: unknown;
}

const IDS = /^(request|document|attachment|validation|observer|sendTo)Id$|^accessCode$/;
const EMAILS = /email|access$|^creator$/i;
const ADDRESSES = /url$|^callbackAddress$/i;

export function wrongValuesOf(shown: ShownField): WrongValue[] {
	const { field } = shown;
	if (field.noDataExpression) return [];
	const wrong = [...ofType(field), ...ofName(field)];
	return mustBeFilled(shown) ? [...wrong, ...emptyOf(field)] : wrong;
}

/** An expression yields them if there is nothing; fieldValue.test.ts tries further kinds. */
const emptyOf = ({ type }: INodeProperties): WrongValue[] => [
	{ kind: 'empty', value: type === 'multiOptions' ? [] : '' },
	{ kind: 'blank', value: ' ' },
	{ kind: 'missing', value: undefined },
];

function ofType({ type, typeOptions = {} }: INodeProperties): WrongValue[] {
	const { minValue, maxValue } = typeOptions;
	switch (type) {
		case 'boolean':
			return [{ kind: 'no yes or no', value: 'perhaps' }];
		case 'options':
			return [{ kind: 'not in the list', value: 'nonsense' }];
		case 'multiOptions':
			return [{ kind: 'not in the list', value: ['nonsense'] }];
		case 'dateTime':
			return [{ kind: 'no day', value: 'one fine day' }];
		case 'json':
			return [{ kind: 'no JSON', value: '{"' }];
		case 'number':
			return [
				{ kind: 'no number', value: 'many' },
				...(minValue === undefined ? [] : [{ kind: 'too small', value: minValue - 1 }]),
				...(maxValue === undefined ? [] : [{ kind: 'too large', value: maxValue + 1 }]),
			];
		default:
			return [];
	}
}

function ofName({ name, type }: INodeProperties): WrongValue[] {
	if (IDS.test(name)) return [{ kind: 'no id', value: '../seal/contract-1' }];
	if (type !== 'string') return [];
	if (EMAILS.test(name)) return [{ kind: 'no email address', value: 'ann at example' }];
	if (ADDRESSES.test(name)) return [{ kind: 'no web address', value: 'example' }];
	return [];
}
