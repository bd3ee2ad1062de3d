import { z } from 'zod';

import { pdfFromBinary } from '../../shared/document/document';
import type { Pdf } from '../../shared/document/document';
import { Document } from '../../shared/document/document.schema';
import { downloadPdf } from '../../shared/document/download';
import { readSource } from '../../shared/document/source';
import type { ApiVersion } from '../../shared/http/call';
import { callForJson } from '../../shared/http/transport';
import type { Turn } from '../../shared/operation/operation';

export const Source = z.enum(['binary', 'base64', 'document']);

interface Wanted {
	source: z.output<typeof Source>;
	version: ApiVersion;
	timeoutSeconds?: number;
}

/** Where it comes from the service, with its id there. */
type PdfToSeal = Pdf & { documentId?: string };

export async function pdfToSeal(turn: Turn, wanted: Wanted): Promise<PdfToSeal> {
	const source = await readSource(turn, wanted);
	if ('pdf' in source) return source.pdf;
	const { documentId } = source;
	return { ...(await pdfFromService(turn, documentId, wanted)), documentId };
}

/** Into n8n's own storage first, so that a large document is never held in memory. */
async function pdfFromService(
	turn: Turn,
	documentId: string,
	{ version, timeoutSeconds }: Wanted,
): Promise<Pdf> {
	const { context, itemIndex } = turn;
	const path = `/documents/${documentId}`;
	const { title, size } = await callForJson(
		context,
		{ version, method: 'GET', path, itemIndex },
		Document,
	);
	const stored = await downloadPdf(context, {
		call: {
			version,
			path: `${path}/content`,
			timeoutSeconds,
			itemIndex,
		},
		fileName: title ?? '',
		sizeBytes: size,
	});
	return { ...(await pdfFromBinary(turn, stored)), fileName: title };
}
