import type { IBinaryData } from 'n8n-workflow';

import type { Call, FileContext } from '../http/call';
import { callForJson } from '../http/transport';
import { LARGEST_DOCUMENT_BYTES } from './document';
import { Document } from './document.schema';
import { downloadPdf } from './download';

interface Wanted extends Pick<Call, 'version' | 'timeoutSeconds' | 'itemIndex'> {
	documentId: string;
	/** Empty means the title of the document. */
	fileName?: string;
}

/** What the service knows of a document, and its PDF, asked for at the same time. */
export async function downloadDocument(
	context: FileContext,
	{ version, documentId, timeoutSeconds, itemIndex, fileName }: Wanted,
): Promise<{ document: Document; binary: IBinaryData }> {
	const path = `/documents/${documentId}`;
	const asking = callForJson(context, { version, method: 'GET', path, itemIndex }, Document);
	const binary = await downloadPdf(context, {
		call: { version, path: `${path}/content`, timeoutSeconds, itemIndex },
		about: asking.then(({ title, size }) => ({
			fileName: fileName || title || documentId,
			sizeBytes: size,
		})),
		expectedBytes: LARGEST_DOCUMENT_BYTES,
	});
	return { document: await asking, binary };
}
