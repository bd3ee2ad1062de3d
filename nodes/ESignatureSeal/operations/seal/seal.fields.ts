import type { INodeProperties } from 'n8n-workflow';

import {
	base64SourceField,
	binarySourceField,
	sourceFields,
	sourceOptions,
} from '../../../shared/document/source.fields';
import {
	agentField,
	documentField,
	optionsField,
	outputFileField,
	timeoutField,
} from '../../../shared/operation/fields';
import { placementFields } from '../../../shared/placement/placement.fields';

const mayHaveNames = ['auto', 'v2', 'v3'];

const documentFields: INodeProperties[] = [
	...sourceFields([
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
		displayOptions: { show: { apiVersion: mayHaveNames } },
		description: 'Title of the sealed document. Empty means the name of the file.',
	},
	{
		displayName: 'Seal Account Name',
		name: 'accountName',
		type: 'string',
		default: '',
		placeholder: 'e.g. invoices',
		displayOptions: { show: { apiVersion: mayHaveNames } },
		description: 'Which seal to use, if your business has several. Empty means the usual one.',
	},
];

const placeFields = placementFields({
	none: { name: 'Invisible', value: 'invisible', description: 'The seal is shown on no page' },
	displayName: 'Visible Seal',
	what: 'seal',
	inDocuments: false,
});

const outputFields: INodeProperties[] = [
	...agentField(
		{
			displayName: 'Download Sealed PDF',
			name: 'download',
			type: 'boolean',
			default: true,
			description: 'Whether to put the sealed PDF into the item as well',
		},
		{ default: false },
	),
	outputFileField('the sealed PDF', {
		name: 'outputPropertyName',
		displayOptions: { show: { download: [true] } },
	}),
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

export const sealFields = [...documentFields, ...nameFields, ...placeFields, ...outputFields];
