import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { eventOutput } from '../shared/signatureRequest/requestEvent';
import { withFiles } from '../shared/signatureRequest/requestFiles';
import type { ListedRequest } from './listStates';
import type { PollingForm } from './polling.fields';

/** What the flow is told. A download that failed and may still succeed is thrown. */
export async function changeItem(
	context: IPollFunctions,
	{ request, mayBeRepeated }: Pick<ListedRequest, 'request' | 'mayBeRepeated'>,
	{ apiVersion: version, simplify, downloadDocuments, binaryPropertyName: field }: PollingForm,
): Promise<INodeExecutionData> {
	const json = eventOutput(request, { simplify, mayBeRepeated });
	return await withFiles(context, json, { request, version, downloadDocuments, field });
}
