import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { ApiVersion } from '../../shared/operation/scalars.schema';
import { needsV3 } from '../fields';
import { listRequests } from '../../shared/signatureRequest/listRequests';

const PAGE_SIZE = 50;

/** The list behind the request field, searched by title in the service. */
export async function searchRequests(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const start = Number(paginationToken ?? 0);
	const end = start + PAGE_SIZE;
	const requests = await listRequests(this, {
		version: versionFor(this),
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
}

export function versionFor(context: ILoadOptionsFunctions) {
	const operation = context.getNodeParameter('operation', '');
	const resource = context.getNodeParameter('resource', '');
	if (needsV3({ resource, operation })) return 'v3';
	return ApiVersion.catch('v2').parse(context.getNodeParameter('apiVersion', 'v2'));
}
