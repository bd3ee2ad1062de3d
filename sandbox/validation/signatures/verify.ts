import { EncryptedPDFError, PDFName } from '@cantoo/pdf-lib';
import { coveredPieces, signatureBytes } from '../../pdf/file/byteRange.ts';
import { AmbiguousFileError } from '../../pdf/file/crossReference.ts';
import { viewFile, type ViewedFile } from './file/viewedFile.ts';
import { changesAfterEach } from './changes/changesAfter.ts';
import { checkSignature, UNREADABLE_SIGNATURE, type CheckedSignature } from './checkedSignature.ts';
import { signatureValues, type SignatureValue } from './signatureValue.ts';

export interface VerifiedSignature extends CheckedSignature {
	fieldName: string;
	coversWholeDocument: boolean;
	/** Allowed are further signatures and what the allow-list names beside them. */
	changesAfter: 'none' | 'allowed' | 'undefined';
	visualDifferences: boolean;
	/** Whether something came later that the signer had ruled out (DocMDP). */
	forbiddenChanges?: boolean;
	optionalInfos?: SignatureValue['optionalInfos'];
	/** The word of a time-stamp authority about the whole document, by which no person signed. */
	isTimeStamp?: true;
	/** Whether the file brings what is needed to validate it after the certificates have expired. */
	longTermValidation: boolean;
}

export interface Verification {
	/** Whether the file could be read as a PDF at all. */
	readable: boolean;
	/**
	 * Why nothing can be said about it, although it may be intact: it takes too much time or memory, needs a
	 * password, says two things about one object, or is XML.
	 */
	obstacle?: 'limit' | 'encrypted' | 'ambiguous' | 'xml';
	/** In the order in which they were made. */
	signatures: VerifiedSignature[];
}

/** Checks every signature of a file: its range, digest and key, whom it comes from, and what came after it. */
export async function verifyPdf(
	pdf: Uint8Array,
	roots: Uint8Array[],
	now = new Date(),
): Promise<Verification> {
	let file: ViewedFile;
	let values: SignatureValue[];
	try {
		file = await viewFile(pdf);
		// pdf-lib reads lazily, so a damaged file can also make it throw long after the file was opened.
		values = signatureValues(pdf, file);
	} catch (error) {
		const obstacle = obstacleBy(error);
		return { readable: obstacle !== undefined, obstacle, signatures: [] };
	}
	const longTermValidation = file.catalog.has(PDFName.of('DSS'));
	const changes = await changesAfterEach(pdf, file, values);
	const signatures = changes.map(({ value, level, visual, isOriginal }): VerifiedSignature => {
		const { fieldName, form, optionalInfos, permission = level, range } = value;
		return {
			...{ fieldName, optionalInfos, longTermValidation, visualDifferences: visual },
			...check(pdf, value, { roots, now, isOriginal }),
			coversWholeDocument: range?.end === pdf.length,
			changesAfter: level === 0 ? 'none' : level === 4 ? 'undefined' : 'allowed',
			...(level > permission && { forbiddenChanges: true }),
			...(form === 'time-stamp' && { isTimeStamp: true }),
		};
	});
	return { readable: true, signatures };
}

function obstacleBy(error: unknown): Verification['obstacle'] {
	if (error instanceof AmbiguousFileError) return 'ambiguous';
	if (error instanceof EncryptedPDFError) return 'encrypted';
	// Nested more deeply than can be followed.
	return /call stack/.test(String(error)) ? 'limit' : undefined;
}

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
