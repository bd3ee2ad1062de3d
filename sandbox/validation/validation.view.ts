import { commonLegislation, highestQuality, legislationOf, qualityOf } from './constraints.ts';
import { traitsOf, type Dialect } from '../state/dialect.ts';
import { indicationOfDocument, indicationOfSignature, signersOf } from './indication.ts';
import type { VerifiedSignature } from './signatures/verify.ts';
import type { ValidationResult } from './validationResults.ts';

export const INFOS = ['validation', 'format', 'signer'] as const;
export type Info = (typeof INFOS)[number];

/** The answers of interface.md 4.6. A signature without its document says nothing about changes to it. */
export function resultView(result: ValidationResult, infos: Info[], dialect: Dialect) {
	const signatures = signersOf(result.verification);
	return {
		id: result.id,
		valid: validationView(result).indication === 'TOTAL-PASSED',
		signatures: signatures.length,
		validSignatures: signatures.filter(isValid).length,
		quality: highestQuality(signatures),
		legislation: spelled(commonLegislation(signatures), dialect),
		longTermValidation:
			signatures.length > 0 && signatures.every(({ longTermValidation }) => longTermValidation),
		...(result.format.fileType !== 'CMS' && {
			visualDifferences: signatures.some(({ visualDifferences }) => visualDifferences),
			undefinedChanges: signatures.some(hasUndefinedChanges),
		}),
		...(infos.length > 0 && {
			additionalInfos: Object.fromEntries(
				infos.map((info) => [info, INFO_VIEWS[info](result, dialect)]),
			),
		}),
	};
}

export function validationView({ verification, constraints }: ValidationResult) {
	return indicationOfDocument(verification, constraints);
}

export function signersView({ verification, format }: ValidationResult, dialect: Dialect) {
	return signersOf(verification).map((signature) => ({
		valid: isValid(signature),
		signer: signature.signer,
		time: signature.signedAt?.toISOString() ?? null,
		quality: qualityOf(signature),
		legislation: legislationOf(signature),
		longTermValidation: signature.longTermValidation,
		...(format.fileType !== 'CMS' && {
			visualDifferences: signature.visualDifferences,
			undefinedChanges: hasUndefinedChanges(signature),
		}),
		certificate: signature.certificate,
		...(traitsOf(dialect).answers === 'public' && { optionalInfos: signature.optionalInfos ?? {} }),
	}));
}

export const formatView = ({ format }: ValidationResult) => format;

/** CH_EU is asked for; the public regions answer it with a hyphen. */
const spelled = (legislation: string | null, dialect: Dialect) =>
	traitsOf(dialect).answers === 'public' ? (legislation?.replace('_', '-') ?? null) : legislation;

const INFO_VIEWS: Record<Info, (result: ValidationResult, dialect: Dialect) => unknown> = {
	validation: validationView,
	format: formatView,
	signer: signersView,
};

/** By itself: whether the caller's wishes are met only counts for the document as a whole. */
const isValid = (signature: VerifiedSignature) =>
	indicationOfSignature(signature).indication === 'TOTAL-PASSED';

const hasUndefinedChanges = ({ changesAfter }: VerifiedSignature) => changesAfter === 'undefined';
