import type { CmsFault } from './readCms.ts';
import type { Trust } from './trust.ts';
import type { Verification, VerifiedSignature } from './verify.ts';

/** The outcome of a validation in the words of ETSI EN 319 102-1, 5.1.3. */
export interface Indication {
	indication: 'TOTAL_PASSED' | 'TOTAL_FAILED' | 'INDETERMINATE';
	subIndication?: string;
	details: string;
}

/** What the caller wants beyond a sound signature; unmet, it is a SIG_CONSTRAINTS_FAILURE. */
export interface Constraints {
	rejectUndefinedChanges: boolean;
	rejectVisualDifferences: boolean;
}

const PASSED: Indication = {
	indication: 'TOTAL_PASSED',
	details: 'The signature is valid and its certificate is trusted.',
};

const FAULTS: Record<CmsFault, Indication> = {
	format: failed('FORMAT_FAILURE', 'The signature is not well-formed.'),
	hash: failed('HASH_FAILURE', 'The document was changed within the signed range.'),
	crypto: failed(
		'SIG_CRYPTO_FAILURE',
		'The signature was not made with the key of its certificate.',
	),
	'signer-certificate': indeterminate(
		'NO_SIGNING_CERTIFICATE_FOUND',
		'The certificate that the signature names is not in it.',
	),
};

const DISTRUST: Record<Trust, Indication | undefined> = {
	trusted: undefined,
	'unknown-issuer': indeterminate(
		'NO_CERTIFICATE_CHAIN_FOUND',
		'The certificate does not come from a trusted authority.',
	),
	'not-in-force': indeterminate(
		'OUT_OF_BOUNDS_NO_POE',
		'The certificate was not in force at the time of signing.',
	),
};

const UNREADABLE = failed('FORMAT_FAILURE', 'The file cannot be read as a PDF.');

/** EN 319 102-1 starts from a signature; for a file without one this is the name that the EU's library DSS uses. */
const UNSIGNED = indeterminate('NO_SIGNATURE_FOUND', 'The document carries no signature.');

const WORST_FIRST = ['TOTAL_FAILED', 'INDETERMINATE', 'TOTAL_PASSED'];

export function indicationOfSignature(
	signature: VerifiedSignature,
	constraints: Constraints,
): Indication {
	if (signature.fault) return FAULTS[signature.fault];
	return DISTRUST[signature.trust] ?? unmetConstraint(signature, constraints) ?? PASSED;
}

/** The worst one of its signatures decides about the document. */
export function indicationOfDocument(
	{ readable, signatures }: Verification,
	constraints: Constraints,
): Indication {
	if (!readable) return UNREADABLE;
	const indications = signatures.map((signature) => indicationOfSignature(signature, constraints));
	const rank = ({ indication }: Indication) => WORST_FIRST.indexOf(indication);
	return indications.toSorted((a, b) => rank(a) - rank(b))[0] ?? UNSIGNED;
}

function unmetConstraint(
	{ changesAfter, visualDifferences }: VerifiedSignature,
	{ rejectUndefinedChanges, rejectVisualDifferences }: Constraints,
): Indication | undefined {
	if (rejectUndefinedChanges && changesAfter === 'undefined') {
		return indeterminate(
			'SIG_CONSTRAINTS_FAILURE',
			'The document was changed after signing by something else than further signatures.',
		);
	}
	if (rejectVisualDifferences && visualDifferences) {
		return indeterminate(
			'SIG_CONSTRAINTS_FAILURE',
			'The document looks different since it was signed.',
		);
	}
	return undefined;
}

function failed(subIndication: string, details: string): Indication {
	return { indication: 'TOTAL_FAILED', subIndication, details };
}

function indeterminate(subIndication: string, details: string): Indication {
	return { indication: 'INDETERMINATE', subIndication, details };
}
