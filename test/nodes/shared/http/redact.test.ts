import { redactAddresses, redactDeep } from '../../../../nodes/shared/http/redact';

describe('addresses in texts of the service', () => {
	it.each([
		['https://a.example/x', 'https://a.example/x'],
		[
			'https://a.example/x?event=success&request=1&document=2&api=v2&nonce=n&proof=p',
			'https://a.example/x?event=success&request=1&document=2&api=v2&nonce=hidden&proof=hidden',
		],
		['https://a.example/x?signature=t', 'https://a.example/x?signature=hidden'],
		['https://a.example/x?bare', 'https://a.example/x?bare=hidden'],
		['https://a.example/x?request=1#proof=p', 'https://a.example/x?request=1'],
		['https://ann:pw@a.example/x', 'https://a.example/x'],
		['POST HTTPS://a.example/?k=s: timed out', 'POST HTTPS://a.example/?k=hidden timed out'],
		['no address?proof=p', 'no address?proof=p'],
	])('%s becomes %s', (text, expected) => {
		expect(redactAddresses(text)).toBe(expected);
	});

	it('are found at any depth', () => {
		const secret = 'https://a.example/?proof=p';
		expect(redactDeep({ a: [{ b: secret }, 1, null], c: true })).toEqual({
			a: [{ b: 'https://a.example/?proof=hidden' }, 1, null],
			c: true,
		});
	});
});
