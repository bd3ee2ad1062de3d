import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { callForJson, isSameId } from '../client/callService';
import { callTo } from '../client/call';
import type { ApiVersion, Call } from '../client/call';
import { readServiceMs } from '../network/time';
import { entriesOf, minuteOf } from '../form/fields';
import { Documents, listDocuments } from './documentCalls';
import type { Document } from './documentCalls';

const PAGE_SIZE = 50;

/** The list behind the document field: newest first, searched by title or id. */
export async function searchDocuments(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const chosen = this.getNodeParameter('apiVersion', 'v2') as ApiVersion | 'auto';
	const version = chosen === 'auto' ? 'v2' : chosen;
	const call: Call = { ...callTo(listDocuments), version, itemIndex: 0 };
	const documents = await callForJson(this, call, Documents);
	const wanted = filter.trim().toLowerCase();
	const found = documents
		.filter(({ id, title = '' }) => title.toLowerCase().includes(wanted) || isSameId(id, wanted))
		.sort((a, b) => createdMs(b) - createdMs(a));
	const start = Number(paginationToken ?? 0);
	const end = start + PAGE_SIZE;
	const entries = entriesOf(
		found.map(({ id, title, created_at: created, parent_id: parent }) => ({
			id,
			title,
			// Signing and sealing make a new document of the one before (interface.md 2.5).
			facts: [parent ? 'signed or sealed' : undefined, minuteOf(created)],
		})),
	);
	return {
		results: entries.slice(start, end),
		paginationToken: end < found.length ? String(end) : undefined,
	};
}

/** A time, since two stamps may name different zones; a document without one comes last. */
function createdMs({ created_at: created }: Document): number {
	return readServiceMs(created) ?? 0;
}
