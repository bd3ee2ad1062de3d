import type { ApiVersion } from '../http/call';
import { callForJson } from '../http/transport';
import { pdfFromBinary } from './document';
import type { Pdf, Place } from './document';
import { Document } from './document.schema';
import { downloadPdf } from './download';

/** A document of the service; into n8n's own storage first, so that a large one is never held in memory. */
export async function pdfOfDocument(
	place: Place,
	{
		documentId,
		version,
		timeoutSeconds,
	}: { documentId: string; version: ApiVersion; timeoutSeconds?: number },
): Promise<Pdf> {
	const { context, itemIndex } = place;
	const path = `/documents/${documentId}`;
	const { title, size } = await callForJson(
		context,
		{ version, method: 'GET', path, itemIndex },
		Document,
	);
	const stored = await downloadPdf(context, {
		call: { version, path: `${path}/content`, timeoutSeconds, itemIndex },
		fileName: title ?? '',
		sizeBytes: size,
	});
	return { ...(await pdfFromBinary(place, stored)), fileName: title };
}
