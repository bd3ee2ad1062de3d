import { NodeApiError } from 'n8n-workflow';

import { readRules } from '../account/account';
import { callTo } from '../client/call';
import type { ApiVersion, Call, CallContext, Endpoint } from '../client/call';
import { callService, dateOf, readJson } from '../client/callService';
import { omitUndefined } from '../network/json';
import { answerPage } from '../client/answerSchema';
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
		return answer.outcome === 'done' ? readJson(context, call, answer, Requests) : undefined;
	};
	return { firstPage, readPage };
}

/** In small or capital letters, as the service searches (interface.md part 10). */
export function titleContains({ title = '' }: SignatureRequest, text: string): boolean {
	return title.toLowerCase().includes(text.trim().toLowerCase());
}

/** As forms offer them. */
export const requestStates = [
	{ name: 'Declined', value: 'DECLINED', description: 'A signer declined' },
	{ name: 'Draft', value: 'DRAFT', description: 'Not initiated yet (V3)' },
	{ name: 'Error', value: 'ERROR', description: 'A technical error ended the request' },
	{ name: 'Expired', value: 'EXPIRED', description: 'The expiry date has passed (V3)' },
	{ name: 'Open', value: 'OPEN', description: 'Signatures are missing' },
	{ name: 'Signed', value: 'SIGNED', description: 'Everyone has signed' },
	{ name: 'Withdrawn', value: 'WITHDRAWN', description: 'Ended by its owner' },
];
