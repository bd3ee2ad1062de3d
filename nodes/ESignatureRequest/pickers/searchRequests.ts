import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Operations } from '../../shared/operation/operation';
import { versionFor } from '../../shared/operation/versions';
import { listRequests } from '../../shared/signatureRequest/listRequests';

const PAGE_SIZE = 50;

/** The list behind the request field, searched by title in the service. */
export function searchRequests(operations: Operations) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const start = Number(paginationToken ?? 0);
		const end = start + PAGE_SIZE;
		const requests = await listRequests(this, {
			version: versionFor(this, operations),
			filters: filter.trim() === '' ? {} : { search: filter.trim() },
			// One more than is shown tells whether there is a next page.
			limit: end + 1,
			itemIndex: 0,
		});
		return {
			results: requests.slice(start, end).map(({ id, title = id, status_overall: status }) => ({
				name: status === undefined ? title : `${title} (${status})`,
				value: id,
			})),
			paginationToken: requests.length > end ? String(end) : undefined,
		};
	};
}
