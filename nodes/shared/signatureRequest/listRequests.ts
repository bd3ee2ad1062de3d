import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { ApiVersion, Call, CallContext } from '../http/call';
import { callService, isRefused, readJson } from '../http/transport';
import { readPages } from './pages';
import { SignatureRequest } from './signatureRequest.schema';

const Requests = z.array(SignatureRequest);

/** Requests that match, every one exactly once (interface.md 4.3). */
export async function listRequests(
	context: CallContext,
	{
		version,
		filters,
		limit,
		itemIndex,
	}: { version: ApiVersion; filters: IDataObject; limit?: number; itemIndex: number },
): Promise<SignatureRequest[]> {
	return await readPages(async ({ pageNumber, pageSize }) => {
		const call: Call = {
			version,
			method: 'GET',
			path: '/signature-requests',
			query: { ...filters, page_number: pageNumber, page_size: pageSize },
			// A service whose first page is called 1 may refuse page 0; other faults come again on page 1.
			alsoAccept: pageNumber === 0 ? [400] : [],
			itemIndex,
		};
		const answer = await callService(context, call);
		return isRefused(answer) ? undefined : readJson(context, call, answer, Requests);
	}, limit);
}
