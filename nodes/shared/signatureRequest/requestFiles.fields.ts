import type { INodeProperties } from 'n8n-workflow';

import { Flag, RequiredText } from '../operation/scalars.schema';

/** For everything that reports an event of a request. */
export const downloadField: INodeProperties = {
	displayName: 'Download Documents',
	name: 'downloadDocuments',
	type: 'boolean',
	default: false,
	hint: 'When off, get the files later with Request: Download Documents and the id in the output',
	description: 'Whether to output the PDFs of the request as well, with the signatures made so far',
};

export const fileField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	displayOptions: { show: { downloadDocuments: [true] } },
	hint: 'The name of the output field to put the PDF in; a second document goes into data_2, and so on',
};

/** Hidden, and so without a value, while nothing is downloaded. */
export const FileField = RequiredText.optional().transform((name) => name ?? 'data');

export const filesShape = { downloadDocuments: Flag, binaryPropertyName: FileField };
