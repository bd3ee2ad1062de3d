import {
	mapTexts,
	omitEmpty,
	omitUndefined,
	parseJson,
} from '../../../../nodes/shared/network/json';

const nested = (levels: number) => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;

it.each([
	['text', '{"a":[1]}', { a: [1] }],
	['text behind a byte order mark', '\ufeff{"a":[1]}', { a: [1] }],
	['what is no JSON', '<html>', undefined],
	['a byte order mark within', '{\ufeff}', undefined],
	['nothing', '', undefined],
])('reads %s', (_title, text, expected) => {
	expect(parseJson(text)).toEqual(expected);
});

it('takes what is nested too deep for no answer, instead of overflowing the stack', () => {
	expect(parseJson(nested(50))).toBeDefined();
	expect(parseJson(nested(51))).toBeUndefined();
	expect(parseJson(nested(100_000))).toBeUndefined();
});

it('changes every text at any depth, and nothing else', () => {
	const upper = (text: string) => text.toUpperCase();
	expect(mapTexts({ a: [{ b: 'c' }, 1, null], d: true }, upper)).toEqual({
		A: [{ B: 'C' }, 1, null],
		D: true,
	});
});

const fields = {
	no: false,
	zero: 0,
	text: '',
	list: [],
	object: {},
	nothing: null,
	missing: undefined,
};

it('keeps what is empty, without what is absent', () => {
	const kept = { no: false, zero: 0, text: '', list: [], object: {} };
	expect(omitUndefined(fields)).toStrictEqual(kept);
});

it('keeps what was filled in, without empty text and lists', () => {
	expect(omitEmpty(fields)).toStrictEqual({ no: false, zero: 0, object: {} });
});
