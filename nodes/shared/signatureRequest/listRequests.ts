import type { IDataObject } from 'n8n-workflow';

import { readRules } from '../account/account';
import type { ApiVersion, Call, CallContext } from '../http/call';
import { callService, dateOf, isRefused, readJson } from '../http/transport';
import { answerList } from '../operation/scalars.schema';
import { readPages } from './pages';
import type { ReadPage } from './pages';
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
	{ isWanted, limit, ...wanted }: Wanted,
): Promise<SignatureRequest[]> {
	const { firstPage, readPage } = await pagesOfRequests(context, wanted);
	return await readPages(readPage, { firstPage, isWanted, limit });
}

/** The pages of such a list, for whoever needs to know what stands on which, and when the service said so. */
export async function pagesOfRequests(
	context: CallContext,
	{ version, filters, itemIndex }: Pick<Wanted, 'version' | 'filters' | 'itemIndex'>,
	onAnswer: (serviceNowMs: number | undefined) => void = () => undefined,
): Promise<{ firstPage: 0 | 1; readPage: ReadPage<SignatureRequest> }> {
	const { firstPage } = await readRules(context, version);
	const readPage: ReadPage<SignatureRequest> = async ({ pageNumber, pageSize }) => {
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
		onAnswer(dateOf(answer));
		return isRefused(answer) ? undefined : readJson(context, call, answer, Requests);
	};
	return { firstPage, readPage };
}
