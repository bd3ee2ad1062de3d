import {
	base64SourceField,
	binarySourceField,
	givenField,
	sourceFields,
	sourceOptions,
} from '../../shared/documents/source';
import {
	agentField,
	documentField,
	optionsField,
	outputFileField,
	timeoutField,
} from '../../shared/form/fields';
import { fields } from '../../shared/form/field';
import { placementFields } from '../../shared/positions/placement';

const mayHaveNames = ['auto', 'v2', 'v3'];

const documentFields = fields(
	...sourceFields([
		sourceOptions.binary,
		sourceOptions.base64,
		{
			name: 'Uploaded Document',
			value: 'document',
			description: 'The document is already in Skribble',
		},
		sourceOptions.given,
	]),
	givenField('ID of a document, or https URL of a PDF'),
	binarySourceField,
	base64SourceField,
	{
		...documentField,
		displayOptions: { show: { source: ['document'] } },
		description: 'The original stays. The sealed document gets a new ID.',
	},
);

const nameFields = fields(
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Rental contract',
		displayOptions: { show: { apiVersion: mayHaveNames } },
		description: 'Empty means the file name',
		forModel: 'Title. Empty means the present one',
	},
	{
		displayName: 'Seal Account Name',
		name: 'accountName',
		type: 'string',
		default: '',
		placeholder: 'e.g. invoices',
		displayOptions: { show: { apiVersion: mayHaveNames } },
		description: 'If your business has several seals. Empty means the usual one.',
	},
);

const placeFields = placementFields({
	none: { name: 'Invisible', value: 'invisible', description: "The seal isn't shown on any page" },
	displayName: 'Visible Seal',
	what: 'seal',
	inDocuments: false,
});

const outputFields = fields(
	...agentField(
		{
			displayName: 'Download Sealed PDF',
			name: 'download',
			type: 'boolean',
			default: true,
			description: 'Whether to also return the sealed file',
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
			description: 'Empty means the title, or the name of the original',
		},
		timeoutField,
	]),
);

export const sealFields = [...documentFields, ...nameFields, ...placeFields, ...outputFields];

/** All but the placement, which is read as a whole. */
export const ownFields = fields(...documentFields, ...nameFields, ...outputFields);
