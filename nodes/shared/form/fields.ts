import type {
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
	INodeListSearchItems,
} from 'n8n-workflow';
import type { z } from 'zod/v3';

import { MOST_AT_ONCE } from '../client/limiter/limiter';
import { field } from './field';
import type { Field } from './field';
import { HIGHEST_COUNT, LONGEST_TIMEOUT_SECONDS, Uuid } from './readers';

export const apiVersionField = field({
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'options',
	noDataExpression: true,
	default: 'v2',
	options: [
		{
			name: 'V1 (Deprecated)',
			value: 'v1',
			description: 'Unsupported since November 30, 2025',
		},
		{ name: 'V2', value: 'v2' },
		{
			name: 'V3 (Preview)',
			value: 'v3',
			description:
				'For several documents, drafts, groups, observers, and expiry. Skribble may still change it.',
		},
	],
	description: "Version of Skribble's API. Keep V2 unless you need a feature of V3.",
});

export function resourceField(first: string, options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options,
		default: first,
	};
}

interface Picker<Name extends string, Reader extends z.ZodTypeAny> extends Pick<
	Field,
	'displayName' | 'description' | 'hint' | 'forModel'
> {
	name: Name;
	/** The function in `methods.listSearch` that finds them. */
	search: string;
	/** With its article: "a document". */
	what: string;
	byId?: string;
	example: string;
	reader: Reader;
}

/** Something of the service, chosen from a list or named by its id. */
export function pickerField<const Name extends string, Reader extends z.ZodTypeAny>({
	search,
	what,
	byId = 'By ID',
	example,
	...one
}: Picker<Name, Reader>) {
	return {
		...one,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose ${what}…`,
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{ displayName: byId, name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	} satisfies Field;
}

export function documentPicker(description: string, search: string) {
	return pickerField({
		displayName: 'Document',
		name: 'documentId',
		description,
		search,
		what: 'a document',
		example: '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
		reader: Uuid,
		forModel: 'ID of the document',
	});
}

export const documentField = documentPicker(
	'Choose it from the list, or enter its ID',
	'searchDocuments',
);

/** Where a file goes in the output. */
export function outputFileField<const Name extends string = 'binaryPropertyName'>(
	what: string,
	{ name, ...more }: Pick<INodeProperties, 'displayOptions' | 'hint'> & { name?: Name } = {},
) {
	return {
		displayName: 'Put Output File in Field',
		name: (name ?? 'binaryPropertyName') as Name,
		type: 'string',
		default: 'data',
		required: true,
		hint: `The name of the output field to put ${what} in`,
		...more,
	} satisfies Field;
}

export const returnAllField = field({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

export const limitField = field({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: HIGHEST_COUNT, numberPrecision: 0 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
});

export const simplifyField = field({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** What most people never need. */
export function optionsField<const Options extends Field[]>(options: Options) {
	return field({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	});
}

/** A field that has another default, or offers something else, where the node is a tool. Its value is read alike. */
export function agentField<const F extends Field>(one: F, forAgents: Partial<Field>): [F, F] {
	const shownTo = (isAgent: boolean) => ({
		displayOptions: {
			...one.displayOptions,
			show: { ...one.displayOptions?.show, '@tool': [isAgent] },
		},
	});
	return [
		{ ...one, ...shownTo(false) },
		{ ...one, ...forAgents, ...shownTo(true) },
	];
}

/** What users should know before they run the operation. */
export function noticeField(displayName: string) {
	return field({ displayName, name: 'notice', type: 'notice', default: '' });
}

export const timeoutField = field({
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT_SECONDS, numberPrecision: 0 },
	default: 60,
	description:
		'How long to wait for an answer. Without this option, it is 60 seconds, and longer for large files.',
});

export const itemsAtOnceField = field({
	displayName: 'Batch Size',
	name: 'itemsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_AT_ONCE },
	default: MOST_AT_ONCE,
	description: 'Items to process at the same time. 1 finishes each item before the next.',
});

/** `usual` counts where the form does not say. */
export function mostAtOnce(context: IExecuteFunctions, usual = MOST_AT_ONCE): number {
	const typed = Number(context.getNodeParameter(`options.${itemsAtOnceField.name}`, 0, usual));
	return typed >= 1 ? Math.floor(typed) : usual;
}

interface PickerEntry {
	id: string;
	title?: string;
	/** What distinguishes it from others of the same title. */
	facts: Array<string | undefined>;
}

/** Entries of a list in the editor. Where two would look alike anyway, they show the beginning of their ids. */
export function entriesOf(known: PickerEntry[]): INodeListSearchItems[] {
	const entries = known.map(({ id, title = id, facts }) => {
		const about = facts.filter(Boolean).join(', ');
		return { name: about === '' ? title : `${title} (${about})`, value: id };
	});
	const times = new Map<string, number>();
	for (const { name } of entries) times.set(name, (times.get(name) ?? 0) + 1);
	return entries.map(({ name, value }) => ({
		name: times.get(name) === 1 ? name : `${name} ${value.slice(0, ID_START)}`,
		value,
	}));
}

const ID_START = 8;
const MINUTES_END = 16;

/** As in 2026-11-16 08:30, as the service wrote it. */
export function minuteOf(stamp: unknown): string | undefined {
	if (typeof stamp !== 'string') return undefined;
	return stamp.replace('T', ' ').slice(0, MINUTES_END);
}
