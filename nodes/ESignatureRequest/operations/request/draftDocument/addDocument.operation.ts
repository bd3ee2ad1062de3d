import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import {
	deleteDocument,
	getContent,
	getDocument,
	uploadDocument,
} from '../../../../shared/document/endpoints';
import { readSource, titleOf } from '../../../../shared/document/source';
import {
	base64SourceField,
	binarySourceField,
	sourceFields,
	sourceOptions,
	urlSourceField,
} from '../../../../shared/document/source.fields';
import { documentField, optionsField, timeoutField } from '../../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../../shared/operation/operation';
import { outputShape } from '../../../../shared/operation/output';
import { oneOf, Text, TimeoutSeconds, Uuid } from '../../../../shared/operation/scalars.schema';
import { getRequest } from '../../../../shared/signatureRequest/readRequest';
import { requestField } from '../../requestField';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { addToDraft } from './addToDraft';
import { addDraftDocument } from './eitherForm';

const option: Operation['option'] = {
	name: 'Add Document',
	value: 'addDocument',
	action: 'Add document to draft request',
	description: 'Put one more document into a draft (V3)',
};

const forAgents = 'Add a document to a draft request; nothing is sent to the signers';

const fields: INodeProperties[] = [
	requestField,
	...sourceFields([
		sourceOptions.base64,
		sourceOptions.binary,
		sourceOptions.document,
		sourceOptions.url,
	]),
	binarySourceField,
	{
		...documentField,
		displayOptions: { show: { source: ['document'] } },
		description: 'The document to put into the request',
	},
	base64SourceField,
	urlSourceField,
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Annex.pdf',
		displayOptions: { hide: { source: ['document'] } },
		description:
			'A short title, like a file name. Empty means the name of the file. A service that takes the file alone gives it a name of its own.',
	},
	optionsField([timeoutField]),
	...requestOutputFields,
];

const Parameters = z.object({
	requestId: Uuid,
	source: oneOf('binary', 'base64', 'document', 'url'),
	title: Text.default(''),
	options: z.object({ timeoutSeconds: TimeoutSeconds.optional() }),
	...outputShape,
});

async function execute(item: ItemContext) {
	const { requestId, source: kind, title: typed, options, ...choice } = item.read(Parameters);
	const source = await readSource(item, { source: kind });
	const title = 'documentId' in source ? '' : titleOf(item, typed, source);
	const added = await addToDraft(item, { requestId, source, title, ...options });
	return { json: { ...requestOutput(added.request, choice), addedDocumentId: added.documentId } };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v3'],
	endpoints: [
		addDraftDocument,
		getRequest,
		getDocument,
		getContent,
		uploadDocument,
		deleteDocument,
	],
	done: 'added',
	execute,
};
