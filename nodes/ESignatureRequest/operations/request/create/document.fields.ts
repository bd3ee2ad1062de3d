import type { INodeProperties } from 'n8n-workflow';

import {
	base64SourceField,
	binarySourceField,
	sourceFields,
	sourceOptions,
	urlSourceField,
} from '../../../../shared/document/source.fields';
import { documentField, fromModel } from '../../../../shared/operation/fields';
import { anyFileFields, anyFileOption } from './anyFile/anyFile.fields';

const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Contract.pdf',
	description:
		'A short title, like a file name, which the signers see. Empty means the name of the file. Without a file name, such as for an uploaded document or Base64 text, a title is needed. For text, it is the heading.',
};

/** Where there is no file name, a title is needed. */
const [forPeople, forModel] = fromModel(
	titleField,
	'A short title of the document, which the signers see, such as Rental contract',
) as [INodeProperties, INodeProperties];
const unnamed = ['document', 'base64', 'text'];
const titleFields: INodeProperties[] = [
	forPeople,
	{ ...forModel, displayOptions: { show: { '@tool': [true], source: unnamed } } },
	{ ...titleField, displayOptions: { show: { '@tool': [true] }, hide: { source: unnamed } } },
];

/** Where the PDFs come from; several in v3, one before (interface.md part 9). */
export const documentFields: INodeProperties[] = [
	...sourceFields([
		anyFileOption,
		sourceOptions.base64,
		sourceOptions.binary,
		{
			name: 'Text',
			value: 'text',
			description: 'A PDF is made from a title and plain text, with a box for each signature',
		},
		sourceOptions.document,
		sourceOptions.url,
	]),
	{
		...binarySourceField,
		displayOptions: { show: { source: ['binary'], apiVersion: ['v1', 'v2'] } },
	},
	{
		...binarySourceField,
		displayName: 'Input Binary Fields',
		placeholder: 'e.g. contract, annex',
		hint: 'The names of the input fields that contain the PDFs, separated by commas',
		displayOptions: { show: { source: ['binary'], apiVersion: ['v3'] } },
	},
	{
		...documentField,
		displayOptions: { show: { source: ['document'], apiVersion: ['v1', 'v2'] } },
		description: 'The document to be signed',
	},
	{
		displayName: 'Documents',
		name: 'documentIds',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			multipleValueButtonText: 'Add Document',
			fixedCollection: {
				itemTitle:
					'={{ $collection.item.value.documentId.cachedResultName || $collection.item.value.documentId.value || "Document" }}',
			},
		},
		default: {},
		placeholder: 'Add Document',
		displayOptions: { show: { source: ['document'], apiVersion: ['v3'] } },
		description: 'The documents to be signed, up to 50',
		options: [{ displayName: 'Document', name: 'document', values: [documentField] }],
	},
	base64SourceField,
	urlSourceField,
	...fromModel(
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 8 },
			default: '',
			required: true,
			placeholder: 'e.g. I approve the purchase of 20 chairs for 4,000 EUR.',
			displayOptions: { show: { source: ['text'] } },
			description:
				'What the signers sign: plain text in a Western European language. Line breaks are kept, long lines are wrapped.',
		},
		'What the signers sign: plain text in a Western European language, without Markdown. Line breaks are kept',
	),
	...anyFileFields,
	...titleFields,
];
