import { z } from 'zod/v3';

import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { getRequest } from '../../../shared/signatureRequest/readRequest';
import { changeRequest } from '../changeRequest';
import type { RequestChange } from '../changeRequest';
import { requestField } from '../requestField';
import { requestOutput, requestOutputFields } from '../requestOutput';

const Parameters = z.object({ requestId: Uuid, ...outputShape });

/** What an operation has that does one thing to a draft; drafts exist in v3 only (interface.md part 9). */
export function draftChange(
	endpoint: Endpoint,
	words: Pick<RequestChange, 'what' | 'done'>,
): Pick<Operation, 'fields' | 'versions' | 'endpoints' | 'execute'> {
	async function execute({ context, itemIndex, read }: ItemContext) {
		const { requestId, ...choice } = read(Parameters);
		const call = callTo(endpoint, requestId);
		const ref = { version: 'v3', requestId, itemIndex } as const;
		const request = await changeRequest(context, { ...ref, call, ...words });
		return { json: requestOutput(request, choice) };
	}
	return {
		fields: [requestField, ...requestOutputFields],
		versions: ['v3'],
		endpoints: [endpoint, getRequest],
		execute,
	};
}
