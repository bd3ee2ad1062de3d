import type { PDFDocument } from '@cantoo/pdf-lib';
import {
	PDFArray,
	PDFDict,
	PDFHexString,
	PDFName,
	PDFNumber,
	PDFString,
	type PDFAcroField,
} from '@cantoo/pdf-lib';
import {
	coveredPieces,
	readByteRange,
	signatureBytes,
	type ByteRange,
} from '../../pdf/file/byteRange.ts';
import { changesBetween, type Changes } from './changes.ts';
import { checkSignature, UNREADABLE_SIGNATURE, type CheckedSignature } from './checkedSignature.ts';
import type { CmsForm } from './cms/readCms.ts';
import { openForReading } from '../../pdf/file/revision.ts';
import { signatureFields } from '../../pdf/file/signatureField.ts';

export interface VerifiedSignature extends CheckedSignature {
	fieldName: string;
	coversWholeDocument: boolean;
	changesAfter: Changes['kind'];
	visualDifferences: boolean;
	/** What the signature says about itself beyond its certificate. */
	optionalInfos?: OptionalInfos;
	/** Whether the file brings what is needed to validate it after the certificates have expired. */
	longTermValidation: boolean;
}

export interface Verification {
	/** Whether the file could be read as a PDF at all. */
	readable: boolean;
	/** In the order in which they were made. */
	signatures: VerifiedSignature[];
}

export interface OptionalInfos {
	name?: string;
	contact?: string;
	location?: string;
	reason?: string;
}

interface FoundSignature {
	fieldName: string;
	optionalInfos: OptionalInfos;
	range?: ByteRange;
	form: CmsForm;
	/** The time that stands beside the signature. */
	claimedAt?: Date;
}

/** Checks every signature of a file: its range, digest and key, whom it comes from, and what came after it. */
export async function verifyPdf(
	pdf: Uint8Array,
	roots: Uint8Array[],
	now = new Date(),
): Promise<Verification> {
	const document = await open(pdf);
	const found = document && attempt(() => findSignatures(pdf, document));
	if (!found) return { readable: false, signatures: [] };

	const changes = await changesAfterEach(pdf, document, found);
	const longTermValidation = document.catalog.has(PDFName.of('DSS'));
	const signatures = found.map(({ fieldName, optionalInfos, range, form, claimedAt }, index) => ({
		fieldName,
		optionalInfos,
		...(range
			? checkSignature(signatureBytes(pdf, range), {
					form,
					content: coveredPieces(pdf, range),
					roots,
					claimedAt,
					now,
				})
			: UNREADABLE_SIGNATURE),
		coversWholeDocument: range?.end === pdf.length,
		changesAfter: changes[index]?.kind ?? 'undefined',
		visualDifferences: changes[index]?.visual ?? true,
		longTermValidation,
	}));
	return { readable: true, signatures };
}

function findSignatures(pdf: Uint8Array, document: PDFDocument): FoundSignature[] {
	return signatureFields(document)
		.filter(([, field]) => field.V() instanceof PDFDict)
		.map(([fieldName, field]) => ({
			fieldName,
			optionalInfos: optionalInfosOf(field),
			range: rangeOf(pdf, field),
			form: formOf(field),
			claimedAt: claimedTime(field),
		}))
		.toSorted((a, b) => (a.range?.end ?? Infinity) - (b.range?.end ?? Infinity));
}

/** Compares the state that each signature covers with the next one's, and the last with the whole file. */
async function changesAfterEach(
	pdf: Uint8Array,
	document: PDFDocument,
	found: FoundSignature[],
): Promise<Changes[]> {
	const changes: Changes[] = [];
	let later: PDFDocument | undefined = document;
	let sinceThen: Changes = { kind: 'none', visual: false };
	for (const { range } of found.toReversed()) {
		const isEarlier = range !== undefined && range.end < pdf.length;
		const earlier: PDFDocument | undefined = isEarlier
			? await open(pdf.subarray(0, range.end))
			: later;
		if (earlier !== later) sinceThen = sum(sinceThen, compare(earlier, later));
		changes.unshift(sinceThen);
		later = earlier;
	}
	return changes;
}

function compare(earlier: PDFDocument | undefined, later: PDFDocument | undefined): Changes {
	const changes = earlier && later && attempt(() => changesBetween(earlier, later));
	if (!changes) return { kind: 'undefined', visual: true };
	// Bytes were added and nothing came of them: not a signature, and nobody can say what for.
	return changes.kind === 'none' ? { ...changes, kind: 'undefined' } : changes;
}

function sum(a: Changes, b: Changes): Changes {
	const kind = (['undefined', 'signature', 'none'] as const).find(
		(worst) => a.kind === worst || b.kind === worst,
	);
	return { kind: kind ?? 'none', visual: a.visual || b.visual };
}

async function open(pdf: Uint8Array): Promise<PDFDocument | undefined> {
	try {
		return await openForReading(pdf);
	} catch {
		return undefined;
	}
}

/** pdf-lib reads lazily, so a damaged file can also make it throw long after the file was opened. */
function attempt<Result>(read: () => Result): Result | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

function optionalInfosOf(field: PDFAcroField): OptionalInfos {
	const value = field.V();
	const text = (key: string) => {
		const stated = value instanceof PDFDict ? value.lookup(PDFName.of(key)) : undefined;
		return stated instanceof PDFHexString || stated instanceof PDFString
			? stated.decodeText()
			: undefined;
	};
	return {
		name: text('Name'),
		contact: text('ContactInfo'),
		location: text('Location'),
		reason: text('Reason'),
	};
}

const FORMS: Record<string, CmsForm> = {
	'adbe.pkcs7.sha1': 'digest',
	'ETSI.RFC3161': 'time-stamp',
};

function formOf(field: PDFAcroField): CmsForm {
	const value = field.V();
	const stated = value instanceof PDFDict ? value.lookup(PDFName.of('SubFilter')) : undefined;
	return (stated instanceof PDFName && FORMS[stated.decodeText()]) || 'detached';
}

function claimedTime(field: PDFAcroField): Date | undefined {
	const value = field.V();
	const stated = value instanceof PDFDict ? value.lookup(PDFName.of('M')) : undefined;
	return stated instanceof PDFString || stated instanceof PDFHexString
		? attempt(() => stated.decodeDate())
		: undefined;
}

function rangeOf(pdf: Uint8Array, field: PDFAcroField): ByteRange | undefined {
	const value = field.V();
	const stated = value instanceof PDFDict ? value.lookup(PDFName.of('ByteRange')) : undefined;
	if (!(stated instanceof PDFArray)) return undefined;
	const numbers = stated
		.asArray()
		.map((item) => (item instanceof PDFNumber ? item.asNumber() : NaN));
	return readByteRange(pdf, numbers);
}
