import type { INodeProperties } from 'n8n-workflow';

import {
	base64SourceField,
	binarySourceField,
	sourceField,
	sourceOptions,
} from '../../shared/document/source.fields';
import { documentField, optionsField, timeoutField } from '../../shared/operation/fields';

const sinceV2 = ['v2', 'v3'];

const sourceFields: INodeProperties[] = [
	sourceField([
		sourceOptions.binary,
		sourceOptions.base64,
		{
			name: 'Uploaded Document',
			value: 'document',
			description: 'A document in the service, which is fetched and sent again to be sealed',
		},
	]),
	binarySourceField,
	base64SourceField,
	{
		...documentField,
		displayOptions: { show: { source: ['document'] } },
		description: 'The document to seal; it stays as it is, and the sealed one gets a new ID',
	},
];

const nameFields: INodeProperties[] = [
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Contract.pdf',
		displayOptions: { show: { apiVersion: sinceV2 } },
		description: 'Title of the sealed document. Empty means the name of the file.',
	},
	{
		displayName: 'Seal Account Name',
		name: 'accountName',
		type: 'string',
		default: '',
		displayOptions: { show: { apiVersion: sinceV2 } },
		description: 'Which seal to use, if your business has several. Empty means the usual one.',
	},
];

const measure = (displayName: string, name: string, value: number, description: string) => ({
	displayName,
	name,
	type: 'number' as const,
	default: value,
	displayOptions: { show: { visible: [true] } },
	description,
});

const visibleFields: INodeProperties[] = [
	{
		displayName: 'Visible Seal',
		name: 'visible',
		type: 'boolean',
		default: false,
		description: 'Whether the seal is shown on a page',
	},
	measure('Page', 'page', 0, 'Page that shows the seal; 0 is the first page'),
	measure('X', 'x', 40, 'Distance from the left edge of the page, in points (72 to the inch)'),
	measure(
		'Y',
		'y',
		40,
		'Distance from the lower edge of the page, in points. Where the service counts from the upper edge, the number is passed on as it is.',
	),
	measure('Width', 'width', 160, 'Width of the seal, in points'),
	measure('Height', 'height', 80, 'Height of the seal, in points'),
	{
		displayName: 'Image Binary Field',
		name: 'imagePropertyName',
		type: 'string',
		default: '',
		placeholder: 'e.g. logo',
		hint: 'The name of the input field that contains a PNG or JPEG of up to 512 KB',
		displayOptions: { show: { visible: [true] } },
		description: 'Picture to show in the seal. Empty means no picture.',
	},
];

const outputFields: INodeProperties[] = [
	{
		displayName: 'Download Sealed PDF',
		name: 'download',
		type: 'boolean',
		default: false,
		description: 'Whether to put the sealed PDF into the item as well',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'outputPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output field to put the sealed PDF in',
		displayOptions: { show: { download: [true] } },
	},
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. contract-sealed.pdf',
			description:
				'Name of the downloaded file. Empty means the title or the name of the original.',
		},
		timeoutField,
	]),
];

export const sealFields = [...sourceFields, ...nameFields, ...visibleFields, ...outputFields];
