import type { INodeProperties } from 'n8n-workflow';

import { dayIn } from '../../../../nodes/shared/network/time';
import type { Field } from '../../../../nodes/shared/form/field';
import { fieldValue } from '../../../../nodes/shared/form/fieldValue';
import { nodes } from '../../../support/operations/descriptions';

const ZURICH = 'Europe/Zurich';

interface Found {
	path: string;
	field: INodeProperties;
	inCollection: boolean;
}

/** Every field of every node, also those in collections and lists. */
function allFields(fields: INodeProperties[], path: string, inCollection = false): Found[] {
	return fields.flatMap((field) => {
		const at = `${path} ${field.name}`;
		const options = (field.options ?? []) as Array<
			INodeProperties & { values?: INodeProperties[] }
		>;
		if (field.type === 'collection') return allFields(options, at, true);
		if (field.type === 'fixedCollection') {
			return options.flatMap(({ values = [] }) => allFields(values, at));
		}
		return [{ path: at, field, inCollection }];
	});
}

const found = nodes.flatMap(({ description }) =>
	allFields(description.properties, description.name),
);

it('there are fields of all kinds', () => {
	const types = new Set(found.map(({ field }) => field.type));
	expect([...types]).toEqual(
		expect.arrayContaining(['string', 'number', 'boolean', 'options', 'multiOptions', 'dateTime']),
	);
	expect(found.length).toBeGreaterThan(100);
});

it.each([null, undefined, ''])('%j is empty in every field, and never its default', (nothing) => {
	for (const { path, field, inCollection } of found) {
		const value = fieldValue(field, nothing, { timeZone: ZURICH, inCollection });
		expect({ path, value, isEmpty: isEmpty(value) }).toEqual({ path, value, isEmpty: true });
		if (inCollection) expect(value || undefined).toBeUndefined();
	}
});

const isEmpty = (value: unknown) =>
	[undefined, null, '', false].includes(value as null) || JSON.stringify(value) === '[]';

it('every number has bounds in the form', () => {
	const unbound = found
		.filter(({ field: { type, typeOptions } }) => {
			const { minValue, maxValue } = typeOptions ?? {};
			return type === 'number' && (minValue === undefined || maxValue === undefined);
		})
		.map(({ path }) => path);
	expect(unbound).toEqual([]);
});

/** What a model reads, not what is sent. */
const isForModels = ({ name, default: value }: INodeProperties) =>
	name === 'toolDescription' || JSON.stringify(value).includes('$fromAI(');

it('no default is an example', () => {
	const examples = found
		.filter(({ field }) => !isForModels(field))
		.filter(({ field }) => /example|@/.test(JSON.stringify(field.default)))
		.map(({ path }) => path);
	expect(examples).toEqual([]);
});

it('a number in a text field is text', () => {
	const text: INodeProperties = { displayName: 'A', name: 'a', type: 'string', default: '' };
	expect(fieldValue(text, 4711, { timeZone: ZURICH })).toBe('4711');
	expect(fieldValue(text, 0, { timeZone: ZURICH })).toBe('0');
});

it.each([
	['', ''],
	['none', null],
])('an empty choice is what the choice "%s" says', (value, expected) => {
	const options = [{ name: 'Nothing', value }];
	const choice: INodeProperties = {
		...{ displayName: 'A', name: 'a', type: 'options', default: 'x', options },
	};
	expect(fieldValue(choice, '', { timeZone: ZURICH })).toBe(expected);
});

describe('in a tool', () => {
	const field = (type: INodeProperties['type']): INodeProperties => ({
		displayName: 'A',
		name: 'a',
		type,
		default: '',
	});
	const read = (type: INodeProperties['type'], value: unknown) =>
		fieldValue(field(type), value, { timeZone: ZURICH, inCollection: true, isTool: true });

	it.each([
		'',
		' \n',
		'\u200b',
		'null',
		'undefined',
		'[]',
		'{ }',
		'[""]',
		', ;',
		null,
		[],
		{},
		[{}],
	])('%j is no value', (nothing) => {
		const types = ['string', 'json', 'number', 'boolean', 'options', 'multiOptions', 'dateTime'];
		for (const type of types) expect(read(type as 'string', nothing)).toBeUndefined();
	});

	it.each<[INodeProperties['type'], unknown, unknown]>([
		['string', 0, undefined],
		['dateTime', 0, undefined],
		['resourceLocator', { __rl: true, mode: 'id', value: ' ' }, undefined],
		['number', 0, 0],
		['boolean', false, false],
		['string', '0', '0'],
		['string', ' - ', ' - '],
		['string', 'nullable', 'nullable'],
		['dateTime', new Date('2026-12-31T12:00:00Z'), '2026-12-31'],
		['json', '[{ "email": "ann@example.com" }]', [{ email: 'ann@example.com' }]],
		['json', '[{ "email": ', '[{ "email": '],
		[
			'json',
			[{ email: 'ann@example.com', firstName: 'null', order: 0, image: [''], x: { y: ' ' } }],
			[{ email: 'ann@example.com', order: 0 }],
		],
		['json', '[{ "sid": "a" }, { "sid": null }]', [{ sid: 'a' }, {}]],
		['json', { until: new Date(0), a: [null, 1] }, { until: new Date(0), a: [null, 1] }],
		['multiOptions', 'one, two', ['one', 'two']],
		['multiOptions', '["one","two"]', ['one', 'two']],
	])('a %s of %j is %j', (type, value, expected) => {
		expect(read(type, value)).toEqual(expected);
	});

	it('an empty filter is no filter, although elsewhere it counts', () => {
		const filters = {
			...field('collection'),
			name: 'filters',
			options: [{ ...field('string'), name: 'status', whenEmpty: 'refuse' } as Field],
		};
		const place = { timeZone: ZURICH };
		expect(fieldValue(filters, { status: '' }, { ...place, isTool: true })).toEqual({});
		expect(fieldValue(filters, { status: '' }, place)).toEqual({ status: '' });
	});
});

describe('a day', () => {
	const luxon = (iso: string) => ({ toMillis: () => Date.parse(iso), toString: () => iso });

	it.each<[unknown, string, string]>([
		[new Date('2026-12-30T23:30:00Z'), ZURICH, '2026-12-31'],
		[new Date('2026-12-31T02:00:00Z'), 'America/New_York', '2026-12-30'],
		[luxon('2026-12-31T00:30:00.000+09:00'), ZURICH, '2026-12-30'],
		['2026-12-30T23:30:00.000Z', ZURICH, '2026-12-31'],
		['2026-12-31T00:30:00.000+09:00', ZURICH, '2026-12-30'],
		['2026-12-31T00:00:00.000Z', 'America/New_York', '2026-12-31T00:00:00.000Z'],
		['2026-12-31T00:00:00', 'America/New_York', '2026-12-31T00:00:00'],
		['2026-12-31', ZURICH, '2026-12-31'],
		[new Date(NaN), ZURICH, ''],
		['tomorrow', ZURICH, 'tomorrow'],
	])('%p in %s is %p', (value, timeZone, expected) => {
		expect(dayIn(timeZone, value)).toBe(expected);
	});
});
