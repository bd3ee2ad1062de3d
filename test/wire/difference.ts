/** Where a value departs from its schema, reported without repeating what may be someone's own. */
import Ajv from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { schemaIn, type Shape, type Spoken } from './schemas.ts';

export interface Difference {
	/** Path in the call or the answer; `[]` stands for any entry of a list. */
	at: string;
	expected: string;
	got: string;
}

const ajv = new Ajv({ allErrors: true, verbose: true });
const compiled = new Map<Shape, Record<string, ValidateFunction>>();

export function differencesFrom(
	shape: Shape,
	spoken: Spoken,
	value: unknown,
	place: string,
): Difference[] {
	const validate = validatorOf(shape, spoken);
	if (validate(value) === true) return [];
	const found = (validate.errors ?? [])
		// What is wrong inside of a branch is reported by itself.
		.filter(({ keyword }) => keyword !== 'if')
		.map((error) => differenceOf(error, place));
	return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function validatorOf(shape: Shape, spoken: Spoken): ValidateFunction {
	const known = compiled.get(shape) ?? {};
	compiled.set(shape, known);
	return (known[JSON.stringify(spoken)] ??= ajv.compile(schemaIn(shape, spoken)));
}

export const inWords = ({ at, expected, got }: Difference) =>
	`${at}: expected ${expected}, got ${got}`;

function differenceOf({ keyword, params, message, data, dataPath }: ErrorObject, place: string) {
	const at = place + generalPath(dataPath);
	const value: unknown = data;
	const detail = params as Record<string, unknown>;
	switch (keyword) {
		case 'required':
			return { at: `${at}.${nameOf(detail.missingProperty)}`, expected: 'a value', got: 'nothing' };
		case 'additionalProperties': {
			const name = String(detail.additionalProperty);
			const member = (value as Record<string, unknown>)[name];
			return { at: `${at}.${nameOf(name)}`, expected: 'no such field', got: shapeOf(member) };
		}
		case 'type':
			return { at, expected: String(detail.type), got: shapeOf(value) };
		case 'enum':
		case 'const':
			return { at, expected: allowed(detail), got: wordOf(value) };
		case 'format':
			return { at, expected: `a ${String(detail.format)}`, got: shapeOf(value) };
		default:
			return { at, expected: (message ?? keyword).replace(/^should /, ''), got: shapeOf(value) };
	}
}

const allowed = ({ allowedValues, allowedValue }: Record<string, unknown>) =>
	((allowedValues as unknown[] | undefined) ?? [allowedValue]).map(String).join(', ');

/** Names of seals are chosen by their company, and stand where other objects have field names. */
const generalPath = (path: string) =>
	path.replace(/\[\d+\]/g, '[]').replace(/(\.seal\.(?:aes|qes))(?:\.\w+|\['.*?'\])/, '$1.*');

/** A field's name, unless it looks like something other than a name. */
const nameOf = (name: unknown) =>
	/^[a-z][\w-]{0,40}$/i.test(String(name)) ? String(name) : '(a name)';

/** Where only a few words are allowed, another word is reported as it is. */
function wordOf(value: unknown): string {
	return typeof value === 'string' && /^[a-z][\w./+ -]{0,40}$/i.test(value)
		? value
		: shapeOf(value);
}

const LONGEST_SHAPE = 30;

/** What a value looks like: letters become a, digits 9. */
export function shapeOf(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (value === null || typeof value === 'boolean') return String(value);
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value !== 'string') return typeof value === 'number' ? 'a number' : 'an object';
	const shape = value
		.slice(0, LONGEST_SHAPE)
		.replace(/\p{Lu}/gu, 'A')
		.replace(/\p{L}/gu, (letter) => (letter === 'A' ? 'A' : 'a'))
		.replace(/\d/g, '9');
	return `"${shape}${value.length > LONGEST_SHAPE ? '…' : ''}"`;
}
