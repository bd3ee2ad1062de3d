import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Operations } from '../../shared/operation/operation';
import { Uuid } from '../../shared/operation/scalars.schema';
import { versionFor } from '../../shared/operation/versions';
import { readRequest } from '../../shared/signatureRequest/readRequest';
import type { RequestRef } from '../../shared/signatureRequest/readRequest';
import { documentsOf, signerName } from '../../shared/signatureRequest/signatureRequest.schema';
import { listObservers, observerName } from '../operations/observer/observer.schema';

type ListParts = (
	context: ILoadOptionsFunctions,
	ref: RequestRef,
) => Promise<INodeListSearchResult['results']>;

const listSigners: ListParts = async (context, ref) => {
	const { signatures } = await readRequest(context, ref);
	return signatures.flatMap((one) => {
		const { sid, status_code: status = '' } = one;
		return sid === undefined ? [] : { name: `${signerName(one)} ${status}`.trim(), value: sid };
	});
};

const listAttachments: ListParts = async (context, ref) => {
	const { attachments = [] } = await readRequest(context, ref);
	return attachments.map(({ attachment_id: id, filename = id }) => ({ name: filename, value: id }));
};

const listDocuments: ListParts = async (context, ref) => {
	const documents = documentsOf(await readRequest(context, ref));
	return documents.map(({ id, name = id }) => ({ name, value: id }));
};

const listObserverNames: ListParts = async (context, ref) => {
	const observers = await listObservers(context, ref);
	return observers.map((one) => ({ name: observerName(one), value: one.id }));
};

/** The lists behind the signer, attachment, observer and document fields, all of the request that is chosen above. */
export function searchParts(operations: Operations) {
	const searchIn = (list: ListParts) =>
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
