import {
	base64SourceField,
	binarySourceField,
	givenField,
	inputFileHint,
	sourceFields,
	sourceOptions,
} from '../../shared/documents/source';
import { field, fields } from '../../shared/form/field';
import { noticeField, optionsField, timeoutField } from '../../shared/form/fields';

/** Not sent unless the user adds it. */
const optionalCondition = <const Name extends string>(
	displayName: string,
	name: Name,
	description: string,
) => field({ displayName, name, type: 'boolean', default: true, description });

/** Every signature has to meet them. */
const conditions = fields(
	{
		displayName: 'Minimum Quality',
		name: 'quality',
		type: 'options',
		default: 'QES',
		options: [
			{ name: 'AES (Advanced)', value: 'AES' },
			{ name: 'QES (Qualified)', value: 'QES' },
			{ name: 'SES (Simple)', value: 'SES' },
		],
		description: 'Add it to fail documents with a lower quality',
		forModel: 'Lowest quality that passes',
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
		description: 'Add it to fail signatures under other laws',
		forModel: 'Law that the signatures must meet',
	},
	optionalCondition(
		'Long-Term Validation',
		'longTermValidation',
		'Whether signatures must contain everything to check them in many years',
	),
);

/** Not for separate signature files. */
const documentConditions = fields(
	optionalCondition(
		'Reject Undefined Changes',
		'rejectUndefinedChanges',
		'Whether to fail documents that changed after signing, except by new signatures',
	),
	optionalCondition(
		'Reject Visual Differences',
		'rejectVisualDifferences',
		'Whether to fail documents that look different since signing',
	),
);

const reportFields = fields(
	{
		displayName: 'Full Report',
		name: 'fullReport',
		type: 'boolean',
		default: false,
		description: 'Whether to add the signers and the file format',
	},
	{
		displayName: 'Separate Failed Documents',
		name: 'secondOutput',
		type: 'boolean',
		default: false,
		displayOptions: { hide: { '@tool': [true] } },
		description: "Whether documents that don't pass go to a second output",
	},
);

const costs = noticeField(
	"Each validation uses credits (see Credit: Get Prices). Ask Skribble's support to give your API user the role for validation.",
);

export const validateFields = fields(
	costs,
	...sourceFields([sourceOptions.binary, sourceOptions.base64, sourceOptions.given], {
		description: 'Source of the PDF or XML file',
	}),
	givenField('ID of a document, or https URL of a PDF or XML file'),
	{
		...binarySourceField,
		hint: inputFileHint('the PDF or XML file'),
	},
	{
		...base64SourceField,
		description: 'The PDF or XML file, with or without a data: prefix',
	},
	...reportFields,
	optionsField([...conditions, ...documentConditions, timeoutField]),
);

export const validateSignatureFields = fields(
	costs,
	...sourceFields([sourceOptions.binary, sourceOptions.base64, sourceOptions.given], {
		displayName: 'Signature From',
		description: 'Source of the signature file',
	}),
	givenField('https URL of the signature file'),
	{
		...binarySourceField,
		hint: inputFileHint('the signature, such as a .p7s file'),
	},
	{
		...base64SourceField,
		placeholder: 'e.g. MIIGkQYJKoZI…',
		description: 'The signature, with or without a data: prefix',
	},
	...reportFields,
	optionsField([...conditions, timeoutField]),
);
