import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Operations } from '../shared/execution/operation';
import { versionFor } from '../shared/execution/operationFields';
import { entriesOf, minuteOf } from '../shared/form/fields';
import { Uuid } from '../shared/form/readers';
import { chosenDocuments, pickedIn, searchFormFields } from '../shared/positions/searchFormFields';
import { listRequests, titleContains } from '../shared/requests/listRequests';
import { readRequest } from '../shared/requests/readRequest';
import type { RequestRef } from '../shared/requests/readRequest';
import { documentsOf, signerName } from '../shared/requests/signatureRequest.schema';
import type { SignatureRequest } from '../shared/requests/signatureRequest.schema';
import { listObservers, observerName } from './observer/observer';

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
			// Not every version and service has this filter.
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

type ListSubresources = (
	context: ILoadOptionsFunctions,
	ref: RequestRef,
) => Promise<INodeListSearchResult['results']>;

const listSigners: ListSubresources = async (context, ref) => {
	const { signatures } = await readRequest(context, ref);
	return signatures.flatMap((one) => {
		const { sid, status_code: status = '' } = one;
		return sid === undefined ? [] : { name: `${signerName(one)} ${status}`.trim(), value: sid };
	});
};

const listAttachments: ListSubresources = async (context, ref) => {
	const { attachments = [] } = await readRequest(context, ref);
	return attachments.map(({ attachment_id: id, filename = id }) => ({ name: filename, value: id }));
};

const listDocuments: ListSubresources = async (context, ref) => {
	const documents = documentsOf(await readRequest(context, ref));
	return documents.map(({ id, name = id }) => ({ name, value: id }));
};

const listObserverNames: ListSubresources = async (context, ref) => {
	const observers = await listObservers(context, ref);
	return observers.map((one) => ({ name: observerName(one), value: one.id }));
};

/** The lists behind the signer, attachment, observer and document fields, all of the request that is chosen above. */
export function searchSubresources(operations: Operations) {
	const searchIn = (list: ListSubresources) =>
		async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
			const typed = this.getNodeParameter('requestId', '', { extractValue: true });
			const chosen = Uuid.safeParse(typed);
			// Nothing can be listed before a request is chosen, and an expression has no value yet.
			if (!chosen.success) return { results: [] };
			const version = versionFor(this, operations);
			const results = await list(this, { version, requestId: chosen.data, itemIndex: 0 });
			const wanted = filter.trim().toLowerCase();
			return { results: results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
		};
	return {
		searchSigners: searchIn(listSigners),
		searchRequestDocuments: searchIn(listDocuments),
		searchAttachments: searchIn(listAttachments),
		searchObservers: searchIn(listObserverNames),
	};
}

/** Of the request that is chosen, or of the documents that a new one shall have. */
export function searchRequestFormFields(operations: Operations) {
	return searchFormFields(async (context) => {
		const version = versionFor(context, operations);
		const chosen = Uuid.safeParse(pickedIn(context, 'requestId'));
		if (!chosen.success) return { version, ids: chosenDocuments(context) };
		const request = await readRequest(context, { version, requestId: chosen.data, itemIndex: 0 });
		return { version, ids: documentsOf(request).map(({ id }) => id) };
	});
}
