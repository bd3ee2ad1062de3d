import type { VerifiedSignature } from './signatures/verify.ts';

type ValidationLegislation = 'WORLD' | 'CH' | 'EU' | 'CH_EU';

/** What the caller wants beyond sound signatures. */
export interface Constraints {
	/** The least quality. */
	quality?: 'SES' | 'AES' | 'QES';
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

export const legislationOf = ({ assurance }: Pick<Standing, 'assurance'>) =>
	LAWS[assurance?.legislation ?? ''] ?? 'WORLD';

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
	const [quality, law] = [qualityOf(signature), legislationOf(signature)];
	// WORLD asks for no particular law, CH_EU for either of the two.
	const { legislation = 'WORLD' } = wanted;
	const isUnderLaw =
		legislation === 'CH_EU' ? law !== 'WORLD' : ['WORLD', law].includes(legislation);
	return [
		wanted.quality &&
			rank(quality) < rank(wanted.quality) &&
			`The signature has the quality ${quality} and not at least ${wanted.quality}.`,
		!isUnderLaw && `The signature does not stand under the legislation ${legislation}.`,
		wanted.longTermValidation &&
			!signature.longTermValidation &&
			'The signature brings no data for long-term validation.',
		wanted.rejectUndefinedChanges &&
			signature.changesAfter === 'undefined' &&
			'The document was changed after signing by something other than further signatures.',
		wanted.rejectVisualDifferences &&
			signature.visualDifferences &&
			'The document looks different since it was signed.',
	].filter((sentence) => typeof sentence === 'string');
}

const rank = (quality: string) => RANKS[quality] ?? 1;
