import type { VerifiedSignature } from './signatures/verify.ts';

type ValidationQuality = 'SES' | 'AES' | 'QES';
type ValidationLegislation = 'WORLD' | 'CH' | 'EU' | 'CH_EU';

/** What the caller wants beyond sound signatures. */
export interface Constraints {
	/** The least quality. */
	quality?: ValidationQuality;
	legislation?: ValidationLegislation;
	longTermValidation?: boolean;
	rejectVisualDifferences?: boolean;
	rejectUndefinedChanges?: boolean;
}

type Standing = Pick<
	VerifiedSignature,
	'assurance' | 'changesAfter' | 'visualDifferences' | 'longTermValidation'
>;

const RANKS: Record<string, number> = {
	DEMO: 0,
	SES: 1,
	PART11: 1,
	AES_MINIMAL: 2,
	AES: 2,
	QES: 3,
};
const LAWS: Record<string, ValidationLegislation> = { ZERTES: 'CH', EIDAS: 'EU' };

export const qualityOf = ({ assurance }: Pick<Standing, 'assurance'>) =>
	assurance?.quality ?? 'SES';

export function legislationOf({ assurance }: Pick<Standing, 'assurance'>): ValidationLegislation {
	return LAWS[assurance?.legislation ?? ''] ?? 'WORLD';
}

export function highestQuality(signatures: Standing[]): string | null {
	return signatures.map(qualityOf).toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** The law under which all signatures stand. */
export function commonLegislation(signatures: Standing[]): ValidationLegislation | null {
	const [first, ...others] = [...new Set(signatures.map(legislationOf))];
	if (!first || others.length === 0) return first ?? null;
	return [first, ...others].includes('WORLD') ? 'WORLD' : 'CH_EU';
}

/** A sentence for each of the caller's wishes that the signature does not meet. */
export function unmetConstraints(signature: Standing, wanted: Constraints): string[] {
	const unmet: Array<[boolean | undefined, string]> = [
		[
			wanted.quality && rank(qualityOf(signature)) < rank(wanted.quality),
			`The signature has the quality ${qualityOf(signature)} and not at least ${wanted.quality}.`,
		],
		[
			wanted.legislation && !complies(legislationOf(signature), wanted.legislation),
			`The signature does not stand under the legislation ${wanted.legislation}.`,
		],
		[
			wanted.longTermValidation && !signature.longTermValidation,
			'The signature brings no data for long-term validation.',
		],
		[
			wanted.rejectUndefinedChanges && signature.changesAfter === 'undefined',
			'The document was changed after signing by something else than further signatures.',
		],
		[
			wanted.rejectVisualDifferences && signature.visualDifferences,
			'The document looks different since it was signed.',
		],
	];
	return unmet.filter(([isUnmet]) => isUnmet).map(([, sentence]) => sentence);
}

/** WORLD asks for no particular law, CH_EU for either of the two. */
function complies(actual: ValidationLegislation, wanted: ValidationLegislation): boolean {
	if (wanted === 'WORLD' || actual === wanted) return true;
	return wanted === 'CH_EU' && actual !== 'WORLD';
}

const rank = (quality: string) => RANKS[quality] ?? 1;
