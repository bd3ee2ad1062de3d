import { NodeApiError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { eventOutput } from '../ESignatureRequest/requestEvent';
import { downloadDocumentsOf, inFields } from '../ESignatureRequest/requestFiles';
import { documentsOf } from '../ESignatureRequest/signatureRequest.schema';
import type { SignatureRequest } from '../ESignatureRequest/signatureRequest.schema';
import type { PollingForm } from './polling.fields';

/**
 * What the flow is told. Documents that are gone for good are replaced by a sentence: what happened to the
 * request must reach the flow all the same. A failure that may pass is thrown.
 */
export async function changeItem(
	context: IPollFunctions,
	request: SignatureRequest,
	{ apiVersion: version, simplify, downloadDocuments, binaryPropertyName }: PollingForm,
): Promise<INodeExecutionData> {
	const json = eventOutput(request, { simplify });
	if (!downloadDocuments) return { json };
	if (documentsOf(request).length === 0) {
		return { json: { ...json, filesProblem: 'The request shows no document' } };
	}
	const files = await downloadDocumentsOf(context, request, { version, itemIndex: 0 }).catch(
		(error: unknown) => {
			if (!isForGood(error)) throw error;
			return `The documents could not be downloaded: ${error.message}`;
		},
	);
	if (typeof files === 'string') return { json: { ...json, filesProblem: files } };
	return { json, binary: inFields(files, binaryPropertyName) };
}

const mayPass = [401, 408, 423, 425, 429];

/** Refused for what the document is, and not for the login, the load or the moment. */
function isForGood(error: unknown): error is NodeApiError {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode);
	const isLogin = /^error\.auth\./.test(String(error.context.key ?? ''));
	return status >= 400 && status < 500 && !mayPass.includes(status) && !isLogin;
}
