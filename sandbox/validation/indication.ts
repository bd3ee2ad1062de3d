import { unmetConstraints, type Constraints } from './constraints.ts';
import type { Verification, VerifiedSignature } from './signatures/verify.ts';

/** The outcome of a validation in the words of ETSI EN 319 102-1, 5.1.3. */
export interface Indication {
	indication: 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE';
	subIndication?: string;
	details: string[];
}

/** The sub-indication, and what happened. */
const REASONS = {
	format: 'FORMAT_FAILURE: The signature is not well-formed.',
	hash: 'HASH_FAILURE: The document was changed within the signed range.',
	crypto: 'SIG_CRYPTO_FAILURE: The signature was not made with the key of its certificate.',
	algorithm:
		'CRYPTO_CONSTRAINTS_FAILURE_NO_POE: The signature was made with an algorithm that is not known here.',
	'no-content':
		'SIGNED_DATA_NOT_FOUND: The signature was made for a document that is not here: validate the document instead.',
	'time-stamp': 'SIG_CONSTRAINTS_FAILURE: The time stamp does not belong to the signature.',
	copy: 'SIGNED_DATA_NOT_FOUND: The signature does not stand in the revision that it was made for.',
	'unknown-form': 'GENERIC: The signature has a form that is not known here.',
	encoding:
		'GENERIC: Parts of the signature that its key does not cover are not written as the standard demands.',
	'bytes-behind': 'GENERIC: Behind the signature stands something that its key does not cover.',
	'signer-certificate':
		'NO_SIGNING_CERTIFICATE_FOUND: The certificate that the signature names is not in it.',
	'unknown-issuer':
		'NO_CERTIFICATE_CHAIN_FOUND: The certificate does not come from a trusted authority.',
	'not-for-signing':
		'CHAIN_CONSTRAINTS_FAILURE: The certificate is not meant for signing documents.',
	'unknown-time-stamp':
		'SIG_CONSTRAINTS_FAILURE: The time stamp does not come from a trusted authority.',
	'not-in-force': 'OUT_OF_BOUNDS_NO_POE: The certificate was not in force at the time of signing.',
	forbidden:
		'SIG_CONSTRAINTS_FAILURE: The document was changed after signing in a way that its certification does not allow.',
	weak: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE: The signature relies on {}, which is not safe any more.',
	limit: 'GENERIC: Judging the file takes more time or memory than a file may.',
	encrypted:
		'GENERIC: The file is encrypted, and its signatures cannot be found without its password.',
	ambiguous:
		'GENERIC: The file says two things about one object, so that viewers can show different things.',
	xml: 'GENERIC: The sandbox does not check signatures in XML files; the service itself does.',
	unreadable: 'FORMAT_FAILURE: The file cannot be read as a PDF.',
	// The standard starts from a signature; for a file without one this is the word of the EU's library DSS.
	unsigned: 'NO_SIGNATURE_FOUND: The document carries no signature.',
};
const FAILURES = ['FORMAT_FAILURE', 'HASH_FAILURE', 'SIG_CRYPTO_FAILURE'];

function because(reason: keyof typeof REASONS, what = ''): Indication {
	const [, subIndication = '', sentence = ''] = /^(\w+): (.*)$/.exec(REASONS[reason]) ?? [];
	const isFailed = FAILURES.includes(subIndication);
	const indication = isFailed ? 'TOTAL-FAILED' : 'INDETERMINATE';
	return { indication, subIndication, details: [sentence.replace('{}', what)] };
}

export function indicationOfSignature(
	signature: VerifiedSignature,
	constraints: Constraints = {},
): Indication {
	const { fault, forbiddenChanges, trust, weakness, isTimeStamp } = signature;
	if (fault) return because(fault);
	if (forbiddenChanges) return because('forbidden');
	if (trust !== 'trusted') return because(trust);
	if (weakness) return because('weak', weakness);
	const details = isTimeStamp ? [] : unmetConstraints(signature, constraints);
	if (details.length === 0) return { indication: 'TOTAL-PASSED', details };
	return { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE', details };
}

/** What people and companies signed with; a document's time stamp has no signer (EN 319 102-1, 5.4). */
export const signersOf = ({ signatures }: Verification) =>
	signatures.filter(({ isTimeStamp }) => !isTimeStamp);

/** The worst one of its signatures decides about the document; the details are about all of them. */
export function indicationOfDocument(
	verification: Verification,
	constraints: Constraints = {},
): Indication {
	const { readable, obstacle, signatures } = verification;
	if (!readable || obstacle) return because(obstacle ?? 'unreadable');
	const all = signatures.map((signature) => indicationOfSignature(signature, constraints));
	const first = (wanted: string) => all.find(({ indication }) => indication === wanted);
	const broken = first('TOTAL-FAILED');
	const worst = broken ?? first('INDETERMINATE') ?? all[0];
	if (!worst || (signersOf(verification).length === 0 && !broken)) return because('unsigned');
	const details = all.flatMap((each, index) =>
		each.details.map((sentence) => `${signatures[index]?.fieldName}: ${sentence}`),
	);
	return { ...worst, details };
}
