import { keyKind } from '../../../../nodes/shared/account/account';

it.each([
	['api_demo_acme_1a2b_0', 'x', 'demo'],
	['acme', 'api_demo_1234', 'demo'],
	[' api_demo_acme ', 'x', 'demo'],
	['api_production_acme', 'x', 'production'],
	['api_prod_acme', 'x', 'production'],
	['acme', 'api_prod', 'production'],
	['api_product_owner', 'x', 'unknown'],
	['acme', 'secret', 'unknown'],
	[undefined, undefined, 'unknown'],
])('username %s with key %s is a %s key', (username, apiKey, expected) => {
	expect(keyKind({ username, apiKey })).toBe(expected);
});
