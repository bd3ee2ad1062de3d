import type { INodeProperties } from 'n8n-workflow';

import { documentField } from '../../../shared/fields';

/** Where the PDFs come from; several in v3, one before (interface.md part 9). */
export const documentFields: INodeProperties[] = [
	{
		displayName: 'Document From',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		default: 'binary',
		options: [
			{
				name: 'Base64 Text',
				value: 'base64',
				description: 'The file encoded as text',
			},
			{
				name: 'Binary File',
				value: 'binary',
				description: 'A file that an earlier node has put into the item',
			},
			{
				name: 'Uploaded Document',
				value: 'document',
				description: 'A document that the service has already',
			},
			{ name: 'URL', value: 'url', description: 'The service downloads the file itself' },
		],
		description: 'Where the PDF comes from',
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the input field that contains the PDF',
		displayOptions: { show: { source: ['binary'], apiVersion: ['v1', 'v2'] } },
	},
	{
		displayName: 'Input Binary Fields',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
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
	{
		displayName: 'Base64 Text',
		name: 'content',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { source: ['base64'] } },
		description: 'The PDF encoded in Base64, with or without a data: prefix',
	},
	{
		displayName: 'File URL',
		name: 'fileUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'https://example.com/contract.pdf',
		displayOptions: { show: { source: ['url'] } },
		description: 'An address that the service can reach without a login',
	},
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Contract.pdf',
		description:
			'A short title, like a file name, which the signers see. Empty means the name of the file.',
	},
];
