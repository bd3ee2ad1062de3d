import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { agentChoice } from '../operation/fields';

/** Where a PDF can come from; each node offers those that its calls can use. */
export const sourceOptions = {
	base64: { name: 'Base64 Text', value: 'base64', description: 'The file encoded as text' },
	binary: {
		name: 'Binary File',
		value: 'binary',
		description: 'A file that an earlier node has put into the item',
	},
	document: {
		name: 'Uploaded Document',
		value: 'document',
		description: 'A document that the service has already',
	},
	url: { name: 'URL', value: 'url', description: 'The service downloads the file itself' },
} satisfies Record<string, INodePropertyOptions>;

/** An agent has no files: it names what the service has, or can download. */
export function sourceFields(
	options: INodePropertyOptions[],
	words: Partial<Pick<INodeProperties, 'displayName' | 'name' | 'description'>> = {},
): INodeProperties[] {
	const offers = options.map(({ value }) => String(value)).filter((value) => value !== 'binary');
	const first = ['document', 'url', 'base64'].find((value) => offers.includes(value)) ?? '';
	const field: INodeProperties = {
		displayName: 'Document From',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		default: 'binary',
		options,
		description: 'Where the PDF comes from',
		...words,
	};
	return agentChoice(field, { first, offers });
}

export const inputFileHint = (what: string, only = 'file') =>
	`The name of the input field that contains ${what}. If you leave "data", the only ${only} of the item is used.`;

export const binarySourceField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	typeOptions: { binaryDataProperty: true },
	default: 'data',
	required: true,
	hint: inputFileHint('the PDF', 'PDF'),
	displayOptions: { show: { source: ['binary'] } },
};

export const base64SourceField: INodeProperties = {
	displayName: 'Base64 Text',
	name: 'content',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. JVBERi0xLjcK…',
	displayOptions: { show: { source: ['base64'] } },
	description: 'The PDF encoded in Base64, with or without a data: prefix',
};

export const urlSourceField: INodeProperties = {
	displayName: 'File URL',
	name: 'fileUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/contract.pdf',
	displayOptions: { show: { source: ['url'] } },
	description: 'An address that the service can reach without a login',
};
