import type { X509Certificate } from 'node:crypto';
import { ParseSpeeds, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PDFAcroField } from '@cantoo/pdf-lib';
import { coveredPieces, readByteRange, signatureBytes } from './byteRange.ts';
import type { ByteRange } from './byteRange.ts';
import { changesBetween } from './changes.ts';
import type { Changes } from './changes.ts';
import { readDetached } from './readCms.ts';
import type { CmsFault } from './readCms.ts';
import { signatureFields } from './signatureField.ts';
import { trustIn } from './trust.ts';
import type { Trust } from './trust.ts';

export interface VerifiedSignature {
	fieldName: string;
	signer: string;
	signedAt?: Date;
	integrity: 'intact' | 'broken';
	/** Why the integrity is broken. */
	fault?: CmsFault;
	coversWholeDocument: boolean;
	certificate?: { subject: string; issuer: string; serialNumber: string };
	trust: Trust;
	trusted: boolean;
	changesAfter: Changes['kind'];
	visualDifferences: boolean;
}

export interface Verification {
	/** Whether the file could be read as a PDF at all. */
	readable: boolean;
	/** In the order in which they were made. */
	signatures: VerifiedSignature[];
}

interface FoundSignature {
	fieldName: string;
	range?: ByteRange;
}

/** Checks every signature of a file: its range, digest and key, whom it comes from, and what came after it. */
export async function verifyPdf(
	pdf: Uint8Array,
	trustedRoots: Uint8Array[],
): Promise<Verification> {
	const document = await open(pdf);
	const found = document && attempt(() => findSignatures(pdf, document));
	if (!found) return { readable: false, signatures: [] };

	const changes = await changesAfterEach(pdf, document, found);
	const signatures = found.map((signature, index) => ({
		...verifySignature(pdf, signature, trustedRoots),
		changesAfter: changes[index]?.kind ?? 'undefined',
		visualDifferences: changes[index]?.visual ?? true,
	}));
	return { readable: true, signatures };
}

function findSignatures(pdf: Uint8Array, document: PDFDocument): FoundSignature[] {
	return signatureFields(document)
		.filter(([, field]) => field.V() instanceof PDFDict)
		.map(([fieldName, field]) => ({ fieldName, range: rangeOf(pdf, field) }))
		.toSorted((a, b) => (a.range?.end ?? Infinity) - (b.range?.end ?? Infinity));
}

function verifySignature(
	pdf: Uint8Array,
	{ fieldName, range }: FoundSignature,
	roots: Uint8Array[],
): Omit<VerifiedSignature, 'changesAfter' | 'visualDifferences'> {
	if (!range) {
		const unknown = { signer: '', coversWholeDocument: false, trusted: false } as const;
		return { fieldName, integrity: 'broken', fault: 'format', trust: 'unknown-issuer', ...unknown };
	}
	const { fault, signer, otherCertificates, signedAt } = readDetached(
		signatureBytes(pdf, range),
		coveredPieces(pdf, range),
	);
	const trust =
		signer && signedAt
			? trustIn(signer, { others: otherCertificates, roots, at: signedAt })
			: 'unknown-issuer';
	return {
		fieldName,
		signer: signer ? commonName(signer) : '',
		signedAt,
		integrity: fault ? 'broken' : 'intact',
		fault,
		coversWholeDocument: range.end === pdf.length,
		certificate: signer && describe(signer),
		trust,
		trusted: trust === 'trusted',
	};
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
		return await PDFDocument.load(pdf, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
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

function rangeOf(pdf: Uint8Array, field: PDFAcroField): ByteRange | undefined {
	const value = field.V();
	const stated = value instanceof PDFDict ? value.lookup(PDFName.of('ByteRange')) : undefined;
	if (!(stated instanceof PDFArray)) return undefined;
	const numbers = stated
		.asArray()
		.map((item) => (item instanceof PDFNumber ? item.asNumber() : NaN));
	return readByteRange(pdf, numbers);
}

function describe({ subject, issuer, serialNumber }: X509Certificate) {
	return { subject: oneLine(subject), issuer: oneLine(issuer), serialNumber };
}

const oneLine = (name: string) => name.split('\n').join(', ');

const commonName = ({ subject }: X509Certificate) => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;
