import { lastDocument } from '../../../shared/documents/documentCalls';
import { deleteAt } from '../../../shared/client/callService';
import type { Endpoint } from '../../../shared/client/call';
import { fields } from '../../../shared/form/field';
import { documentPicker, noticeField } from '../../../shared/form/fields';
import type { Operation } from '../../../shared/execution/operation';
import { getRequest } from '../../../shared/requests/readRequest';
import { draftDocumentRefusals, LOOK_FOR_FILE } from '../../endpoints';
import { requestField } from '../../requestForm';
import { deletedFrom } from '../../whatIsLeft';

const form = fields(
	noticeField("You can't restore a removed document."),
	requestField,
	documentPicker('Choose it from the list, or enter its ID', 'searchRequestDocuments'),
);

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/documents/{document}',
	howToCheck: LOOK_FOR_FILE,
	refusals: [lastDocument, ...draftDocumentRefusals],
};

export const operation: Operation = {
	option: {
		name: 'Remove Document',
		value: 'removeDocument',
		action: 'Remove document from draft request',
		description: 'Remove a document from a draft (V3). A draft keeps at least one document.',
	},
	forAgents: "Remove a document from a draft request. This can't be undone",
	fields: form,
	versions: ['v3'],
	endpoints: [endpoint, getRequest],
	done: 'removed',
	/** A request keeps at least one document (interface.md 2.5), which the service refuses to remove. */
	async execute(item) {
		const { requestId, documentId } = item.read(form);
		await deleteAt(item.context, item.callTo(endpoint, requestId, documentId));
		return { json: await deletedFrom(item, { requestId, done: 'The document was removed' }) };
	},
};
