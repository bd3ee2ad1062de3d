import { addressesOf, interfaceAt, regions } from '../../../../nodes/shared/account/addresses';

const custom = (signingAddress: string, validationAddress = '') =>
	addressesOf({ region: 'custom', signingAddress, validationAddress });

describe('the addresses of a credential', () => {
	it.each(['ch', 'de'] as const)('come from the preset of region %s', (region) => {
		expect(addressesOf({ region, signingAddress: 'https://ignored.example' })).toBe(
			regions[region],
		);
	});

	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['  https://api.example.com//  ', 'https://api.example.com'],
		['https://api.example.com/v2', 'https://api.example.com'],
		['https://api.example.com/v3/', 'https://api.example.com'],
		['https://proxy.example.com/sign/v1', 'https://proxy.example.com/sign'],
		['https://API.example.com:443', 'https://api.example.com'],
		['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
		['http://localhost:8080/v2', 'http://localhost:8080'],
		['http://[::1]:8080', 'http://[::1]:8080'],
	])('tolerate what people paste: %s', (typed, expected) => {
		expect(custom(typed).signing).toBe(expected);
	});

	it.each([
		['', /Signing Address is empty/],
		['api.example.com', /isn't a web address/],
		['ftp://api.example.com', /isn't a web address/],
		['http://api.example.com', /isn't encrypted.*https:\/\/\./],
		['http://10.0.0.1', /isn't encrypted/],
		['http://127.0.0.1.example.com', /isn't encrypted/],
		['http://localhost.example.com', /isn't encrypted/],
		['https://user:geheim@api.example.com', /username or password/],
	])('refuse %s with the reason', (typed, reason) => {
		expect(() => custom(typed)).toThrow(reason);
	});

	it('never repeat a password from an address', () => {
		const typed = 'http://user:geheim@api.example.com';
		expect(() => custom(typed)).toThrow(/^(?!.*geheim).*isn't encrypted/);
	});

	it('take SERVICE as placeholder prefix unless another is typed', () => {
		const fields = { region: 'custom', signingAddress: 'https://a.example' };
		expect(addressesOf(fields).placeholderPrefix).toBe('SERVICE');
		expect(addressesOf({ ...fields, placeholderPrefix: ' ACME ' }).placeholderPrefix).toBe('ACME');
		expect(regions.ch.placeholderPrefix).toBe('SKRIBBLE');
	});
});

describe('the interface that an address belongs to', () => {
	const addresses = custom('http://127.0.0.1:80', 'http://127.0.0.1:80/validation');

	it.each([
		['http://127.0.0.1/v2/documents', 'signing'],
		['http://127.0.0.1/validation/v1/validate/document', 'validation'],
		['http://127.0.0.1/validationx/v1', 'signing'],
		['http://127.0.0.1?x=1', 'signing'],
		['http://127.0.0.1.evil.example/v2/documents', undefined],
		['http://127.0.0.1:81/v2/documents', undefined],
		['https://127.0.0.1/v2/documents', undefined],
		['http://127.0.0.1@evil.example/v2', undefined],
		['/v2/documents', undefined],
	])('%s: %s', (address, expected) => {
		expect(interfaceAt(address, addresses)).toBe(expected);
	});
});
