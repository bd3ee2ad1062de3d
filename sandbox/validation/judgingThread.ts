/** Runs in a thread: judges one file. */
import { decodePDFRawStream, PDFName, PDFRawStream, type PDFDocument } from '@cantoo/pdf-lib';
import { openForReading } from '../pdf/file/revision.ts';
import type { Findings, Format, JudgingJob } from './judgement.ts';
import { checkSignature } from './signatures/checkedSignature.ts';
import { verifyPdf } from './signatures/verify.ts';

export async function run({ fileType, content, roots, now }: JudgingJob): Promise<Findings> {
	if (fileType === 'PDF') {
		const verification = await verifyPdf(content, roots, now);
		return { verification, format: await readFormat(content) };
	}
	// A CMS signature without the content that it was made for.
	const signature = {
		...checkSignature(content, { form: 'file', roots, now }),
		...{ fieldName: 'signature', coversWholeDocument: false, longTermValidation: false },
		...{ changesAfter: 'none' as const, visualDifferences: false },
	};
	return { verification: { readable: true, signatures: [signature] }, format: { fileType } };
}

async function readFormat(pdf: Uint8Array): Promise<Format> {
	try {
		const document = await openForReading(pdf);
		return { fileType: 'PDF', quality: conformance(document), producer: document.getProducer() };
	} catch {
		// A file too damaged to be read is judged by its validation; its format is still what was sent.
		return { fileType: 'PDF' };
	}
}

function conformance(document: PDFDocument): string | undefined {
	const metadata = document.catalog.lookup(PDFName.of('Metadata'));
	if (!(metadata instanceof PDFRawStream)) return undefined;
	const xml = Buffer.from(decodePDFRawStream(metadata).decode()).toString('utf8');
	const stated = (name: string) =>
		new RegExp(`pdfaid:${name}(?:>|=["'])\\s*(\\w+)`).exec(xml)?.[1]?.toUpperCase();
	const part = stated('part');
	return part && `PDF/A-${part}${stated('conformance') ?? ''}`;
}
