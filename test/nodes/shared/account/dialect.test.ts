import { dialectOf, rulesOf } from '../../../../nodes/shared/account/dialect';

it.each([
	['ch', undefined, 'public'],
	['de', undefined, 'public'],
	['de', 'contract', 'public'],
	['custom', undefined, 'contract'],
	['custom', '', 'contract'],
	['custom', 'contract', 'contract'],
	['custom', 'public', 'public'],
])('region %s with dialect %s speaks as %s', (region, dialect, expected) => {
	expect(dialectOf({ region, dialect })).toBe(expected);
});

it('the contract has the same rules in every version, but for expiry dates', () => {
	const rules = rulesOf('contract', 'v1');
	expect(rulesOf('contract', 'v3')).toEqual({ ...rules, takesExpiry: true });
	expect(rulesOf('contract', 'v2')).toEqual(rules);
});

it.each(['v1', 'v2', 'v3'] as const)(
	'the public regions have rules of their own in %s',
	(version) => {
		expect(rulesOf('public', version)).not.toEqual(rulesOf('contract', version));
	},
);
