import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { LARGEST_DOCUMENT_BYTES } from '../document/fileCheck';
import { requestFileName } from '../document/fileName';
import { downloadPdf } from '../document/download';
import { getContent } from '../document/endpoints';
import type { Call, FileContext } from '../http/call';
import { callTo } from '../http/endpoint';
import { endOf, SILENCE_MS } from '../network/patience';
import type { DownloadProgress } from '../network/patience';
import { newestOf } from './newestVersion';
import { documentsOf } from './signatureRequest.schema';
import type { SignatureRequest } from './signatureRequest.schema';
import { unlessLate } from './unlessLate';

interface RequestFile {
	documentId: string;
	name: string;
	file: IBinaryData;
}

/** The PDFs of a request as they are now, with the signatures made so far; in v3 all of them. */
export async function downloadDocumentsOf(
	context: FileContext,
	request: SignatureRequest,
	{
		patience,
		...call
	}: Pick<Call, 'version' | 'timeoutSeconds' | 'itemIndex'> & { patience?: DownloadProgress },
): Promise<RequestFile[]> {
	const files: RequestFile[] = [];
	const documents = documentsOf(request);
	for (const [index, { id: shown, name = shown }] of documents.entries()) {
		const versionId = request.documents?.find(({ id }) => id === shown)?.version_id;
		const asks = patience ? { ...call, failFast: true, timeoutSeconds: SILENCE_MS / 1000 } : call;
		const id = await newestOf(context, { id: shown, versionId }, asks);
		const file = await downloadPdf(context, {
			call: { ...callTo(getContent, id), ...call },
			about: {
				fileName:
					documents.length === 1
						? requestFileName(request)
						: requestFileName({ id: request.id, title: name }, index + 1),
			},
			expectedBytes: LARGEST_DOCUMENT_BYTES,
			patience,
		});
		files.push({ documentId: id, name, file });
	}
	return files;
}

/** What happened to a request, and optionally its documents. */
export async function withFiles(
	context: FileContext,
	json: IDataObject,
	{
		request,
		version,
		downloadDocuments,
		field,
		isCallback = false,
	}: Pick<Call, 'version'> & {
		request: SignatureRequest;
		downloadDocuments: boolean;
		field: string;
		/** The service has called and waits for an answer; it calls again when there is none in time. */
		isCallback?: boolean;
	},
): Promise<INodeExecutionData> {
	if (!downloadDocuments) return { json };
	const patience = isCallback ? { startedMs: Date.now(), receivedBytes: 0 } : undefined;
	const how = { version, field, patience };
	const files = filesOrReason(context, request, how);
	const { binary, ...problem } = await (patience ? inTime(context, files, patience) : files);
	return { json: { ...json, ...problem }, binary };
}

/** Bounds the whole work: also the calls before a download, and a login before these. */
async function inTime<Outcome>(
	context: FileContext,
	outcome: Promise<Outcome>,
	patience: DownloadProgress,
): Promise<Outcome> {
	const isLate = () => Date.now() > endOf(patience);
	const message = 'The documents did not come in time';
	const failure = () => new NodeApiError(context.getNode(), {}, { message });
	return await unlessLate(outcome, { isLate, failure });
}

/**
 * All documents in one item. Where they are gone for good, the sentence that says so: what happened to
 * the request must reach the workflow anyway. A failure that may pass is thrown.
 */
async function filesOrReason(
	context: FileContext,
	request: SignatureRequest,
	{ field, ...how }: Pick<Call, 'version'> & { field: string; patience?: DownloadProgress },
): Promise<{ binary?: IBinaryKeyData; downloadError?: string }> {
	if (documentsOf(request).length === 0) return { downloadError: 'The request shows no document' };
	const files = await downloadDocumentsOf(context, request, { ...how, itemIndex: 0 }).catch(
		(error: unknown) => {
			if (!isForGood(error)) throw error;
			return `The documents could not be downloaded: ${error.message}`;
		},
	);
	return typeof files === 'string' ? { downloadError: files } : { binary: inFields(files, field) };
}

const mayPass = [401, 408, 423, 425, 429];

/** Refused for what the document is, and not for the login, the load or the moment. */
function isForGood(error: unknown): error is NodeApiError {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode);
	const isLogin = /^error\.auth\./.test(String(error.context.key ?? ''));
	return status >= 400 && status < 500 && !mayPass.includes(status) && !isLogin;
}

/** All in one item: the second document goes into data_2, and so on. */
export function inFields(files: RequestFile[], field: string): IBinaryKeyData {
	const named = files.map(({ file }, index) => [
		index === 0 ? field : `${field}_${index + 1}`,
		file,
	]);
	return Object.fromEntries(named) as IBinaryKeyData;
}
