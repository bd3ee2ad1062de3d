import type { Endpoint } from '../http/endpoint';
import type { ExplainedRefusal } from '../http/problemTable';

export const listDocuments: Endpoint = { method: 'GET', path: '/documents' };
export const getDocument: Endpoint = { method: 'GET', path: '/documents/{document}' };
export const getContent: Endpoint = { method: 'GET', path: '/documents/{document}/content' };

export const uploadDocument: Endpoint = {
	method: 'POST',
	path: '/documents',
	lostAnswer:
		'Look with Get Many of the E-Signature Document node whether the document is there before you run this again.',
};

export const lastDocument: ExplainedRefusal = {
	key: 'error.sr.last_document_cannot_be_removed',
	message: 'This is the last document of a signature request and cannot be removed alone',
	remedy:
		'Delete the signature request instead, or add another document to it first. A request must keep at least one document.',
};

export const deleteDocument: Endpoint = {
	method: 'DELETE',
	path: '/documents/{document}',
	lostAnswer:
		'Look with Get of the E-Signature Document node: if the service does not know the id any more, the document is deleted.',
	refusals: [lastDocument],
};
