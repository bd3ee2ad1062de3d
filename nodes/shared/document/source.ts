import { z } from 'zod/v3';

import type { ItemContext } from '../operation/operation';
import { BinaryField, HttpsUrl, RequiredText, Uuid } from '../operation/scalars.schema';
import { pdfFromBase64, pdfFromBinary } from './document';
import type { SizeLimit } from './fileCheck';
import type { Pdf } from './pdf';

/** What each choice under Document From leads to; a PDF is checked before any call. */
interface SourceByKind {
	binary: { pdf: Pdf };
	base64: { pdf: Pdf };
	url: { fileUrl: string };
	document: { documentId: string };
}
type SourceKind = keyof SourceByKind;
export type Source = SourceByKind[SourceKind];

export const FromBinary = z.object({ binaryPropertyName: BinaryField });
export const FromText = z.object({ content: RequiredText });
const FromUrl = z.object({ fileUrl: HttpsUrl });
const FromDocument = z.object({ documentId: Uuid });

type SourceReader<Kind extends SourceKind> = (
	item: ItemContext,
	limit?: SizeLimit,
) => Promise<SourceByKind[Kind]>;

const readers: { [Kind in SourceKind]: SourceReader<Kind> } = {
	binary: async (item, limit) => ({
		pdf: await pdfFromBinary(item, item.read(FromBinary).binaryPropertyName, { limit }),
	}),
	base64: async (item, limit) => ({
		pdf: pdfFromBase64(item, item.read(FromText).content, limit),
	}),
	url: async (item) => item.read(FromUrl),
	document: async (item) => item.read(FromDocument),
};

export async function readSource<Kind extends SourceKind>(
	item: ItemContext,
	{ source, limit }: { source: Kind; limit?: SizeLimit },
): Promise<SourceByKind[Kind]> {
	return await readers[source](item, limit);
}

/** The name of the file, where it has one. */
export function fileNameOf(source: Source): string | undefined {
	if ('documentId' in source) return undefined;
	const name = 'pdf' in source ? source.pdf.fileName : fileNameIn(source.fileUrl);
	return name?.trim() || undefined;
}

/** Decoded like a form, which takes a stray % sign as it is. */
function fileNameIn(fileUrl: string): string {
	const encoded = new URL(fileUrl).pathname.split('/').pop() ?? '';
	const form = `name=${encoded.replace(/[+&]/g, encodeURIComponent)}`;
	return new URLSearchParams(form).get('name') ?? '';
}

export function titleOf(item: ItemContext, typed: string, source?: Source): string {
	const title = typed || (source && fileNameOf(source));
	if (title) return title;
	throw item.fault({
		path: ['title'],
		message: 'is empty, and there is no file name to use instead; type one, such as Contract.pdf',
	});
}
