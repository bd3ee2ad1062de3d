import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { Uuid } from '../../shared/operation/scalars.schema';
import { listObservers, observerName } from '../operations/observer/observer.schema';
import { readRequest } from '../../shared/signatureRequest/readRequest';
import type { RequestPlace } from '../../shared/signatureRequest/readRequest';
import { versionFor } from './searchRequests';
import { signerName } from '../../shared/signatureRequest/signatureRequest.schema';

/** The lists behind the signer, attachment and observer fields, all of the request that is chosen above. */
type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

export const searchSigners: Search = searchIn(async (context, place) => {
	const { signatures } = await readRequest(context, place);
	return signatures.flatMap((one) => {
		const { sid, status_code: status = '' } = one;
		return sid === undefined ? [] : { name: `${signerName(one)} ${status}`.trim(), value: sid };
	});
});

export const searchAttachments: Search = searchIn(async (context, place) => {
	const { attachments = [] } = await readRequest(context, place);
	return attachments.map(({ attachment_id: id, filename = id }) => ({ name: filename, value: id }));
});

export const searchObservers: Search = searchIn(async (context, place) => {
	const observers = await listObservers(context, place);
	return observers.map((one) => ({ name: observerName(one), value: one.id }));
});

function searchIn(
	list: (
		context: ILoadOptionsFunctions,
		place: RequestPlace,
	) => Promise<INodeListSearchResult['results']>,
): Search {
	return async function (filter = '') {
		const typed = this.getNodeParameter('requestId', '', { extractValue: true });
		const chosen = Uuid.safeParse(typed);
		// Nothing can be listed before a request is chosen, and an expression has no value yet.
		if (!chosen.success) return { results: [] };
		const place = { version: versionFor(this), requestId: chosen.data, itemIndex: 0 };
		const wanted = filter.trim().toLowerCase();
		const results = await list(this, place);
		return { results: results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	};
}
