import {
	clampTimeout,
	signingLink,
} from '../../../../nodes/ESignatureRequest/request/getSigningLink.operation';
import { fc } from '../../../support/jest/property';

const PAGE = 'https://my.service.example/view/1';

describe('a signing link', () => {
	it('without parameters stays as it is', () => {
		expect(signingLink(PAGE, {})).toBe(PAGE);
		expect(signingLink(`${PAGE}?a=b%20c`, {})).toBe(`${PAGE}?a=b%20c`);
	});

	it('encodes exits so that their own ? and & survive', () => {
		expect(signingLink(PAGE, { exitUrl: 'https://a.example/?x=1&y=ü z' })).toBe(
			`${PAGE}?exitURL=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D%C3%BC%20z`,
		);
	});

	it.each([
		['after the parameters that are there', `${PAGE}?token=a+b&c`, `${PAGE}?token=a+b&c&lang=de`],
		['instead of one of the same name', `${PAGE}?lang=fr&x=1`, `${PAGE}?x=1&lang=de`],
		['before the fragment', `${PAGE}?x=1#/page?y=2`, `${PAGE}?x=1&lang=de#/page?y=2`],
		['after an empty query', `${PAGE}?`, `${PAGE}?lang=de`],
	])('puts its parameters %s', (_title, address, expected) => {
		expect(signingLink(address, { language: 'de' })).toBe(expected);
	});

	it('has the parameters of the service by their exact names', () => {
		const link = signingLink(PAGE, {
			exitUrl: 'https://a.example/ok',
			errorUrl: 'https://a.example/error',
			declineUrl: 'https://a.example/no',
			declineRedirect: true,
			redirectTimeout: 45,
			language: 'en',
			hideDownload: true,
		});
		expect([...new URL(link).searchParams.keys()]).toEqual([
			'exitURL',
			'errorURL',
			'declineURL',
			'declineRedirect',
			'redirectTimeout',
			'lang',
			'hidedownload',
		]);
	});

	it('gives back any exit unchanged to who reads it', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (exitUrl) => {
				const read = new URL(signingLink(`${PAGE}?kept=1`, { exitUrl })).searchParams;
				expect(read.get('exitURL')).toBe(exitUrl);
				expect(read.get('kept')).toBe('1');
			}),
		);
	});

	it.each([
		[-1, 10],
		[9, 10],
		[10, 10],
		[45.4, 45],
		[90, 90],
		[91, 90],
	])('turns a timeout of %s seconds into %s', (wanted, expected) => {
		expect(clampTimeout(wanted)).toBe(expected);
	});
});
