import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Operations } from '../../shared/operation/operation';
import { versionFor } from '../../shared/operation/versions';
import { entriesOf, minuteOf } from '../../shared/picker/entries';
import { listRequests } from '../../shared/signatureRequest/listRequests';
import { titleContains } from '../../shared/signatureRequest/titleContains';
import { signerName } from '../../shared/signatureRequest/signatureRequest.schema';
import type { SignatureRequest } from '../../shared/signatureRequest/signatureRequest.schema';

const PAGE_SIZE = 50;

/** The list behind the request field, searched by title; all requests, or those in one state. */
export function searchRequests(operations: Operations, status?: 'OPEN') {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const start = Number(paginationToken ?? 0);
		const end = start + PAGE_SIZE;
		const requests = await listRequests(this, {
			version: versionFor(this, operations),
			filters: { status_overall: status, search: filter.trim() || undefined },
			// Not every version and service filters by itself.
			isWanted: ({ request }) =>
				titleContains(request, filter) &&
				(status === undefined || request.status_overall?.toUpperCase() === status),
			// One more than is shown, to see whether there is a next page.
			limit: end + 1,
			itemIndex: 0,
		});
		return {
			results: entriesOf(requests.map(shown)).slice(start, end),
			paginationToken: requests.length > end ? String(end) : undefined,
		};
	};
}

function shown(request: SignatureRequest) {
	const { id, title, status_overall: status, created_at: created, signatures } = request;
	const [first, ...others] = signatures.map(signerName);
	const who = others.length === 0 ? first : `${first} and ${others.length} more`;
	return { id, title, facts: [status, minuteOf(created), who] };
}
