import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { ApiVersion } from '../../../shared/client/call';
import {
	base64SourceField,
	binarySourceField,
	givenField,
	sourceFields,
	sourceOptions,
	urlSourceField,
} from '../../../shared/documents/source';
import { field, fields } from '../../../shared/form/field';
import type { Field } from '../../../shared/form/field';
import { documentField, noticeField } from '../../../shared/form/fields';
import { Uuid } from '../../../shared/form/readers';
import type { SchemaFor } from '../../../shared/form/readers';
import {
	anySourceFields,
	changeFields,
	forceField,
	waitField,
} from '../../../shared/prepare/prepare.fields';
import { templateFields, templateOptions } from '../../../shared/templates/template.fields';
import { PrintableText } from '../textDocument/textDocument';

/** As a choice under Document From. */
export const anyFileOption = {
	name: 'Any File (Prepare First)',
	value: 'anyFile',
	description: 'For a Word file, an image, or a text. Skribble converts it to PDF first.',
} as const satisfies INodePropertyOptions;

export const templateOption = {
	name: 'Word Template',
	value: 'template',
	description: 'For a Word file with placeholders. The node fills it, and Skribble converts it.',
} as const satisfies INodePropertyOptions;

const ofTemplate = { source: [templateOption.value] };
const chosen = { source: [anyFileOption.value, templateOption.value] };

function ifChosen(one: Field, source: { source: string[] } = chosen): Field {
	return { ...one, displayOptions: { show: { ...one.displayOptions?.show, ...source } } };
}

/** Finding signers by tags is no switch here: it is one of the ways to specify signers. */
const anyFileFields: Field[] = [
	noticeField(
		'Skribble converts the file to PDF, which may use credits. If the file contains signature tags, set Specify Signers to From Tags in the Document.',
	),
	...anySourceFields({ displayName: 'File From', name: 'fileSource' }),
	...changeFields,
].map((one) => ifChosen(one));

export const valueFields = templateFields('fileSource');

const inOptions = ({ source }: { source: string[] }) => ({
	displayOptions: { show: { '/source': source } },
});
export const anyFileOptions: Field[] = [
	...[forceField, waitField].map((one) => ({ ...one, ...inOptions(chosen) })),
	...templateOptions.map((one) => ({ ...one, ...inOptions(ofTemplate) })),
];

/** Completes what the tags say. */
export const tagFields: Field[] = [
	ifChosen({
		displayName: 'Signer Emails',
		name: 'signerEmails',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: 'Add Email',
			fixedCollection: {
				itemTitle:
					'={{ [$collection.item.value.name, $collection.item.value.email].filter(Boolean).join(": ") || "Email" }}',
			},
		},
		default: {},
		placeholder: 'Add Email',
		displayOptions: { show: { signerInput: ['tags'] } },
		description:
			'For signers whose tags have only a name. An address here replaces the one in the tag.',
		options: [
			{
				displayName: 'Signer',
				name: 'signer',
				values: [
					{
						displayName: 'Name in the Tag',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Tenant',
						description: 'Same name as in the tag',
					},
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						default: '',
						placeholder: 'e.g. ann@example.com',
						description: 'Skribble sends the invitation and all further emails to this address',
					},
				],
			},
		],
	}),
];

export const titleField = field({
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Rental contract',
	description:
		'Signers see it. Empty means the file name. Text, Base64 text, and uploaded documents need a title.',
	forModel: { words: 'Short title that the signers see', required: true },
});

const sourceChoice = sourceFields([
	anyFileOption,
	sourceOptions.base64,
	sourceOptions.binary,
	sourceOptions.given,
	{
		name: 'Text',
		value: 'text',
		description: 'For a short statement. The node makes a PDF with a box for each signature.',
	},
	sourceOptions.document,
	sourceOptions.url,
	templateOption,
]);
export const [sourceField] = sourceChoice;

export const textField = field({
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 8 },
	default: '',
	required: true,
	placeholder: 'e.g. I approve the purchase of 20 chairs for 4,000 EUR.',
	displayOptions: { show: { source: ['text'] } },
	description:
		'Plain text in Latin, Greek or Cyrillic letters. Keeps line breaks and wraps long lines.',
	reader: PrintableText,
	forModel: 'Text to sign: plain, in Latin, Greek or Cyrillic letters, without Markdown',
});

/** As one text with commas, as a list, or as a single value. */
export function list<T>(entry: SchemaFor<T>): SchemaFor<T[]> {
	return z
		.unknown()
		.transform((value) => (typeof value === 'string' ? value.split(/[,;\n]+/) : [value].flat()))
		.transform((entries) => entries.filter((one) => typeof one !== 'string' || one.trim() !== ''))
		.pipe(z.array(entry));
}

export function amount<T>(entries: SchemaFor<T[]>, version: ApiVersion): SchemaFor<T[]> {
	return entries
		.refine(({ length }) => length > 0, 'is empty\nAdd a document.')
		.refine(
			({ length }) => version === 'v3' || length <= 1,
			`has several files, but API Version ${version.toUpperCase()} sends only one\nChoose V3, or merge the files.`,
		);
}

const Picked = z.preprocess(
	(value) => (value as { value?: unknown } | undefined)?.value ?? value,
	Uuid,
);
const PickedEntry = z.object({ documentId: Picked });
const PickedList = amount(
	z
		.object({ document: z.array(PickedEntry).default([]) })
		.default({})
		.transform(({ document }) => document.map(({ documentId }) => documentId)),
	'v3',
);

export const documentIdsField = field({
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
	description: 'Up to 50 documents',
	options: [{ displayName: 'Document', name: 'document', values: [documentField] }],
	reader: PickedList,
});

/** Where the PDFs come from; several in v3, one before (interface.md part 9). */
export const documentFields = fields(
	...sourceChoice,
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
		description: 'Choose it from the list, or enter its ID',
	},
	documentIdsField,
	base64SourceField,
	urlSourceField,
	textField,
	givenField('What to sign: the ID of a document, the https URL of a PDF, or plain text'),
	...anyFileFields,
	...valueFields.map((one) => ifChosen(one, ofTemplate)),
);
