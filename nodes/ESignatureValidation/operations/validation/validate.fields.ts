import type { INodeProperties } from 'n8n-workflow';

import {
	base64SourceField,
	binarySourceField,
	inputFileHint,
	sourceFields,
	sourceOptions,
} from '../../../shared/document/source.fields';
import { noticeField, optionsField, timeoutField } from '../../../shared/operation/fields';

const wish = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'boolean',
	default: true,
	description,
});

/** What can be asked of every signature. */
const demands: INodeProperties[] = [
	{
		displayName: 'Least Quality',
		name: 'quality',
		type: 'options',
		default: 'QES',
		options: [
			{ name: 'AES (Advanced)', value: 'AES' },
			{ name: 'QES (Qualified)', value: 'QES' },
			{ name: 'SES (Simple)', value: 'SES' },
		],
		description: 'A document with a signature of lower quality does not pass',
	},
	{
		displayName: 'Legislation',
		name: 'legislation',
		type: 'options',
		default: 'CH_EU',
		options: [
			{ name: 'Any', value: 'WORLD' },
			{ name: 'EU (eIDAS)', value: 'EU' },
			{ name: 'Switzerland (ZertES)', value: 'CH' },
			{ name: 'Switzerland or EU', value: 'CH_EU' },
		],
		description: 'Law under which the signatures must stand',
	},
	wish(
		'Long-Term Validation',
		'longTermValidation',
		'Whether signatures must bring everything along that is needed to check them in many years',
	),
];

/** What only shows where the signature stands in the document. */
const demandsOnDocument: INodeProperties[] = [
	wish(
		'Reject Undefined Changes',
		'rejectUndefinedChanges',
		'Whether a document does not pass that was changed after signing by something other than signatures',
	),
	wish(
		'Reject Visual Differences',
		'rejectVisualDifferences',
		'Whether a document does not pass that looks different since it was signed',
	),
];

const reportFields: INodeProperties[] = [
	{
		displayName: 'Full Report',
		name: 'fullReport',
		type: 'boolean',
		default: false,
		description: 'Whether to add the signers and the format of the file',
	},
	{
		displayName: 'Failed Documents to Second Output',
		name: 'secondOutput',
		type: 'boolean',
		default: false,
		displayOptions: { hide: { '@tool': [true] } },
		description: 'Whether documents that did not pass leave by an output of their own',
	},
];

const costs = noticeField('Each validation uses credits. Credit: Get Prices shows how many.');

export const validateFields: INodeProperties[] = [
	costs,
	...sourceFields([sourceOptions.binary, sourceOptions.base64], {
		description: 'Where the PDF or XML file comes from',
	}),
	{
		...binarySourceField,
		hint: inputFileHint('the PDF or XML file'),
	},
	{
		...base64SourceField,
		description: 'The PDF or XML file encoded in Base64, with or without a data: prefix',
	},
	...reportFields,
	optionsField([...demands, ...demandsOnDocument, timeoutField]),
];

export const validateSignatureFields: INodeProperties[] = [
	costs,
	...sourceFields([sourceOptions.binary, sourceOptions.base64], {
		displayName: 'Signature From',
		description: 'Where the signature comes from',
	}),
	{
		...binarySourceField,
		hint: inputFileHint('the signature, for example a .p7s file'),
	},
	{
		...base64SourceField,
		placeholder: 'e.g. MIIGkQYJKoZI…',
		description: 'The signature encoded in Base64, with or without a data: prefix',
	},
	...reportFields,
	optionsField([...demands, timeoutField]),
];
