import { z } from 'zod';

import { Document } from '../../shared/document/document.schema';
import { pdfFromBase64, pdfFromBinary } from '../../shared/document/document';
import type { Pdf } from '../../shared/document/document';
import { downloadPdf } from '../../shared/document/download';
import type { Turn } from '../../shared/operation/operation';
import { BinaryField, RequiredText, Uuid } from '../../shared/operation/scalars.schema';
import { callForJson } from '../../shared/http/transport';
import type { ApiVersion } from '../../shared/http/call';

export const Source = z.enum(['binary', 'base64', 'document']);

const FromBinary = z.object({ binaryPropertyName: BinaryField });
const FromText = z.object({ content: RequiredText });
const FromDocument = z.object({ documentId: Uuid });

interface Wanted {
	source: z.output<typeof Source>;
	apiVersion: ApiVersion;
	options: { timeoutSeconds?: number };
}

export async function pdfToSeal(turn: Turn, wanted: Wanted): Promise<Pdf> {
	switch (wanted.source) {
		case 'binary':
			return await pdfFromBinary(turn, turn.read(FromBinary).binaryPropertyName);
		case 'base64':
			return pdfFromBase64(turn, turn.read(FromText).content);
		case 'document':
			return await pdfFromService(turn, wanted);
	}
}

/** Into n8n's own storage first, so that a large document is never held in memory. */
async function pdfFromService(turn: Turn, { apiVersion: version, options }: Wanted): Promise<Pdf> {
	const { context, itemIndex } = turn;
	const path = `/documents/${turn.read(FromDocument).documentId}`;
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
