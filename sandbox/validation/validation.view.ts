import { z } from 'zod/v4';
import { commonLegislation, highestQuality, legislationOf, qualityOf } from './constraints.ts';
import { traitsOf, type Dialect } from '../state/dialect.ts';
import { TextOrNull, Texts, Time, Uuid } from '../state/values.schema.ts';
import { indicationOfDocument, indicationOfSignature, signersOf } from './indication.ts';
import type { ValidationResult } from './judgement.ts';
import type { VerifiedSignature } from './signatures/verify.ts';

export const INFOS = ['validation', 'format', 'signer'] as const;
type Info = (typeof INFOS)[number];

const Judged = {
	quality: TextOrNull,
	legislation: z.enum(['WORLD', 'CH', 'EU', 'CH_EU', 'CH-EU']).nullable(),
	longTermValidation: z.boolean(),
};
const Changes = { visualDifferences: z.boolean(), undefinedChanges: z.boolean() };
const SomeTexts = <Name extends string>(...names: Name[]) =>
	z.object(Object.fromEntries(names.map((name) => [name, z.string()]))).partial();

/** What each info says, by itself and in the answer of a validation (interface.md 4.6). */
export const INFO_ANSWERS = {
	validation: z.object({
		indication: z.enum(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
		subIndication: TextOrNull.optional(),
		details: Texts.optional(),
	}),
	format: z.object({
		fileType: z.string(),
		...{ quality: z.string().optional(), producer: z.string().optional() },
	}),
	signer: z.array(
		z.object({
			...{ valid: z.boolean(), signer: TextOrNull, time: Time.nullable(), ...Judged },
			...z.object(Changes).partial().shape,
			certificate: SomeTexts('subject', 'issuer', 'serialNumber').optional(),
			optionalInfos: SomeTexts('name', 'contact', 'location', 'reason').optional(),
		}),
	),
};

const resultAnswer = (changes: Partial<typeof Changes>) =>
	z.object({
		...{ id: Uuid, valid: z.boolean(), signatures: z.int(), validSignatures: z.int() },
		...Judged,
		...changes,
		additionalInfos: z.object(INFO_ANSWERS).partial().optional(),
	});
/** A signature without its document says nothing about changes to it. */
export const RESULT_ANSWERS = { document: resultAnswer(Changes), signature: resultAnswer({}) };

/** The answers of interface.md 4.6. */
export function resultView(result: ValidationResult, infos: Info[], dialect: Dialect) {
	const signatures = signersOf(result.verification);
	const legislation = commonLegislation(signatures);
	return {
		id: result.id,
		valid: validationView(result).indication === 'TOTAL-PASSED',
		signatures: signatures.length,
		validSignatures: signatures.filter(isValid).length,
		quality: highestQuality(signatures),
		// CH_EU is asked for; the public regions answer it with a hyphen.
		legislation: isPublic(dialect) ? (legislation?.replace('_', '-') ?? null) : legislation,
		longTermValidation:
			signatures.length > 0 && signatures.every(({ longTermValidation }) => longTermValidation),
		...changesIn(result, signatures),
		...(infos.length > 0 && {
			additionalInfos: Object.fromEntries(
				infos.map((info) => [info, INFO_VIEWS[info](result, dialect)]),
			),
		}),
	};
}

export const validationView = ({ verification, constraints }: ValidationResult) =>
	indicationOfDocument(verification, constraints);

function signersView(result: ValidationResult, dialect: Dialect) {
	return signersOf(result.verification).map((signature) => ({
		valid: isValid(signature),
		signer: signature.signer,
		time: signature.signedAt?.toISOString() ?? null,
		quality: qualityOf(signature),
		legislation: legislationOf(signature),
		longTermValidation: signature.longTermValidation,
		...changesIn(result, [signature]),
		certificate: signature.certificate,
		...(isPublic(dialect) && { optionalInfos: signature.optionalInfos ?? {} }),
	}));
}

export const INFO_VIEWS: Record<Info, (result: ValidationResult, dialect: Dialect) => unknown> = {
	validation: validationView,
	format: ({ format }) => format,
	signer: signersView,
};

const isPublic = (dialect: Dialect) => traitsOf(dialect).answers === 'public';

const changesIn = ({ format }: ValidationResult, signatures: VerifiedSignature[]) =>
	format.fileType !== 'CMS' && {
		visualDifferences: signatures.some(({ visualDifferences }) => visualDifferences),
		undefinedChanges: signatures.some(({ changesAfter }) => changesAfter === 'undefined'),
	};

/** By itself: whether the caller's wishes are met only counts for the document as a whole. */
const isValid = (signature: VerifiedSignature) =>
	indicationOfSignature(signature).indication === 'TOTAL-PASSED';
