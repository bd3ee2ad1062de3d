import { readExits } from '../../../../sandbox/pages/signing/exits.ts';

const exits = (query: string) => readExits(new URLSearchParams(query));
const EXIT = `exitURL=${encodeURIComponent('https://x.ch/?a=1&b=2')}`;

describe('Parameters of the signing address (interface.md 4.5)', () => {
	test('an encoded exit keeps its own parameters', () => {
		expect(exits(EXIT).signed?.url).toBe('https://x.ch/?a=1&b=2');
	});

	test('without exit the person stays', () => {
		expect(exits('errorURL=https://x.ch/e&declineURL=https://x.ch/d')).toEqual({
			hidesDownload: false,
		});
	});

	test.each([
		['', 'https://x.ch/?a=1&b=2', 'https://x.ch/?a=1&b=2', undefined],
		['&errorURL=https://x.ch/e&declineURL=https://x.ch/d', 'https://x.ch/e', 'https://x.ch/d', 45],
		['&declineRedirect=true', 'https://x.ch/?a=1&b=2', 'https://x.ch/?a=1&b=2', 45],
		['&ErrorURL=https://x.ch/e', 'https://x.ch/e', 'https://x.ch/?a=1&b=2', undefined],
		['&errorURL=javascript:alert(1)', 'https://x.ch/?a=1&b=2', 'https://x.ch/?a=1&b=2', undefined],
	])('the error and decline exits of %s', (query, failed, declined, declinedAfter) => {
		const read = exits(EXIT + query);
		expect(read.failed).toEqual({ url: failed, afterSeconds: 45 });
		expect(read.declined).toEqual({ url: declined, afterSeconds: declinedAfter });
	});

	test.each([
		'javascript:alert(1)',
		'data:text/html,<script>alert(1)</script>',
		'//elsewhere.example',
		'/relative',
		'x',
		'',
	])('%s is no exit', (value) => {
		expect(exits(`exitURL=${encodeURIComponent(value)}`).signed).toBeUndefined();
	});

	test.each([
		['', 45],
		['redirectTimeout=30', 30],
		['redirectTimeout=10.5', 45],
		['redirectTimeout=', 45],
		['redirectTimeout=9', 10],
		['redirectTimeout=10', 10],
		['redirectTimeout=90', 90],
		['redirectTimeout=99999999999999999999', 90],
		['redirectTimeout=-5', 10],
		['redirectTimeout=91', 90],
		['redirectTimeout=soon', 45],
	])('%s redirects after %i seconds', (query, seconds) => {
		expect(exits(`${EXIT}&${query}`).signed?.afterSeconds).toBe(seconds);
	});

	test('the language is passed on', () => {
		expect(exits('lang=de').lang).toBe('de');
		expect(exits('').lang).toBeUndefined();
	});
});
