import type { IBinaryData } from 'n8n-workflow';

import type { Call, FileContext } from '../http/call';
import { callTo } from '../http/endpoint';
import { LARGEST_DOCUMENT_BYTES } from './fileCheck';
import { Document } from './document.schema';
import { downloadPdf } from './download';
import { getContent } from './endpoints';
import { lookUp } from './lookUp';

interface DocumentDownload extends Pick<Call, 'version' | 'timeoutSeconds' | 'itemIndex'> {
	documentId: string;
	/** Empty means the title of the document. */
	fileName?: string;
}

/** What the service knows of a document, and its PDF, asked for at the same time. */
export async function downloadDocument(
	context: FileContext,
	{ version, documentId, timeoutSeconds, itemIndex, fileName }: DocumentDownload,
): Promise<{ document: Document; binary: IBinaryData }> {
	const unknown: Document = { id: documentId };
	const asking = lookUp(context, { version, documentId, itemIndex }, Document).then(
		(document) => document ?? unknown,
	);
	const binary = await downloadPdf(context, {
		call: { ...callTo(getContent, documentId), version, timeoutSeconds, itemIndex },
		about: asking.then(({ title, size }) => ({
			fileName: fileName || title || documentId,
			sizeBytes: size,
		})),
		expectedBytes: LARGEST_DOCUMENT_BYTES,
	});
	return { document: await asking, binary };
}
