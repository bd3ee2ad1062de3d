import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';

import { LARGEST_DOCUMENT_BYTES } from '../documents/document';
import { requestFileName } from '../documents/fileName';
import { downloadPdf } from '../documents/download';
import { getContent, findDocument } from '../documents/documentCalls';
import { callTo } from '../client/call';
import type { Call, FileContext } from '../client/call';
import { downloadDeadlineMs, SILENCE_MS } from '../network/answer';
import type { DownloadProgress } from '../network/answer';
import { documentsOf } from './signatureRequest.schema';
import type { SignatureRequest } from './signatureRequest.schema';
import { unlessLate } from './unlessLate';
import { field } from '../form/field';
import { outputFileField } from '../form/fields';
import { isSameId } from '../client/callService';
import { answerObject } from '../client/answerSchema';

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
		progress,
		...call
	}: Pick<Call, 'version' | 'timeoutSeconds' | 'itemIndex'> & { progress?: DownloadProgress },
): Promise<RequestFile[]> {
	const files: RequestFile[] = [];
	const documents = documentsOf(request);
	for (const [index, { id: shown, name = shown }] of documents.entries()) {
		const versionId = request.documents?.find(({ id }) => id === shown)?.version_id;
		const asks = progress ? { ...call, failFast: true, timeoutSeconds: SILENCE_MS / 1000 } : call;
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
			progress,
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
	const progress = isCallback ? { startedMs: Date.now(), receivedBytes: 0 } : undefined;
	const files = filesOrReason(context, request, { version, field, progress });
	// Bounds the whole work, including the calls before a download, and their login.
	const inTime = progress
		? unlessLate(files, {
				latestMs: () => downloadDeadlineMs(progress),
				failure: () => new NodeApiError(context.getNode(), {}, { message: TOO_LATE }),
			})
		: files;
	const { binary, ...problem } = await inTime;
	return { json: { ...json, ...problem }, binary };
}

const TOO_LATE = "The documents didn't arrive in time";

/**
 * All documents in one item. Where they are gone for good, the sentence that says so: what happened to
 * the request must reach the workflow anyway. A failure that may pass is thrown.
 */
async function filesOrReason(
	context: FileContext,
	request: SignatureRequest,
	{ field, ...settings }: Pick<Call, 'version'> & { field: string; progress?: DownloadProgress },
): Promise<{ binary?: IBinaryKeyData; downloadError?: string }> {
	if (documentsOf(request).length === 0)
		return { downloadError: "Skribble doesn't show the documents of the request" };
	const files = await downloadDocumentsOf(context, request, { ...settings, itemIndex: 0 }).catch(
		(error: unknown) => {
			if (!isForGood(error)) throw error;
			return `The documents couldn't be downloaded: ${error.message}`;
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

/** For everything that reports an event of a request. */
export const downloadField = field({
	displayName: 'Download Documents',
	name: 'downloadDocuments',
	type: 'boolean',
	default: false,
	hint: 'When off, get the files later with Request: Download Documents and the id in the output',
	description: 'Whether to also return the PDFs, with the signatures made so far',
});

export const fileField = outputFileField('the PDF', {
	displayOptions: { show: { downloadDocuments: [true] } },
	hint: 'The name of the output field to put the PDF in. A second document goes into data_2, and so on.',
});

const Descended = answerObject({ parent_id: z.string().optional().catch(undefined) });

/** Every signature makes a new document of the one before, so the way back may be long. */
const MOST_STEPS = 50;

/**
 * Which of the two IDs that v3 shows for a document has the signatures made so far: the one that descends from the other
 * (interface.md part 10). If neither is said to, the ID of the contract.
 */
async function newestOf(
	context: FileContext,
	{ id, versionId }: { id: string; versionId?: string },
	settings: Pick<Call, 'version' | 'failFast' | 'timeoutSeconds' | 'itemIndex'>,
): Promise<string> {
	if (!versionId || isSameId(versionId, id)) return id;
	let at: string | undefined = versionId;
	for (let step = 0; step < MOST_STEPS && at !== undefined; step++) {
		// Undefined if the metadata is gone (404), or not ours to read.
		const ref: Parameters<typeof findDocument>[1] = {
			...settings,
			documentId: at,
			alsoAccept: [403, 404, 405],
		};
		at = (await findDocument(context, ref, Descended))?.parent_id;
		if (at !== undefined && isSameId(at, id)) return versionId;
	}
	return id;
}
