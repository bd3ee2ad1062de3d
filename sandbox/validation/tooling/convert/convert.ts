import type { PDFDocument } from '@cantoo/pdf-lib';
import { PdfReadingError } from '../../../pdf/file/pdfErrors.ts';
import { readPdf } from '../../../pdf/file/read.ts';
import { RefusedFile } from '../refusal.ts';
import { kindOf } from './kind.ts';
import { layOut } from './layOut.ts';
import { imageToPdf } from './image.ts';
import { paragraphsIn } from './word.ts';
import type { TagMarks } from './wrap.ts';

interface ConvertOptions {
	name?: string;
	marks: TagMarks;
	now: Date;
}

/** The file as a PDF; one that is a PDF already stays as it is. */
export async function convert(content: Buffer, options: ConvertOptions): Promise<Uint8Array> {
	const { name, marks } = options;
	const kind = kindOf({ content, name });
	switch (kind) {
		case 'pdf':
			await readPdf(content).catch(refuse);
			return content;
		case 'png':
		case 'jpeg':
			return await finish(await imageToPdf(content, kind).catch(unreadable(kind)), options);
		case 'text':
			return await finish(await layOut(linesOf(content.toString()), marks), options);
		case 'docx':
			return await finish(await layOut(await paragraphsIn(content), marks), options);
		case 'locked':
			throw new RefusedFile(
				400,
				'content: the file is protected by a password. Save it without the password and upload it again.',
				'file.pdf.encrypted',
			);
		default:
			throw new RefusedFile(
				415,
				`content: ${name ? `"${name}"` : 'this file'} cannot be turned into a PDF. PDF, DOCX, PNG, JPEG and plain text can.`,
			);
	}
}

async function finish(pdf: PDFDocument, { name, now }: ConvertOptions): Promise<Uint8Array> {
	if (name) pdf.setTitle(name);
	pdf.setCreator('esignature-sandbox');
	pdf.setProducer('esignature-sandbox');
	pdf.setCreationDate(now);
	pdf.setModificationDate(now);
	return await pdf.save({ useObjectStreams: false });
}

const linesOf = (text: string) =>
	text
		.replace(/^\ufeff/, '')
		.split(/\r\n|\r|\n/)
		.flatMap((line) => line.split('\f').map((part, at) => ({ text: part, beginsPage: at > 0 })));

function refuse(error: unknown): never {
	if (!(error instanceof PdfReadingError)) throw error;
	throw new RefusedFile(400, `content: ${error.message}`, error.key);
}

const unreadable = (kind: string) => () => {
	throw new RefusedFile(400, `content: is not a readable ${kind.toUpperCase()} file.`);
};
