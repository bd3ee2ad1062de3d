import { isQualityMet, qualityFaults } from '../../../../nodes/shared/requests/signedQuality';
import { SignatureRequest } from '../../../../nodes/shared/requests/signatureRequest.schema';

const request = (quality: string | undefined, ...signed: Array<string | null | undefined>) =>
	SignatureRequest.parse({
		...{ id: 'r1', quality },
		// Null stands for someone who has not signed.
		signatures: signed.map((signed_quality, at) => ({
			account_email: `signer${at + 1}@example.com`,
			status_code: signed_quality === null ? 'OPEN' : 'SIGNED',
			signed_quality,
		})),
	});

it.each([
	['SES', ['SES', 'AES', 'QES'], true],
	['AES', ['AES', 'AES_MINIMAL', 'QES'], true],
	['AES_MINIMAL', ['AES_MINIMAL', 'AES', 'QES'], true],
	['QES', ['QES'], true],
	['DEMO', ['DEMO'], true],
	['PART11', ['PART11'], true],
	['BETTER', ['BETTER'], true],
	['AES', ['QES', 'SES'], false],
	['AES_MINIMAL', ['SES'], false],
	['QES', ['AES'], false],
	['QES', ['DEMO'], false],
	['SES', ['DEMO'], false],
	['DEMO', ['QES'], false],
	['PART11', ['QES'], false],
	['QES', ['BETTER'], false],
	['QES', ['SES', null], false],
	['QES', ['QES', null], undefined],
	['QES', ['QES', undefined], undefined],
	['QES', [undefined, 'SES'], false],
	[undefined, ['QES'], undefined],
	['QES', [], undefined],
])('%s asked for, %j signed: %s', (asked, signed, met) => {
	expect(isQualityMet(request(asked, ...signed))).toBe(met);
});

it('names the signatures below the quality, and those of unknown quality', () => {
	expect(qualityFaults(request('QES', 'QES', 'AES', undefined, null))).toEqual([
		'signer2@example.com signed with AES instead of QES',
		'the quality of the signature by signer3@example.com is unknown',
	]);
	expect(qualityFaults(request('AES', 'QES'))).toEqual([]);
});
