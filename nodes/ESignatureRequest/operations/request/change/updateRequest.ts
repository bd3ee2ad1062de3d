import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { callTo } from '../../../../shared/http/endpoint';
import type { RequestRef } from '../../../../shared/signatureRequest/readRequest';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { changeRequest } from '../../changeRequest';
import type { RequestChange } from '../../changeRequest';
import { updateRequestEndpoint } from '../../endpoints';
import { updateBody } from './requestChange.body';
import type { RequestChanges } from './requestChange.body';

interface Update extends RequestRef, Pick<RequestChange, 'step' | 'what' | 'done'> {
	changes: RequestChanges;
	/** All who are to stay in the request, and who is new. */
	signatures: IDataObject[];
}

export async function updateRequest(
	context: IExecuteFunctions,
	{ changes, signatures, ...change }: Update,
): Promise<SignatureRequest> {
	const { requestId, version } = change;
	const call = {
		...callTo(updateRequestEndpoint),
		body: { json: updateBody(requestId, changes, { version, signatures }) },
		...(changes.expiresAt && { feature: 'expiry' }),
	};
	return await changeRequest(context, { ...change, call });
}
