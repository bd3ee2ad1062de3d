import { shortened } from '../client/foreignText';
import { flagIn, maybeNumber } from '../client/answerSchema';

type Verdict = 'passed' | 'failed' | 'indeterminate';

export interface Judgement {
	verdict: Verdict;
	/** What the verdict means, for people. */
	explanation: string;
}

/** What /infos/{id}/validation answers with; it has no other members by contract (interface.md 4.6). */
interface Indication {
	indication?: unknown;
	subIndication?: unknown;
	[other: string]: unknown;
}

/** What a validation itself answers with, as the service sends it. */
interface Summary {
	/** The service's own conclusion, which also counts what the caller asked for. */
	valid?: unknown;
	/** How many there are, and how many of them count as valid. */
	signatures?: unknown;
	validSignatures?: unknown;
	visualDifferences?: unknown;
	undefinedChanges?: unknown;
	[other: string]: unknown;
}

/** The conclusion follows the reason if there is one. */
type Row = Judgement & { conclusion: string };

/** The main indications of ETSI EN 319 102-1, 5.1.3. docs/validation.md shows this table to users. */
export const indications = {
	TOTAL_PASSED: {
		verdict: 'passed',
		explanation: 'All signatures are valid: the bytes that were signed are unchanged.',
		conclusion: '',
	},
	TOTAL_FAILED: {
		verdict: 'failed',
		explanation: 'At least one signature is not valid. Do not rely on this document.',
		conclusion: 'Do not rely on this document.',
	},
	INDETERMINATE: {
		verdict: 'indeterminate',
		explanation:
			'The service cannot decide whether the signatures are valid: something needed for it is missing.',
		conclusion: 'So the service does not confirm this document.',
	},
} satisfies Record<string, Row>;

/** Why a signature failed or could not be judged, in the words of the same standard. docs/validation.md shows this table to users. */
export const subIndications: Record<string, string> = {
	FORMAT_FAILURE: 'A signature or the file itself is damaged and cannot be read.',
	HASH_FAILURE: 'The document was changed after it was signed.',
	SIG_CRYPTO_FAILURE:
		'A signature was not made with the key of its certificate; it may be forged or damaged.',
	REVOKED: 'The certificate of a signer had already been revoked at the time of signing.',
	EXPIRED: 'The certificate of a signer had already expired at the time of signing.',
	NOT_YET_VALID: 'The document was signed before the certificate of the signer became valid.',
	SIG_CONSTRAINTS_FAILURE:
		'A signature does not meet the rules that were asked for, for example on quality, legislation or changes after signing.',
	CHAIN_CONSTRAINTS_FAILURE:
		'The certificates behind a signature do not meet the rules that were asked for.',
	CERTIFICATE_CHAIN_GENERAL_FAILURE:
		'The certificates behind a signature could not be checked, for a reason that the service does not name.',
	CRYPTO_CONSTRAINTS_FAILURE:
		'A signature or certificate uses a method of encryption that is too weak.',
	CRYPTO_CONSTRAINTS_FAILURE_NO_POE:
		'A signature or certificate uses a method of encryption that is too weak today, and nothing proves that it was made while the method was still good.',
	POLICY_PROCESSING_ERROR: 'The rules that a signature names could not be applied.',
	SIGNATURE_POLICY_NOT_AVAILABLE: 'The rules that a signature names could not be found.',
	TIMESTAMP_ORDER_FAILURE: 'The time stamps of a signature contradict each other.',
	NO_SIGNING_CERTIFICATE_FOUND: 'The certificate of a signer is missing.',
	NO_CERTIFICATE_CHAIN_FOUND:
		'The certificate of a signer does not come from an authority that the service trusts.',
	NO_CERTIFICATE_CHAIN_FOUND_NO_POE:
		'The authority behind a certificate is not trusted today, and nothing proves that the signature was made while it was.',
	REVOKED_NO_POE:
		'The certificate of a signer was revoked, and nothing proves that the signature is older than that.',
	REVOKED_CA_NO_POE:
		'The certificate of an authority was revoked, and nothing proves that the signature is older than that.',
	OUT_OF_BOUNDS_NO_POE:
		'The certificate of a signer has expired or is not valid yet, and nothing proves that the signature was made while it was valid.',
	OUT_OF_BOUNDS_NOT_REVOKED:
		'The certificate of a signer has expired without having been revoked, and nothing proves when the signature was made.',
	REVOCATION_OUT_OF_BOUNDS_NO_POE:
		'The proof that a certificate was not revoked has itself expired.',
	NO_POE: 'Nothing proves that a signature was made before something in it became invalid.',
	TRY_LATER:
		'Not all information is available yet, for example whether a certificate was revoked. Validate again later.',
	SIGNED_DATA_NOT_FOUND: 'What was signed cannot be found in the document.',
	NO_SIGNATURE_FOUND: 'The document carries no signature.',
	GENERIC: 'The service names no reason of its own; the details may.',
	CUSTOM: 'A rule of the service itself is not met; the details may name it.',
};

const NOT_COUNTED_AS_VALID: Judgement = {
	verdict: 'indeterminate',
	explanation:
		'The signatures themselves are sound, but the service does not count the document as valid: it does not meet what was asked for, for example the quality or the legislation.',
};

const NOT_SAID: Judgement = {
	verdict: 'indeterminate',
	explanation:
		'The service does not say clearly whether the document is valid. Look at "valid", "signatures" and "validSignatures" in the output, or validate it again.',
};

const CHANGED_LATER =
	'Something was added to the document after signing, though, that the signatures do not cover: look at it before you rely on it.';

/**
 * Read tolerantly: with hyphens or underscores, as a short word or as a URN. Nothing unknown ever passes. A result that
 * is read later comes without a summary: then the indication decides.
 */
export function judge(info: Indication, answer?: Summary): Judgement {
	const named = spelled(info.indication);
	const summary: Summary = answer ?? info;
	const table: Record<string, Row | undefined> = indications;
	const known = table[named] ?? table[`TOTAL_${named}`];
	if (!known) return unknownIndication(named, summary);
	if (known.verdict === 'passed') {
		const isSummed = answer !== undefined || 'valid' in info;
		return contradiction(summary, isSummed) ?? passed(summary);
	}
	const reason = spelled(info.subIndication);
	const { verdict, explanation, conclusion } = known;
	if (reason === '') return { verdict, explanation };
	const because = subIndications[reason] ?? `The service names the reason ${reason}.`;
	return { verdict, explanation: `${because} ${conclusion}` };
}

/** What the service says beside the indication, where that does not let the document pass. */
function contradiction(summary: Summary, isSummed: boolean): Judgement | undefined {
	const [signatures, validSignatures] = [summary.signatures, summary.validSignatures].map(amount);
	if (signatures === 0) return unknownIndication('NO_SIGNATURE_FOUND', summary);
	if (isSummed && flagIn(summary.valid) !== true) {
		return flagIn(summary.valid) === false ? NOT_COUNTED_AS_VALID : NOT_SAID;
	}
	if (signatures === 'unreadable' || validSignatures === 'unreadable') return NOT_SAID;
	if (validSignatures === undefined || validSignatures >= (signatures ?? 1)) return undefined;
	return {
		verdict: 'indeterminate',
		explanation: `The service counts ${validSignatures} of ${signatures ?? 'the'} signatures as valid. Read with Get Signers which of them is not, before you rely on this document.`,
	};
}

/** Left out, a number, or text with a number. */
function amount(value: unknown): number | 'unreadable' | undefined {
	if (value === undefined || value === null) return undefined;
	const read = Number(maybeNumber.parse(value) ?? NaN);
	return Number.isInteger(read) && read >= 0 ? read : 'unreadable';
}

function passed({ visualDifferences, undefinedChanges }: Summary): Judgement {
	const { verdict, explanation } = indications.TOTAL_PASSED;
	const isChanged = [visualDifferences, undefinedChanges].some((change) => flagIn(change) === true);
	return { verdict, explanation: isChanged ? `${explanation} ${CHANGED_LATER}` : explanation };
}

function unknownIndication(named: string, { valid }: Summary): Judgement {
	// A file without signatures is called so instead of an indication by some.
	const because = subIndications[named];
	const summary =
		flagIn(valid) === false ? 'The service does not count the document as valid.' : '';
	return {
		verdict: 'indeterminate',
		explanation: [
			because ??
				(named === ''
					? 'The service gave no indication.'
					: `The service gave the indication ${named}, which is not known here.`),
			summary,
		]
			.filter(Boolean)
			.join(' '),
	};
}

/** As a URN; there are no longer names for them. */
const LONGEST_INDICATION = 200;

function spelled(value: unknown): string {
	const text = typeof value === 'string' ? shortened(value, LONGEST_INDICATION) : '';
	return (text.split(':').pop() ?? '').toUpperCase().replace(/[\s-]+/g, '_');
}
