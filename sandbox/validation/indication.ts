import { unmetConstraints, type Constraints } from './constraints.ts';
import type { CmsFault } from './signatures/cms/signer.ts';
import type { Trust } from './signatures/trust.ts';
import type { Obstacle, Verification, VerifiedSignature } from './signatures/verify.ts';

/** The outcome of a validation in the words of ETSI EN 319 102-1, 5.1.3. */
export interface Indication {
	indication: 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE';
	subIndication?: string;
	details: string[];
}

const PASSED: Indication = { indication: 'TOTAL-PASSED', details: [] };

const FAULTS: Record<CmsFault, Indication> = {
	format: failed('FORMAT_FAILURE', 'The signature is not well-formed.'),
	hash: failed('HASH_FAILURE', 'The document was changed within the signed range.'),
	crypto: failed(
		'SIG_CRYPTO_FAILURE',
		'The signature was not made with the key of its certificate.',
	),
	algorithm: indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE', [
		'The signature was made with an algorithm that is not known here.',
	]),
	'no-content': indeterminate('SIGNED_DATA_NOT_FOUND', [
		'The signature was made for a document that is not here: validate the document instead.',
	]),
	'time-stamp': indeterminate('SIG_CONSTRAINTS_FAILURE', [
		'The time stamp does not belong to the signature.',
	]),
	copy: indeterminate('SIGNED_DATA_NOT_FOUND', [
		'The signature does not stand in the revision that it was made for.',
	]),
	'unknown-form': indeterminate('GENERIC', ['The signature has a form that is not known here.']),
	encoding: indeterminate('GENERIC', [
		'Parts of the signature that its key does not cover are not written as the standard demands.',
	]),
	'bytes-behind': indeterminate('GENERIC', [
		'Behind the signature stands something that its key does not cover.',
	]),
	'signer-certificate': indeterminate('NO_SIGNING_CERTIFICATE_FOUND', [
		'The certificate that the signature names is not in it.',
	]),
};

const DISTRUST: Record<Trust, Indication | undefined> = {
	trusted: undefined,
	'unknown-issuer': indeterminate('NO_CERTIFICATE_CHAIN_FOUND', [
		'The certificate does not come from a trusted authority.',
	]),
	'not-for-signing': indeterminate('CHAIN_CONSTRAINTS_FAILURE', [
		'The certificate is not meant for signing documents.',
	]),
	'unknown-time-stamp': indeterminate('SIG_CONSTRAINTS_FAILURE', [
		'The time stamp does not come from a trusted authority.',
	]),
	'not-in-force': indeterminate('OUT_OF_BOUNDS_NO_POE', [
		'The certificate was not in force at the time of signing.',
	]),
};

const FORBIDDEN = indeterminate('SIG_CONSTRAINTS_FAILURE', [
	'The document was changed after signing in a way that its certification does not allow.',
]);

const UNREADABLE = failed('FORMAT_FAILURE', 'The file cannot be read as a PDF.');

const OBSTACLES: Record<Obstacle, Indication> = {
	limit: indeterminate('GENERIC', ['Judging the file takes more time or memory than a file may.']),
	encrypted: indeterminate('GENERIC', [
		'The file is encrypted, and its signatures cannot be found without its password.',
	]),
	xml: indeterminate('GENERIC', [
		'The sandbox does not check signatures in XML files; the service itself does.',
	]),
	ambiguous: indeterminate('GENERIC', [
		'The file lists an object twice, so that viewers can show different things.',
	]),
};

/** The standard starts from a signature; for a file without one this is the word of the EU's library DSS. */
const UNSIGNED = indeterminate('NO_SIGNATURE_FOUND', ['The document carries no signature.']);

const WORST_FIRST = ['TOTAL-FAILED', 'INDETERMINATE', 'TOTAL-PASSED'];

export function indicationOfSignature(
	signature: VerifiedSignature,
	constraints: Constraints = {},
): Indication {
	if (signature.fault) return FAULTS[signature.fault];
	if (signature.forbiddenChanges) return FORBIDDEN;
	const distrust = DISTRUST[signature.trust];
	if (distrust) return distrust;
	if (signature.weakness) return weak(signature.weakness);
	const unmet = signature.isTimeStamp ? [] : unmetConstraints(signature, constraints);
	return unmet.length > 0 ? indeterminate('SIG_CONSTRAINTS_FAILURE', unmet) : PASSED;
}

/** What people and companies signed with; a document's time stamp has no signer (EN 319 102-1, 5.4). */
export const signersOf = ({ signatures }: Verification) =>
	signatures.filter(({ isTimeStamp }) => !isTimeStamp);

/** The worst one of its signatures decides about the document; the details list all of them. */
export function indicationOfDocument(
	verification: Verification,
	constraints: Constraints = {},
): Indication {
	const { readable, obstacle, signatures } = verification;
	if (!readable) return UNREADABLE;
	if (obstacle) return OBSTACLES[obstacle];
	const indications = signatures.map((signature) => indicationOfSignature(signature, constraints));
	const rank = ({ indication }: Indication) => WORST_FIRST.indexOf(indication);
	const worst = indications.toSorted((a, b) => rank(a) - rank(b))[0];
	const isBroken = worst?.indication === 'TOTAL-FAILED';
	if (!worst || (signersOf(verification).length === 0 && !isBroken)) return UNSIGNED;
	const details = indications.flatMap((each, index) =>
		each.details.map((sentence) => `${signatures[index]?.fieldName}: ${sentence}`),
	);
	return { ...worst, details };
}

const weak = (weakness: string) =>
	indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE', [
		`The signature relies on ${weakness}, which is not safe any more.`,
	]);

function failed(subIndication: string, sentence: string): Indication {
	return { indication: 'TOTAL-FAILED', subIndication, details: [sentence] };
}

function indeterminate(subIndication: string, details: string[]): Indication {
	return { indication: 'INDETERMINATE', subIndication, details };
}
