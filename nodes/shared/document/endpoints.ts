import type { Endpoint } from '../http/endpoint';

export const listDocuments: Endpoint = { method: 'GET', path: '/documents' };
export const getDocument: Endpoint = { method: 'GET', path: '/documents/{id}' };
export const getContent: Endpoint = { method: 'GET', path: '/documents/{id}/content' };

export const uploadDocument: Endpoint = {
	method: 'POST',
	path: '/documents',
	lostAnswer:
		'Look with Get Many of the E-Signature Document node whether the document is there before you run this again.',
};

export const deleteDocument: Endpoint = {
	method: 'DELETE',
	path: '/documents/{id}',
	lostAnswer:
		'Look with Get of the E-Signature Document node: if the service does not know the id any more, the document is deleted.',
};
