import { PDFName } from '@cantoo/pdf-lib';
import { coveredPieces, signatureBytes } from '../../pdf/file/byteRange.ts';
import { viewFile, type ViewedFile } from './file/viewedFile.ts';
import { changesAfterEach, type ChangesAfter } from './changes/changesAfter.ts';
import { checkSignature, UNREADABLE_SIGNATURE, type CheckedSignature } from './checkedSignature.ts';
import { signatureValues, type OptionalInfos, type SignatureValue } from './signatureValue.ts';

export type { OptionalInfos } from './signatureValue.ts';

export interface VerifiedSignature extends CheckedSignature {
	fieldName: string;
	coversWholeDocument: boolean;
	changesAfter: ChangesAfter['kind'];
	visualDifferences: boolean;
	/** Whether something came later that the signer had ruled out (DocMDP). */
	forbiddenChanges?: boolean;
	/** What the signature says about itself beyond its certificate. */
	optionalInfos?: OptionalInfos;
	/** The word of a time-stamp authority about the whole document: nobody signed by it. */
	isTimeStamp?: true;
	/** Whether the file brings what is needed to validate it after the certificates have expired. */
	longTermValidation: boolean;
}

export interface Verification {
	/** Whether the file could be read as a PDF at all. */
	readable: boolean;
	/** Whether judging it was ended because it took too much time or memory. */
	isUnfinished?: true;
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
	if (!found) return { readable: false, signatures: [] };

	const { file, values } = found;
	const changes = await changesAfterEach(pdf, file, values);
	const longTermValidation = file.catalog.has(PDFName.of('DSS'));
	const signatures = values.map((value, index) => {
		const { kind, visual, isOriginal } = changes[index] ?? UNKNOWN;
		return {
			fieldName: value.fieldName,
			optionalInfos: value.optionalInfos,
			...(isOriginal ? check(pdf, value, { roots, now }) : UNREADABLE_SIGNATURE),
			coversWholeDocument: value.range?.end === pdf.length,
			changesAfter: kind,
			visualDifferences: visual,
			...(value.permission === 1 && kind !== 'none' && { forbiddenChanges: true }),
			...(value.form === 'time-stamp' && { isTimeStamp: true as const }),
			longTermValidation,
		};
	});
	return { readable: true, signatures };
}

const UNKNOWN = { kind: 'undefined', visual: true, isOriginal: false } as const;

function check(
	pdf: Uint8Array,
	{ range, form, claimedAt }: SignatureValue,
	circumstances: { roots: Uint8Array[]; now: Date },
): CheckedSignature {
	if (!range) return UNREADABLE_SIGNATURE;
	const content = coveredPieces(pdf, range);
	return checkSignature(signatureBytes(pdf, range), { form, content, claimedAt, ...circumstances });
}

/** pdf-lib reads lazily, so a damaged file can also make it throw long after the file was opened. */
async function findSignatures(
	pdf: Uint8Array,
): Promise<{ file: ViewedFile; values: SignatureValue[] } | undefined> {
	try {
		const file = await viewFile(pdf);
		return { file, values: signatureValues(pdf, file) };
	} catch {
		return undefined;
	}
}
