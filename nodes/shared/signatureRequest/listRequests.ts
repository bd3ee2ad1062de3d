import type { IDataObject } from 'n8n-workflow';

import { readRules } from '../account/account';
import type { ApiVersion, Call, CallContext } from '../http/call';
import { callService, dateOf, isRefused, readJson } from '../http/transport';
import { answerList } from '../operation/scalars.schema';
import { readPages } from './pages';
import { SignatureRequest } from './signatureRequest.schema';

const Requests = answerList(SignatureRequest);

interface Wanted {
	version: ApiVersion;
	filters: IDataObject;
	limit?: number;
	/** Holds the answer against the filters as well: one that the service does not know is ignored there. */
	isWanted?: (request: SignatureRequest) => boolean;
	itemIndex: number;
}

/** Requests that match, every one exactly once (interface.md 4.3). */
export async function listRequests(
	context: CallContext,
	wanted: Wanted,
): Promise<SignatureRequest[]> {
	return (await listWithClock(context, wanted)).requests;
}

/** For the one place that holds the time stamps against the service's own clock. */
export async function listWithClock(
	context: CallContext,
	{ version, filters, itemIndex, ...selection }: Wanted,
): Promise<{ requests: SignatureRequest[]; serviceNowMs?: number }> {
	const { firstPage } = await readRules(context, { version, itemIndex });
	let serviceNowMs: number | undefined;
	const how = { ...selection, firstPage };
	const requests = await readPages(async ({ pageNumber, pageSize }) => {
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
		serviceNowMs ??= dateOf(answer);
		return isRefused(answer) ? undefined : readJson(context, call, answer, Requests);
	}, how);
	return { requests, serviceNowMs };
}
