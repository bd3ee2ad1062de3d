import { z } from 'zod/v3';

import { lastDocument } from '../../../../shared/document/endpoints';
import { deleteAt } from '../../../../shared/http/deletion';
import { callTo } from '../../../../shared/http/endpoint';
import type { Endpoint } from '../../../../shared/http/endpoint';
import { documentPicker, noticeField } from '../../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../../shared/operation/operation';
import { Uuid } from '../../../../shared/operation/scalars.schema';
import { draftDocumentRefusals, LOOK_FOR_FILE } from '../../endpoints';
import { requestField } from '../../requestField';

const option: Operation['option'] = {
	name: 'Remove Document',
	value: 'removeDocument',
	action: 'Remove document from draft request',
	description: 'Take a document out of a draft, which keeps at least one (V3)',
};

const forAgents = 'Remove a document from a draft request; this cannot be undone';

const fields = [
	noticeField('A removed document is gone for good.'),
	requestField,
	documentPicker('The document to take out of the request', 'searchRequestDocuments'),
];

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/documents/{document}',
	lostAnswer: LOOK_FOR_FILE,
	refusals: [lastDocument, ...draftDocumentRefusals],
};

const Parameters = z.object({ requestId: Uuid, documentId: Uuid });

/** A request keeps at least one document (interface.md 2.5), which the service refuses to remove. */
async function execute({ context, itemIndex, read }: ItemContext) {
	const { requestId, documentId } = read(Parameters);
	const call = callTo(endpoint, requestId, documentId);
	await deleteAt(context, { ...call, version: 'v3', itemIndex });
	return { json: { deleted: true } };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v3'],
	endpoints: [endpoint],
	done: 'removed',
	execute,
};
