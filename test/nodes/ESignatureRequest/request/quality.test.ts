import {
	legislationFor,
	missingLegislation,
} from '../../../../nodes/ESignatureRequest/request/quality';
import { addressesOf } from '../../../../nodes/shared/account/addresses';

it.each([
	['QES', 'ch', 'ZERTES'],
	['QES', 'de', 'EIDAS'],
	['AES_MINIMAL', 'ch', 'ZERTES'],
	['AES', 'ch', undefined],
	['SES', 'de', undefined],
	[undefined, 'de', undefined],
] as const)('%s in the region %s is signed under %s', (quality, region, expected) => {
	const { law: ofRegion } = addressesOf({ region });
	expect(legislationFor(quality, { ofRegion })).toBe(expected);
});

it('what was chosen counts more than the region', () => {
	expect(legislationFor('QES', { chosen: 'EIDAS', ofRegion: 'ZERTES' })).toBe('EIDAS');
});

it('custom addresses belong to no country, so that one has to choose', () => {
	const { law: ofRegion } = addressesOf({ signingAddress: 'https://api.example.com' });
	const legislation = legislationFor('QES', { ofRegion });
	expect(missingLegislation('QES', legislation)).toMatch(/Choose ZERTES or EIDAS/);
});
