import { field, fields } from '../form/field';
import type { Values } from '../form/field';
import {
	base64SourceField,
	binarySourceField,
	givenField,
	inputFileHint,
	sourceFields,
	sourceOptions,
	urlSourceField,
} from '../documents/source';

/** What the user has switched on. */
export interface Switches {
	findSigners: boolean;
	/** What the compressed file is for. */
	compress?: string;
	/** The level, or the one that the service recommends. */
	pdfA?: { level: string; allowDowngrade: boolean };
	force: boolean;
}

export interface StepLimits {
	/** For each step separately. */
	limitMs: number;
	timeoutSeconds?: number;
}

const levels = ['1a', '1b', '2a', '2b', '2u', '3a', '3b', '3u'] as const;
/** "PDF/A-2b" for `pdfa-2b`. */
export const levelOptions = levels.map(
	(level) => ({ name: `PDF/A-${level}`, value: `pdfa-${level}` }) as const,
);

/** The service knows the format by the ending. */
export const fileNameField = field({
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Contract.docx',
	description: 'Include the extension, such as .docx, so that Skribble recognizes the format',
});

/** Where a file of any kind comes from; the field may have another name where a form has a source already. */
export function anySourceFields<const Name extends string = 'source'>({
	name,
	...words
}: { name?: Name; displayName?: string } = {}) {
	const from = (source: string) => ({
		displayOptions: { show: { [name ?? 'source']: [source] } },
	});
	return fields(
		...sourceFields(
			[
				sourceOptions.base64,
				sourceOptions.binary,
				sourceOptions.given,
				{ ...sourceOptions.url, description: 'For a file that n8n downloads' },
			],
			{ name, ...words, description: 'Source of the file' },
		),
		{
			...givenField('ID of a document, or https URL of a file'),
			displayOptions: { show: { [name ?? 'source']: ['given'], '@tool': [true] } },
		},
		{
			...binarySourceField,
			...from('binary'),
			hint: inputFileHint('the file'),
		},
		{
			...base64SourceField,
			...from('base64'),
			placeholder: 'e.g. UEsDBBQABgAI…',
			description: 'The file, with or without a data: prefix',
		},
		{ ...fileNameField, ...from('base64') },
		{
			...urlSourceField,
			...from('url'),
			placeholder: 'e.g. https://example.com/contract.docx',
			description: 'n8n must reach it without a login',
		},
	);
}

export const findSignersField = field({
	displayName: 'Find Signers by Tags',
	name: 'findSigners',
	type: 'boolean',
	default: false,
	description:
		'Whether to find signers and signature positions by tags in the text, and remove the tags',
});

/** How the PDF itself is changed. */
export const changeFields = fields(
	{
		displayName: 'Compress',
		name: 'compress',
		type: 'boolean',
		default: false,
		description: 'Whether to make the file smaller',
	},
	{
		displayName: 'Compress For',
		name: 'compressFor',
		type: 'options',
		default: 'size',
		options: [
			{ name: 'Archive', value: 'archive' },
			{ name: 'Print', value: 'print' },
			{ name: 'Small Size', value: 'size' },
			{ name: 'Web', value: 'web' },
		],
		displayOptions: { show: { compress: [true] } },
		description: 'Purpose of the file, which sets the quality of its images',
	},
	{
		displayName: 'Make PDF/A',
		name: 'makePdfA',
		type: 'boolean',
		default: false,
		description: 'Whether to convert the file to PDF/A, the format for archives',
	},
	{
		displayName: 'PDF/A Level',
		name: 'pdfALevel',
		type: 'options',
		default: 'recommendedConformance',
		options: [
			...levelOptions,
			{
				name: 'Recommended',
				value: 'recommendedConformance',
				description: 'For the level that suits the file best',
			},
		],
		displayOptions: { show: { makePdfA: [true] } },
		description: 'Level of the converted file',
	},
	{
		displayName: 'Allow Downgrade',
		name: 'allowDowngrade',
		type: 'boolean',
		default: true,
		displayOptions: { show: { makePdfA: [true] } },
		description: "Whether to use a lower level if the chosen one isn't possible",
	},
);

export const waitField = field({
	displayName: 'Wait per Step (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 600, numberPrecision: 0 },
	default: 180,
	description:
		'How long to wait for each step. Skribble deletes the uploaded file after ten minutes.',
});

export const forceField = field({
	displayName: 'Force',
	name: 'force',
	type: 'boolean',
	default: false,
	description:
		'Whether to compress or convert the file even if Skribble advises against it. Its signatures become invalid.',
});

export function switchesOf(
	{ compress, compressFor, makePdfA, pdfALevel, allowDowngrade }: Values<typeof changeFields>,
	{ findSigners, force = false }: { findSigners: boolean; force?: boolean },
): Switches {
	return {
		findSigners,
		compress: compress ? compressFor : undefined,
		pdfA: makePdfA && pdfALevel ? { level: pdfALevel, allowDowngrade } : undefined,
		force,
	};
}

export function timeoutsOf({
	timeoutSeconds,
	waitSeconds = waitField.default,
}: {
	timeoutSeconds?: number;
	waitSeconds?: number;
}): StepLimits {
	return { limitMs: waitSeconds * 1000, timeoutSeconds };
}
