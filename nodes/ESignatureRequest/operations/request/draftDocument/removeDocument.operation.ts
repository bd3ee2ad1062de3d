import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { deleteAt } from '../../../../shared/http/deletion';
import type { Operation, Turn } from '../../../../shared/operation/operation';
import { documentField, noticeField } from '../../../../shared/operation/fields';
import { Uuid } from '../../../../shared/operation/scalars.schema';
import { pathOf } from '../../../../shared/signatureRequest/readRequest';
import { requestField } from '../../requestField';

const option: Operation['option'] = {
	name: 'Remove Document',
	value: 'removeDocument',
	action: 'Remove document from draft request',
	description: 'Take a document out of a draft, which keeps at least one (V3)',
};

const forAgents = 'Remove a document from a draft request; this cannot be undone';

const typeOptions = { searchListMethod: 'searchRequestDocuments', searchable: true };

const fields: INodeProperties[] = [
	noticeField('A removed document is gone for good.'),
	requestField,
	{
		...documentField,
		description: 'The document to take out of the request',
		modes: documentField.modes?.map((mode) =>
			mode.type === 'list' ? { ...mode, typeOptions } : mode,
		),
	},
];

const Parameters = z.object({ requestId: Uuid, documentId: Uuid });

/** A request keeps at least one document (interface.md 2.5), which the service refuses to remove. */
async function execute({ context, itemIndex, read }: Turn) {
	const { requestId, documentId } = read(Parameters);
	const path = pathOf(requestId, 'documents', documentId);
	await deleteAt(context, { version: 'v3', path, purpose: 'changeDocuments', itemIndex });
	return { json: { deleted: true } };
}

export const removeDocument: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v3'],
	done: 'removed',
	execute,
};
