import { canRead, canWrite } from './rights.ts';
import type { Context } from '../state/context.ts';
import { forbidden, notFound } from '../http/problem.ts';
import type { RequestRecord } from '../state/requestRecord.ts';
import type { Settings, User } from '../state/settings.ts';
import type { StoredDocument } from '../state/store.ts';

/** The named creator owns the request beside its API user (interface.md 2.1). */
const withCreator = (request: RequestRecord) =>
	request.creator === undefined
		? request
		: { ...request, writeAccess: [...request.writeAccess, request.creator] };

/** Observers read the request and its documents, outside the signing flow (interface.md 2.7). */
export function canReadRequest(user: User, request: RequestRecord, settings: Settings): boolean {
	if (canRead(user, withCreator(request))) return true;
	const observers = request.observers.flatMap(({ type, who }) =>
		type === 'USER' ? who : (settings.groups.find(({ id }) => id === who)?.members ?? []),
	);
	return canRead(user, { ...request, readAccess: observers });
}

export function canReadDocument(
	user: User,
	document: StoredDocument,
	{ settings, store }: Context,
): boolean {
	return (
		canRead(user, withoutLeaver(document)) ||
		store.requestsOf(document.id).some((request) => canReadRequest(user, request, settings))
	);
}

/** A caller who has deleted a document has no access to it, not even as its owner. */
const withoutLeaver = (document: StoredDocument) =>
	document.ownerLeft ? { ...document, owner: '' } : document;

export function requestForReader(id: string, user: User, { settings, store }: Context) {
	const request = store.request(id);
	if (!request) throw notFound('The signature request');
	if (!canReadRequest(user, request, settings)) {
		throw forbidden('You have no access to this signature request.');
	}
	return request;
}

export function requestForWriter(id: string, user: User, context: Context) {
	const request = requestForReader(id, user, context);
	if (!canWrite(user, withCreator(request)))
		throw forbidden('You may not change this signature request.');
	return request;
}
