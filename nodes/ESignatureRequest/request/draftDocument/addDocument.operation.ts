import {
	deleteDocument,
	getContent,
	getDocument,
	uploadDocument,
} from '../../../shared/documents/documentCalls';
import {
	readSource,
	titleOf,
	base64SourceField,
	binarySourceField,
	givenField,
	sourceFields,
	sourceOptions,
	urlSourceField,
} from '../../../shared/documents/source';
import { fields } from '../../../shared/form/field';
import { documentField, optionsField, timeoutField } from '../../../shared/form/fields';
import type { Operation } from '../../../shared/execution/operation';
import { getRequest } from '../../../shared/requests/readRequest';
import { requestField, requestOutput, requestOutputFields } from '../../requestForm';
import { addToDraft, addDraftDocument } from './addToDraft';

const form = fields(
	requestField,
	...sourceFields([
		sourceOptions.base64,
		sourceOptions.binary,
		sourceOptions.document,
		sourceOptions.given,
		sourceOptions.url,
	]),
	givenField('ID of a document, or https URL of a PDF'),
	binarySourceField,
	{
		...documentField,
		displayOptions: { show: { source: ['document'] } },
		description: 'Choose it from the list, or enter its ID',
	},
	base64SourceField,
	urlSourceField,
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Annex 1',
		displayOptions: { hide: { source: ['document'] } },
		description: 'Empty means the file name. Skribble may choose another title.',
		forModel: 'Title, for a file from a URL',
	},
	optionsField([timeoutField]),
	...requestOutputFields,
);

export const operation: Operation = {
	option: {
		name: 'Add Document',
		value: 'addDocument',
		action: 'Add document to draft request',
		description: 'Add a document to a draft (V3)',
	},
	forAgents: 'Add a document to a draft request. Sends nothing to the signers',
	fields: form,
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
	async execute(item) {
		const { requestId, source: kind, title: typedTitle, options, ...choice } = item.read(form);
		const source = await readSource(item, { source: kind });
		const title = 'documentId' in source ? '' : titleOf(item, typedTitle, source);
		const added = await addToDraft(item, { requestId, source, title, ...options });
		return { json: { ...requestOutput(added.request, choice), addedDocumentId: added.documentId } };
	},
};
