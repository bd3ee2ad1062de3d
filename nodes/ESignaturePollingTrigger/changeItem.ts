import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { eventOutput } from '../shared/signatureRequest/requestEvent';
import { withFiles } from '../shared/signatureRequest/requestFiles';
import type { SignatureRequest } from '../shared/signatureRequest/signatureRequest.schema';
import type { PollingForm } from './polling.fields';

/** What the flow is told. A download that failed and may still succeed is thrown. */
export async function changeItem(
	context: IPollFunctions,
	request: SignatureRequest,
	{ apiVersion: version, simplify, downloadDocuments, binaryPropertyName: field }: PollingForm,
): Promise<INodeExecutionData> {
	const json = eventOutput(request, { simplify });
	return await withFiles(context, json, { request, version, downloadDocuments, field });
}
