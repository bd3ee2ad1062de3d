import { readExits } from '../../sandbox/signingExits.ts';

const exits = (query: string) => readExits(new URLSearchParams(query));
const EXIT = `exitURL=${encodeURIComponent('https://x.ch/?a=1&b=2')}`;

describe('Parameters of the signing address (interface.md 4.5)', () => {
	test('an encoded exit keeps its own parameters', () => {
		expect(exits(EXIT).signed).toBe('https://x.ch/?a=1&b=2');
	});

	test('without exit the person stays', () => {
		expect(exits('errorURL=https://x.ch/e&declineURL=https://x.ch/d')).toMatchObject({
			signed: undefined,
			failed: undefined,
			declined: undefined,
		});
	});

	test.each([
		[EXIT, 'https://x.ch/?a=1&b=2', undefined],
		[
			`${EXIT}&errorURL=https://x.ch/e&declineURL=https://x.ch/d`,
			'https://x.ch/e',
			'https://x.ch/d',
		],
		[`${EXIT}&declineRedirect=true`, 'https://x.ch/?a=1&b=2', 'https://x.ch/?a=1&b=2'],
		[`${EXIT}&errorURL=javascript:alert(1)`, 'https://x.ch/?a=1&b=2', undefined],
	])('the error and decline exits of %s', (query, failed, declined) => {
		expect(exits(query)).toMatchObject({ failed, declined });
	});

	test.each(['javascript:alert(1)', 'x', ''])('%s is no exit', (value) => {
		expect(exits(`exitURL=${encodeURIComponent(value)}`).signed).toBeUndefined();
	});

	test.each([
		['', 45],
		['redirectTimeout=30', 30],
		['redirectTimeout=9', 10],
		['redirectTimeout=-5', 10],
		['redirectTimeout=91', 90],
		['redirectTimeout=soon', 45],
	])('%s redirects after %i seconds', (query, seconds) => {
		expect(exits(query).redirectSeconds).toBe(seconds);
	});

	test('the language is passed on', () => {
		expect(exits('lang=de').language).toBe('de');
		expect(exits('').language).toBeUndefined();
	});
});
