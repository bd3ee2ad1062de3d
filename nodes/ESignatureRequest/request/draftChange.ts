import { callTo } from '../../shared/client/call';
import type { Endpoint } from '../../shared/client/call';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { fields } from '../../shared/form/field';
import { getRequest } from '../../shared/requests/readRequest';
import { changeRequest } from '../changeRequest';
import type { RequestChange } from '../changeRequest';
import { requestField, requestOutput, requestOutputFields } from '../requestForm';

const form = fields(requestField, ...requestOutputFields);

/** What an operation has that does one thing to a draft; drafts exist in v3 only (interface.md part 9). */
export function draftChange(
	endpoint: Endpoint,
	words: Pick<RequestChange, 'what' | 'done'>,
): Pick<Operation, 'fields' | 'versions' | 'endpoints' | 'execute'> {
	async function execute({ context, itemIndex, read }: ItemContext) {
		const { requestId, ...choice } = read(form);
		const call = callTo(endpoint, requestId);
		const ref = { version: 'v3', requestId, itemIndex } as const;
		const request = await changeRequest(context, { ...ref, call, ...words });
		return { json: requestOutput(request, choice) };
	}
	return {
		fields: form,
		versions: ['v3'],
		endpoints: [endpoint, getRequest],
		execute,
	};
}
