import { z } from 'zod/v3';
import { field, fields, readerOf, toProperties } from '../../../../nodes/shared/form/field';
import type { Field, Values } from '../../../../nodes/shared/form/field';

const text = field({ displayName: 'A', name: 'a', type: 'string', default: '' });
const choice = field({
	displayName: 'Kind',
	name: 'kind',
	type: 'options',
	default: '',
	options: [
		{ name: 'None', value: '' },
		{ name: 'One', value: 'one' },
	],
});
const count = field({
	displayName: 'Count',
	name: 'count',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: 1,
});

const read = (one: Field, value: unknown) => {
	const { data, error } = readerOf(one)!.safeParse(value) as z.SafeParseReturnType<
		unknown,
		unknown
	>;
	return error ? error.issues[0]!.message : data;
};

it.each<[what: string, one: Field, value: unknown, expected: unknown]>([
	['a text is trimmed', text, ' x ', 'x'],
	['an empty text is none', text, '', undefined],
	['a required text', { ...text, required: true }, ' ', 'is empty'],
	['a text that may empty something', { ...text, whenEmpty: 'clear' }, '', ''],
	['a switch', { ...text, type: 'boolean' }, 'true', true],
	['a switch without a value', { ...text, type: 'boolean' }, undefined, false],
	['a number as text', count, '7', 7],
	['a number below the lowest', count, 0, 'must be 1 or more'],
	['a number above the highest', count, 51, 'must be 50 or less'],
	['half of a whole number', count, 1.5, "isn't a whole number"],
	['a choice', choice, 'one', 'one'],
	['the empty choice', choice, '', undefined],
	['no choice at all', choice, 'two', '"two" isn\'t one of one'],
	['choices', { ...choice, type: 'multiOptions' }, ['one'], ['one']],
	['a day', { ...text, type: 'dateTime' }, '2026-12-31T08:00:00', '2026-12-31'],
	['a day that was left out', { ...text, type: 'dateTime' }, '', undefined],
	['a day that is missing', { ...text, type: 'dateTime', required: true }, '', 'is empty'],
	[
		'a separate reader',
		{ ...text, reader: z.string().length(2, 'is too long') },
		'xxx',
		'is too long',
	],
])('%s', (_what, one, value, expected) => {
	expect(read(one, value)).toEqual(expected);
});

it('the options of a collection may be missing, and are read like fields', () => {
	const options: Field = { ...text, type: 'collection', default: {}, options: [text, count] };
	expect(read(options, {})).toEqual({});
	expect(read(options, { a: ' x ', count: '2' })).toEqual({ a: 'x', count: 2 });
	expect(read(options, { count: 0 })).toBe('must be 1 or more');
});

it('fields with a special form in n8n are read by their operation', () => {
	for (const type of ['fixedCollection', 'json', 'notice', 'hidden'] as const)
		expect(readerOf({ ...text, type })).toBeUndefined();
});

it('n8n gets no reader', () => {
	const inner = { ...text, reader: z.string(), whenEmpty: 'clear' } as const;
	const list = field({
		...text,
		type: 'fixedCollection',
		options: [{ displayName: 'Entry', name: 'entry', values: [inner] }],
	});
	const collection = field({ ...text, type: 'collection', options: [inner] });
	expect(toProperties([inner, list, collection, choice])).toEqual([
		text,
		{ ...list, options: [{ displayName: 'Entry', name: 'entry', values: [text] }] },
		{ ...collection, options: [text] },
		choice,
	]);
});

it('the types of the values follow from the fields', () => {
	const form = fields(
		text,
		choice,
		{ ...count, displayOptions: { show: { kind: ['one'] } } },
		{ ...text, name: 'b', required: true },
		{ ...text, name: 'options', type: 'collection', default: {}, options: [count] },
	);
	const values: Values<typeof form> = {
		a: undefined,
		kind: 'one',
		count: undefined,
		b: 'x',
		options: { count: 1 },
	};
	const { b, kind }: { b: string; kind: 'one' | undefined } = values;
	expect([b, kind]).toEqual(['x', 'one']);
});
