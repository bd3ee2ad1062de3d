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
	apiVersion: ApiVersion;
	options: { timeoutSeconds?: number };
}

export async function pdfToSeal(turn: Turn, wanted: Wanted): Promise<Pdf> {
	const source = await readSource(turn, wanted);
	return 'pdf' in source ? source.pdf : await pdfFromService(turn, source.documentId, wanted);
}

/** Into n8n's own storage first, so that a large document is never held in memory. */
async function pdfFromService(
	turn: Turn,
	documentId: string,
	{ apiVersion: version, options }: Wanted,
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
			timeoutSeconds: options.timeoutSeconds,
			itemIndex,
		},
		fileName: title ?? '',
		sizeBytes: size,
	});
	return { ...(await pdfFromBinary(turn, stored)), fileName: title };
}
