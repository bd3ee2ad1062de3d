import { NodeApiError } from 'n8n-workflow';

import { readRules } from '../account/account';
import type { ApiVersion, Call, CallContext } from '../http/call';
import { callTo } from '../http/endpoint';
import type { Endpoint } from '../http/endpoint';
import { callService, dateOf, isRefused, readJson } from '../http/transport';
import { omitUndefined } from '../operation/omit';
import { answerPage } from '../operation/scalars.schema';
import { readPages } from './pages';
import type { ReadPage } from './pages';
import { RequestWithCallbacks } from './signatureRequest.schema';
import type { SignatureRequest } from './signatureRequest.schema';

export const getRequests: Endpoint = { method: 'GET', path: '/signature-requests' };

const Requests = answerPage(RequestWithCallbacks);

/** By the service's own names (interface.md 4.3). */
export interface RequestFilters {
	status_overall?: string;
	signature_status?: string;
	signer_email_address?: string;
	account_email?: string;
	search?: string;
}

interface ListQuery {
	version: ApiVersion;
	filters: RequestFilters;
	limit?: number;
	/** Holds the answer against the filters as well: one that the service does not know is ignored there. */
	isWanted: (listed: RequestWithCallbacks) => boolean;
	itemIndex: number;
}

/** Requests that match, every one exactly once (interface.md 4.3). */
export async function listRequests(
	context: CallContext,
	{ version, filters, isWanted, limit, itemIndex }: ListQuery,
): Promise<SignatureRequest[]> {
	const found = await withKnownStates(filters, async (known) => {
		const pages = await pagesOfRequests(context, { version, filters: known, itemIndex });
		// Of the others only the id is kept: a list may be long.
		const readPage: ReadPage<PageEntry> = async (page) =>
			(await pages.readPage(page))?.map((one) => {
				if (one === undefined) return undefined;
				return { id: one.request.id, request: isWanted(one) ? one.request : undefined };
			});
		const { firstPage } = pages;
		return await readPages(readPage, { firstPage, limit, isWanted: ({ request }) => !!request });
	});
	return found.flatMap(({ request }) => request ?? []);
}

interface PageEntry {
	id: string;
	request?: SignatureRequest;
}

/** A region may refuse a state that it does not know yet: then the list is read without it (interface.md part 10). */
export async function withKnownStates<T>(
	filters: RequestFilters,
	read: (known: RequestFilters) => Promise<T>,
): Promise<T> {
	return await read(filters).catch(async (error: unknown) => {
		const hasState = (filters.status_overall ?? filters.signature_status) !== undefined;
		const isRefusal = error instanceof NodeApiError && error.httpCode === '400';
		if (!hasState || !isRefusal) throw error;
		return await read({ ...filters, status_overall: undefined, signature_status: undefined });
	});
}

/** The pages of such a list, for callers that need to know what stands on which, and when, by the service's clock. */
export async function pagesOfRequests(
	context: CallContext,
	{ version, filters, itemIndex }: Pick<ListQuery, 'version' | 'filters' | 'itemIndex'>,
	onAnswer: (answeredMs: number) => void = () => undefined,
): Promise<{ firstPage: 0 | 1; readPage: ReadPage<RequestWithCallbacks> }> {
	const { firstPage } = await readRules(context, version);
	// v1 has fewer filters (interface.md 4.3).
	const { account_email, search, ...always } = filters;
	const sent = omitUndefined(version === 'v1' ? always : { ...always, account_email, search });
	const readPage: ReadPage<RequestWithCallbacks> = async ({ pageNumber, pageSize }) => {
		const call: Call = {
			...callTo(getRequests),
			version,
			query: { ...sent, page_number: pageNumber, page_size: pageSize },
			keepsProofs: true,
			// A service whose first page is called 1 may refuse page 0; other faults come again on page 1.
			alsoAccept: pageNumber === 0 ? [400] : [],
			itemIndex,
		};
		const answer = await callService(context, call);
		onAnswer(dateOf(answer) ?? Date.now());
		return isRefused(answer) ? undefined : readJson(context, call, answer, Requests);
	};
	return { firstPage, readPage };
}
