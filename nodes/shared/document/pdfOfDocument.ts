import type { ApiVersion } from '../http/call';
import { pdfFromBinary } from './document';
import type { ItemRef } from './fileCheck';
import { downloadDocument } from './downloadDocument';
import type { Pdf } from './pdf';

/** A document of the service; into n8n's own storage first, so that a large one is never held in memory. */
export async function pdfOfDocument(
	item: ItemRef,
	wanted: { documentId: string; version: ApiVersion; timeoutSeconds?: number },
): Promise<Pdf> {
	const { context, itemIndex } = item;
	const { document, binary } = await downloadDocument(context, { ...wanted, itemIndex });
	return { ...(await pdfFromBinary(item, binary)), fileName: document.title };
}
