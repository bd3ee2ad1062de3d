import { accountFrom, Refusal } from '../../scripts/live/account';

const demo = {
	ESIGNATURE_USERNAME: 'api_demo_somebody_1',
	ESIGNATURE_API_KEY: '0000-1111',
	ESIGNATURE_REGION: 'ch',
};
const custom = {
	...demo,
	ESIGNATURE_REGION: 'custom',
	ESIGNATURE_SIGNING_ADDRESS: 'https://signing.example.com/',
	ESIGNATURE_VALIDATION_ADDRESS: 'https://validation.example.com',
	ESIGNATURE_DIALECT: 'contract',
};

it.each([
	['ch', 'https://api.skribble.com', 'https://document-validation.skribble.com'],
	['de', 'https://api.skribble.de', 'https://document-validation.skribble.de'],
])('runs a demo key in the region %s', (region, signingAddress, validationAddress) => {
	expect(
		accountFrom({
			...{ ...demo, ESIGNATURE_REGION: region },
			...{ ESIGNATURE_PERSON: ' a@b.ch ', ESIGNATURE_TAG: ' [[sign]] ' },
		}),
	).toEqual({
		username: 'api_demo_somebody_1',
		apiKey: '0000-1111',
		dialect: 'public',
		placeholderPrefix: 'SKRIBBLE',
		person: 'a@b.ch',
		tag: '[[sign]]',
		signingAddress,
		validationAddress,
	});
});

it("runs a demo key at an address of one's own", () => {
	expect(accountFrom(custom)).toMatchObject({
		dialect: 'contract',
		placeholderPrefix: 'SERVICE',
		signingAddress: 'https://signing.example.com',
		validationAddress: 'https://validation.example.com',
	});
});

it.each([
	['a production username', { ESIGNATURE_USERNAME: 'api_production_x' }, /production key/],
	['a short production username', { ESIGNATURE_USERNAME: 'api_prod_x' }, /production key/],
	['a production key', { ESIGNATURE_API_KEY: 'api_production_x' }, /production key/],
	['any other key', { ESIGNATURE_USERNAME: 'someone' }, /no demo key.*begins with api_demo/],
	['demo at another place', { ESIGNATURE_USERNAME: 'my_api_demo_x' }, /no demo key/],
	['no username', { ESIGNATURE_USERNAME: ' ' }, /ESIGNATURE_USERNAME is missing/],
	['no key', { ESIGNATURE_API_KEY: undefined }, /ESIGNATURE_API_KEY is missing/],
	['no region', { ESIGNATURE_REGION: '' }, /ESIGNATURE_REGION is missing[^]*ch, de or custom/],
	['an unknown region', { ESIGNATURE_REGION: 'fr' }, /must be ch, de or custom/],
	['no address', { ESIGNATURE_SIGNING_ADDRESS: '' }, /ESIGNATURE_SIGNING_ADDRESS is missing/],
	['a bare address', { ESIGNATURE_SIGNING_ADDRESS: 'http://example.com' }, /https:\/\//],
	['an unknown dialect', { ESIGNATURE_DIALECT: 'other' }, /contract or public/],
])('refuses %s, and says what to do', (_title, change, reason) => {
	const refused = () => accountFrom({ ...custom, ...change });
	expect(refused).toThrow(Refusal);
	expect(refused).toThrow(reason);
	expect(refused).not.toThrow(/0000-1111|api_production_x/);
});
