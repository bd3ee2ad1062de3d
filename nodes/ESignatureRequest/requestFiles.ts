import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import { LARGEST_DOCUMENT_BYTES } from '../shared/document';
import { downloadPdf } from '../shared/download';
import type { Call, FileContext } from '../shared/transport';
import { documentsOf } from './signatureRequest.schema';
import type { SignatureRequest } from './signatureRequest.schema';

export interface RequestFile {
	documentId: string;
	name: string;
	file: IBinaryData;
}

/** The PDFs of a request as they are now, with the signatures made so far; in v3 all of them. */
export async function downloadDocumentsOf(
	context: FileContext,
	request: SignatureRequest,
	call: Pick<Call, 'version' | 'timeoutSeconds' | 'itemIndex'>,
): Promise<RequestFile[]> {
	const files: RequestFile[] = [];
	for (const { id, name = id } of documentsOf(request)) {
		const file = await downloadPdf(context, {
			call: { ...call, path: `/documents/${encodeURIComponent(id)}/content` },
			fileName: name,
			sizeBytes: LARGEST_DOCUMENT_BYTES,
		});
		files.push({ documentId: id, name, file });
	}
	return files;
}

/** All in one item: the second document goes into data_2, and so on. */
export function inFields(files: RequestFile[], field: string): IBinaryKeyData {
	const named = files.map(({ file }, index) => [
		index === 0 ? field : `${field}_${index + 1}`,
		file,
	]);
	return Object.fromEntries(named) as IBinaryKeyData;
}
