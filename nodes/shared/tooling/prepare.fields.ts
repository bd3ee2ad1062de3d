import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { z } from 'zod/v3';

import {
	base64SourceField,
	binarySourceField,
	inputFileHint,
	sourceFields,
	sourceOptions,
	urlSourceField,
} from '../document/source.fields';
import { numberIn } from '../operation/form.schema';
import { Flag, oneOf, TimeoutSeconds } from '../operation/scalars.schema';
import type { StepLimits, Switches } from './steps';

const levels = ['1a', '1b', '2a', '2b', '2u', '3a', '3b', '3u'] as const;
const levelValues = levels.map((level) => `pdfa-${level}` as const);
/** "PDF/A-2b" for `pdfa-2b`. */
const levelOptions: INodePropertyOptions[] = levels.map((level) => ({
	name: `PDF/A-${level}`,
	value: `pdfa-${level}`,
}));

/** Where a file of any kind comes from; the field may have another name where a form has a source already. */
export function anySourceFields({
	name = 'source',
	...words
}: Partial<Pick<INodeProperties, 'displayName' | 'name'>> = {}): INodeProperties[] {
	const from = (source: string) => ({ displayOptions: { show: { [name]: [source] } } });
	return [
		...sourceFields(
			[
				sourceOptions.base64,
				sourceOptions.binary,
				{ ...sourceOptions.url, description: 'This n8n downloads the file' },
			],
			{ name, ...words, description: 'Where the file comes from' },
		),
		{
			...binarySourceField,
			...from('binary'),
			hint: inputFileHint('the file'),
		},
		{
			...base64SourceField,
			...from('base64'),
			placeholder: 'e.g. UEsDBBQABgAI…',
			description: 'The file encoded in Base64, with or without a data: prefix',
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Contract.docx',
			...from('base64'),
			description: 'Name of the file with its ending, by which the service knows its format',
		},
		{
			...urlSourceField,
			...from('url'),
			placeholder: 'e.g. https://example.com/contract.docx',
			description: 'An address from which this n8n can download the file without a login',
		},
	];
}

export const findSignersField: INodeProperties = {
	displayName: 'Find Signers by Tags',
	name: 'findSigners',
	type: 'boolean',
	default: false,
	description:
		'Whether to look for signature tags in the text, which say who signs where, and to remove them',
};

/** How the PDF itself is changed. */
export const changeFields: INodeProperties[] = [
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
		description: 'What the file is used for, which decides how much its images may lose',
	},
	{
		displayName: 'Make PDF/A',
		name: 'makePdfA',
		type: 'boolean',
		default: false,
		description: 'Whether to turn the file into PDF/A, the format for archives',
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
				description: 'The service chooses what fits the file best',
			},
		],
		displayOptions: { show: { makePdfA: [true] } },
		description: 'Which kind of PDF/A to make',
	},
	{
		displayName: 'Allow Downgrade',
		name: 'allowDowngrade',
		type: 'boolean',
		default: true,
		displayOptions: { show: { makePdfA: [true] } },
		description: 'Whether a lower level will do where the chosen one is not possible',
	},
];

const waits = { min: 1, max: 600 };
const DEFAULT_WAIT_SECONDS = 180;

export const waitField: INodeProperties = {
	displayName: 'Wait per Step (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: waits.min, maxValue: waits.max },
	default: DEFAULT_WAIT_SECONDS,
	description:
		'How long to wait for each step of the service. It deletes the uploaded file after ten minutes.',
};

export const forceField: INodeProperties = {
	displayName: 'Force',
	name: 'force',
	type: 'boolean',
	default: false,
	description:
		'Whether to compress and to make PDF/A also where the service advises against it; signatures in the file become invalid',
};

export const changeShape = {
	compress: Flag,
	compressFor: oneOf('archive', 'print', 'size', 'web').optional(),
	makePdfA: Flag,
	pdfALevel: oneOf('recommendedConformance', ...levelValues).optional(),
	allowDowngrade: Flag,
};

export const patienceShape = {
	timeoutSeconds: TimeoutSeconds.optional(),
	waitSeconds: numberIn({ ...waits, isWhole: true }).optional(),
};

type SwitchesForm = z.output<z.ZodObject<typeof changeShape>>;

export function switchesOf(
	{ compress, compressFor, makePdfA, pdfALevel, allowDowngrade }: SwitchesForm,
	{ findSigners, force }: { findSigners: boolean; force: boolean },
): Switches {
	return {
		findSigners,
		compress: compress ? compressFor : undefined,
		pdfA: makePdfA && pdfALevel ? { level: pdfALevel, allowDowngrade } : undefined,
		force,
	};
}

export function patienceOf({
	timeoutSeconds,
	waitSeconds = DEFAULT_WAIT_SECONDS,
}: z.output<z.ZodObject<typeof patienceShape>>): StepLimits {
	return { limitMs: waitSeconds * 1000, timeoutSeconds };
}

/** For Check PDF/A. */
export const checkedLevels = {
	values: ['claimed', ...levelValues] as const,
	options: levelOptions,
};
