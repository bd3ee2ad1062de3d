import { lastDocument } from '../../../shared/documents/documentCalls';
import { deleteAt } from '../../../shared/client/callService';
import type { Endpoint } from '../../../shared/client/call';
import { fields } from '../../../shared/form/field';
import { documentPicker, noticeField } from '../../../shared/form/fields';
import type { Operation } from '../../../shared/execution/operation';
import { draftDocumentRefusals, LOOK_FOR_FILE } from '../../endpoints';
import { requestField } from '../../requestForm';

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
		description: 'Remove a document from a draft, but not the last one (V3)',
	},
	forAgents: "Remove a document from a draft request. This can't be undone",
	fields: form,
	versions: ['v3'],
	endpoints: [endpoint],
	done: 'removed',
	/** A request keeps at least one document (interface.md 2.5), which the service refuses to remove. */
	async execute({ context, read, callTo }) {
		const { requestId, documentId } = read(form);
		await deleteAt(context, callTo(endpoint, requestId, documentId));
		return { json: { deleted: true } };
	},
};
