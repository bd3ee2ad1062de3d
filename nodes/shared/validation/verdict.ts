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
		explanation: "At least one signature isn't valid. Don't rely on this document.",
		conclusion: "Don't rely on this document.",
	},
	INDETERMINATE: {
		verdict: 'indeterminate',
		explanation:
			"Skribble can't decide whether the signatures are valid, because information is missing.",
		conclusion: "So Skribble doesn't confirm this document.",
	},
} satisfies Record<string, Row>;

/** Why a signature failed or could not be judged, in the words of the same standard. docs/validation.md shows this table to users. */
export const subIndications: Record<string, string> = {
	FORMAT_FAILURE: "A signature or the file itself is damaged and can't be read.",
	HASH_FAILURE: 'The document was changed after it was signed.',
	SIG_CRYPTO_FAILURE:
		"A signature doesn't match the key of its certificate. It may be forged or damaged.",
	REVOKED: 'The certificate of a signer had already been revoked at the time of signing.',
	EXPIRED: 'The certificate of a signer had already expired at the time of signing.',
	NOT_YET_VALID: 'The document was signed before the certificate of the signer became valid.',
	SIG_CONSTRAINTS_FAILURE:
		"A signature doesn't meet the requested rules, for example on quality, legislation, or changes after signing.",
	CHAIN_CONSTRAINTS_FAILURE: "The certificates behind a signature don't meet the requested rules.",
	CERTIFICATE_CHAIN_GENERAL_FAILURE:
		"The certificates behind a signature couldn't be checked. Skribble gives no reason.",
	CRYPTO_CONSTRAINTS_FAILURE:
		'A signature or certificate uses a method of encryption that is too weak.',
	CRYPTO_CONSTRAINTS_FAILURE_NO_POE:
		'A signature or certificate uses a method of encryption that is too weak today, and nothing proves that it was made while the method was still good.',
	POLICY_PROCESSING_ERROR: "The rules that a signature names couldn't be applied.",
	SIGNATURE_POLICY_NOT_AVAILABLE: "The rules that a signature names couldn't be found.",
	TIMESTAMP_ORDER_FAILURE: 'The time stamps of a signature contradict each other.',
	NO_SIGNING_CERTIFICATE_FOUND: 'The certificate of a signer is missing.',
	NO_CERTIFICATE_CHAIN_FOUND:
		"The certificate of a signer isn't from an authority that Skribble trusts.",
	NO_CERTIFICATE_CHAIN_FOUND_NO_POE:
		"The authority behind a certificate isn't trusted today, and nothing proves that the signature was made while it was.",
	REVOKED_NO_POE:
		'The certificate of a signer was revoked, and nothing proves that the signature is older than that.',
	REVOKED_CA_NO_POE:
		'The certificate of an authority was revoked, and nothing proves that the signature is older than that.',
	OUT_OF_BOUNDS_NO_POE:
		"The certificate of a signer has expired or isn't valid yet, and nothing proves that the signature was made while it was valid.",
	OUT_OF_BOUNDS_NOT_REVOKED:
		'The certificate of a signer has expired without having been revoked, and nothing proves when the signature was made.',
	REVOCATION_OUT_OF_BOUNDS_NO_POE:
		"The proof that a certificate wasn't revoked has itself expired.",
	NO_POE: 'Nothing proves that a signature was made before something in it became invalid.',
	TRY_LATER:
		'Not all information is available yet, for example whether a certificate was revoked. Validate again later.',
	SIGNED_DATA_NOT_FOUND: "The signed content isn't in the document.",
	NO_SIGNATURE_FOUND: 'The document has no signature.',
	GENERIC: 'Skribble gives no reason. The details may.',
	CUSTOM: 'The document breaks a rule of Skribble. The details may name it.',
};

const NOT_COUNTED_AS_VALID: Judgement = {
	verdict: 'indeterminate',
	explanation:
		"The signatures are intact, but Skribble doesn't count the document as valid. It doesn't meet the requested rules, for example on quality or legislation.",
};

const NOT_SAID: Judgement = {
	verdict: 'indeterminate',
	explanation:
		'Skribble\'s answer doesn\'t show clearly whether the document is valid. Check "valid", "signatures", and "validSignatures" in the output, or validate it again.',
};

const CHANGED_LATER =
	"Someone added something after signing, which the signatures don't cover. Check it before you rely on the document.";

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
	const because = subIndications[reason] ?? `Skribble's reason is ${reason}.`;
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
		explanation: `Skribble counts ${validSignatures} of ${signatures ?? 'the'} signatures as valid. Before you rely on this document, find the others with Get Signers.`,
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
	const summary = flagIn(valid) === false ? "Skribble doesn't count the document as valid." : '';
	return {
		verdict: 'indeterminate',
		explanation: [
			because ??
				(named === ''
					? 'Skribble gave no indication.'
					: `Skribble gave the unknown indication ${named}.`),
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
