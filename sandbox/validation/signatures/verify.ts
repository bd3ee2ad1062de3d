import { EncryptedPDFError, PDFName } from '@cantoo/pdf-lib';
import { coveredPieces, signatureBytes } from '../../pdf/file/byteRange.ts';
import { AmbiguousFileError } from '../../pdf/file/crossReference.ts';
import { viewFile, type ViewedFile } from './file/viewedFile.ts';
import { changesAfterEach } from './changes/changesAfter.ts';
import { checkSignature, UNREADABLE_SIGNATURE, type CheckedSignature } from './checkedSignature.ts';
import { signatureValues, type OptionalInfos, type SignatureValue } from './signatureValue.ts';

export type { OptionalInfos } from './signatureValue.ts';

export interface VerifiedSignature extends CheckedSignature {
	fieldName: string;
	coversWholeDocument: boolean;
	/** Allowed are further signatures and what the allow-list names beside them. */
	changesAfter: 'none' | 'allowed' | 'undefined';
	visualDifferences: boolean;
	/** Whether something came later that the signer had ruled out (DocMDP). */
	forbiddenChanges?: boolean;
	/** What the signature says about itself beyond its certificate. */
	optionalInfos?: OptionalInfos;
	/** The word of a time-stamp authority about the whole document: no person signed by it. */
	isTimeStamp?: true;
	/** Whether the file brings what is needed to validate it after the certificates have expired. */
	longTermValidation: boolean;
}

/** It takes too much time or memory, needs a password, or says two things about one object. */
export type Obstacle = 'limit' | 'encrypted' | 'ambiguous' | 'xml';

export interface Verification {
	/** Whether the file could be read as a PDF at all. */
	readable: boolean;
	/** Why nothing can be said about it, although it may be intact. */
	obstacle?: Obstacle;
	/** In the order in which they were made. */
	signatures: VerifiedSignature[];
}

/** Checks every signature of a file: its range, digest and key, whom it comes from, and what came after it. */
export async function verifyPdf(
	pdf: Uint8Array,
	roots: Uint8Array[],
	now = new Date(),
): Promise<Verification> {
	const found = await findSignatures(pdf);
	if (!('file' in found)) return { ...found, signatures: [] };

	const { file, values } = found;
	const changes = await changesAfterEach(pdf, file, values);
	const longTermValidation = file.catalog.has(PDFName.of('DSS'));
	const signatures = values.map((value, index) => {
		const { level, visual, isOriginal } = changes[index] ?? UNKNOWN;
		const { permission } = value;
		return {
			fieldName: value.fieldName,
			optionalInfos: value.optionalInfos,
			...check(pdf, value, { roots, now, isOriginal }),
			coversWholeDocument: value.range?.end === pdf.length,
			changesAfter: KINDS[level],
			visualDifferences: visual,
			...(permission !== undefined && level > permission && { forbiddenChanges: true }),
			...(value.form === 'time-stamp' && { isTimeStamp: true as const }),
			longTermValidation,
		};
	});
	return { readable: true, signatures };
}

const UNKNOWN = { level: 4, visual: true, isOriginal: false } as const;
const KINDS = ['none', 'allowed', 'allowed', 'allowed', 'undefined'] as const;

function check(
	pdf: Uint8Array,
	{ range, form, claimedAt }: SignatureValue,
	{ isOriginal, ...circumstances }: { roots: Uint8Array[]; now: Date; isOriginal: boolean },
): CheckedSignature {
	if (!range) return UNREADABLE_SIGNATURE;
	if (!isOriginal) return { ...UNREADABLE_SIGNATURE, fault: 'copy' };
	if (!form) return { ...UNREADABLE_SIGNATURE, fault: 'unknown-form' };
	const content = coveredPieces(pdf, range);
	return checkSignature(signatureBytes(pdf, range), { form, content, claimedAt, ...circumstances });
}

type Found = { file: ViewedFile; values: SignatureValue[] } | Omit<Verification, 'signatures'>;

/** pdf-lib reads lazily, so a damaged file can also make it throw long after the file was opened. */
async function findSignatures(pdf: Uint8Array): Promise<Found> {
	try {
		const file = await viewFile(pdf);
		return { file, values: signatureValues(pdf, file) };
	} catch (error) {
		if (error instanceof AmbiguousFileError) return { readable: true, obstacle: 'ambiguous' };
		if (error instanceof EncryptedPDFError) return { readable: true, obstacle: 'encrypted' };
		return { readable: false };
	}
}
