import { readableText } from '../../../../../../../nodes/ESignatureRequest/operations/request/sendAndWait/approval/readableText';

it.each([
	['a number', 5, '5'],
	['nothing', {}, '(nothing)'],
	['plain fields', { to: 'Ann', amount: 5, urgent: true }, 'to: Ann\namount: 5\nurgent: true'],
	['nested data', { to: { name: 'Ann' } }, 'to:\n    name: Ann'],
	['lists', ['a', { b: 1 }], '1: a\n2:\n    b: 1'],
	['missing values', { note: null, other: undefined }, 'note: null\nother: (nothing)'],
])('writes %s as lines', (_what, value, text) => {
	expect(readableText(value)).toBe(text);
});

it.each(['\n', '\r', '\u2028', '\u202e', '\u0000', '\u00a0'])(
	'a value or a name with %j cannot pass for another line',
	(character) => {
		const forged = `5${character}amount: 1`;
		const [line, ...others] = readableText({ [forged]: forged }).split(/[\n\r\u2028\u2029]/);
		expect(others).toEqual([]);
		expect(line).not.toContain(character);
	},
);
