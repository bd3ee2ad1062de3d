import {
	commonLegislation,
	highestQuality,
	type Constraints,
} from '../../../sandbox/validation/constraints.ts';
import { indicationOfDocument } from '../../../sandbox/validation/indication.ts';
import type { VerifiedSignature } from '../../../sandbox/validation/signatures/verify.ts';

const SOUND: VerifiedSignature = {
	fieldName: 'Signature1',
	signer: 'Anna',
	integrity: 'intact',
	trust: 'trusted',
	trusted: true,
	assurance: { quality: 'AES', legislation: 'ZERTES' },
	coversWholeDocument: true,
	changesAfter: 'none',
	visualDifferences: false,
	longTermValidation: false,
};

const judge = (signatures: Array<Partial<VerifiedSignature>>, constraints?: Constraints) => {
	const complete = signatures.map((signature) => ({ ...SOUND, ...signature }));
	const result = indicationOfDocument({ readable: true, signatures: complete }, constraints);
	return [result.indication, result.subIndication, result.details.length];
};

const MIXED: Array<Partial<VerifiedSignature>> = [
	...[{}, { trust: 'unknown-issuer' } as const, { fault: 'hash' } as const],
];
const met = ['TOTAL-PASSED', undefined, 0];
const unclear = (subIndication: string) => ['INDETERMINATE', subIndication, 1];

describe('the indication of ETSI EN 319 102-1', () => {
	test.each<[string, Array<Partial<VerifiedSignature>>, unknown[]]>([
		['a sound signature', [{}], ['TOTAL-PASSED', undefined, 0]],
		['no signature', [], ['INDETERMINATE', 'NO_SIGNATURE_FOUND', 1]],
		['a malformed one', [{ fault: 'format' }], ['TOTAL-FAILED', 'FORMAT_FAILURE', 1]],
		['a changed document', [{ fault: 'hash' }], ['TOTAL-FAILED', 'HASH_FAILURE', 1]],
		['another key', [{ fault: 'crypto' }], ['TOTAL-FAILED', 'SIG_CRYPTO_FAILURE', 1]],
		['no certificate', [{ fault: 'signer-certificate' }], unclear('NO_SIGNING_CERTIFICATE_FOUND')],
		['an unknown issuer', [{ trust: 'unknown-issuer' }], unclear('NO_CERTIFICATE_CHAIN_FOUND')],
		['an expired certificate', [{ trust: 'not-in-force' }], unclear('OUT_OF_BOUNDS_NO_POE')],
		['a bad, an unknown and a good one', MIXED, ['TOTAL-FAILED', 'HASH_FAILURE', 2]],
		['changes that nothing forbids', [{ changesAfter: 'undefined' }], met],
	])('of %s', (_what, signatures, expected) => {
		expect(judge(signatures)).toEqual(expected);
	});

	test('of a file that cannot be read', () => {
		expect(indicationOfDocument({ readable: false, signatures: [] })).toMatchObject({
			indication: 'TOTAL-FAILED',
			subIndication: 'FORMAT_FAILURE',
		});
	});

	const unmet = unclear('SIG_CONSTRAINTS_FAILURE');
	test.each<[Constraints, Partial<VerifiedSignature>, unknown[]]>([
		[{ quality: 'SES' }, {}, met],
		[{ quality: 'AES' }, {}, met],
		[{ quality: 'QES' }, {}, unmet],
		[{ quality: 'AES' }, { assurance: { quality: 'AES_MINIMAL' } }, met],
		[{ quality: 'SES' }, { assurance: { quality: 'DEMO' } }, unmet],
		[{ quality: 'SES' }, { assurance: undefined }, met],
		[{ legislation: 'CH' }, {}, met],
		[{ legislation: 'EU' }, {}, unmet],
		[{ legislation: 'CH_EU' }, {}, met],
		[{ legislation: 'WORLD' }, { assurance: undefined }, met],
		[{ legislation: 'CH_EU' }, { assurance: undefined }, unmet],
		[{ longTermValidation: true }, {}, unmet],
		[{ longTermValidation: false }, {}, met],
		[{ longTermValidation: true }, { longTermValidation: true }, met],
		[{ rejectUndefinedChanges: true }, { changesAfter: 'undefined' }, unmet],
		[{ rejectUndefinedChanges: true }, { changesAfter: 'allowed' }, met],
		[{ rejectVisualDifferences: true }, { visualDifferences: true }, unmet],
		[{ rejectVisualDifferences: true }, {}, met],
		[{ quality: 'QES', legislation: 'EU' }, {}, ['INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', 2]],
	])('under %j, of a signature with %j', (constraints, signature, expected) => {
		expect(judge([signature], constraints)).toEqual(expected);
	});
});

describe('all signatures together', () => {
	const under = (quality: string, legislation?: string) => ({
		...SOUND,
		assurance: { quality, legislation },
	});

	test.each([
		[[], null, null],
		[[under('SES')], 'SES', 'WORLD'],
		[[under('SES', 'ZERTES'), under('QES', 'ZERTES')], 'QES', 'CH'],
		[[under('AES', 'EIDAS')], 'AES', 'EU'],
		[[under('AES', 'EIDAS'), under('DEMO', 'ZERTES')], 'AES', 'CH_EU'],
		[[under('AES', 'EIDAS'), under('SES')], 'AES', 'WORLD'],
	])('have their highest quality and their common law (%#)', (signatures, quality, legislation) => {
		expect(highestQuality(signatures)).toBe(quality);
		expect(commonLegislation(signatures)).toBe(legislation);
	});
});
