import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { eventOutput } from '../shared/signatureRequest/requestEvent';
import { withFiles } from '../shared/signatureRequest/requestFiles';
import type { ListedRequest } from './readStates';
import type { PollingForm } from './polling.fields';

/** What the flow is told. A download that failed and may still succeed is thrown. */
export async function changeItem(
	context: IPollFunctions,
	{ request, state, mayBeRepeated }: Pick<ListedRequest, 'request' | 'state' | 'mayBeRepeated'>,
	{ apiVersion: version, simplify, downloadDocuments, binaryPropertyName: field }: PollingForm,
): Promise<INodeExecutionData> {
	// Only states in which requests stay are watched.
	const event = state === 'SIGNED' ? 'success' : 'error';
	const json = eventOutput(request, { event, simplify, mayBeRepeated });
	return await withFiles(context, json, { request, version, downloadDocuments, field });
}
