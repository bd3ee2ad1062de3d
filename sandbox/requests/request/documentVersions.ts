import type { Context } from '../../state/context.ts';
import type { RequestRecord } from '../../state/requestRecord.ts';

/** How v3 names a document whose newest version is this one. */
export function shownDocument(
	newestId: string,
	request: RequestRecord,
	{ settings, store }: Context,
): { id: string; version_id: string } {
	const originalId = originOf(newestId, request, store);
	switch (settings.signedDocumentIn) {
		case 'both':
			return { id: newestId, version_id: newestId };
		case 'version_id':
			return { id: originalId, version_id: newestId };
		case 'id':
			return { id: newestId, version_id: originalId };
	}
}

/** The newest version of a document that a caller names by any of its ids. */
export function newestOf(id: string, request: RequestRecord, { store }: Context): string {
	return (
		request.documentIds.find((newest) => versionsOf(newest, request, store).includes(id)) ?? id
	);
}

function originOf(id: string, request: RequestRecord, store: Context['store']): string {
	return versionsOf(id, request, store).at(-1) ?? id;
}

/** A document and what it was made from within this request, newest first. */
function versionsOf(id: string, request: RequestRecord, store: Context['store']): string[] {
	const parentId = store.document(id)?.parentId;
	const isPast = parentId !== undefined && request.pastDocumentIds.includes(parentId);
	return isPast ? [id, ...versionsOf(parentId, request, store)] : [id];
}
