import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { MOST_AT_ONCE } from '../http/limiter/limiter';

/** Of results, pages and the like. */
export const HIGHEST_COUNT = 1_000_000;
export const LONGEST_TIMEOUT_SECONDS = 3_600;

export const apiVersionField: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'options',
	noDataExpression: true,
	default: 'v2',
	options: [
		{ name: 'V1 (Deprecated)', value: 'v1' },
		{ name: 'V2', value: 'v2' },
		{
			name: 'V3 (Preview)',
			value: 'v3',
			description:
				'Several documents, drafts, signer groups, observers and expiry; may still change at the service',
		},
	],
	description: 'Version of the service interface that the calls use. V2 serves most people.',
};

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

interface Picker extends Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'hint'> {
	/** The function in `methods.listSearch` that finds them. */
	search: string;
	/** With its article: "a document". */
	what: string;
	byId?: string;
	example: string;
}

/** Something of the service, chosen from a list or named by its id. */
export function pickerField({
	search,
	what,
	byId = 'By ID',
	example,
	...field
}: Picker): INodeProperties {
	return {
		...field,
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
	};
}

export function documentPicker(description: string, search: string): INodeProperties {
	return pickerField({
		displayName: 'Document',
		name: 'documentId',
		description,
		search,
		what: 'a document',
		example: '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
	});
}

export const documentField = documentPicker('The document to work on', 'searchDocuments');

/** Where a file goes in the output. */
export function outputFileField(
	what: string,
	more: Pick<INodeProperties, 'displayOptions'> & { name?: string } = {},
): INodeProperties {
	return {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: `The name of the output field to put ${what} in`,
		...more,
	};
}

export const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: HIGHEST_COUNT },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** What most people never need. */
export function optionsField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}

/** A choice that begins elsewhere for agents, who have no files and write lists as JSON, and may offer them less. */
export function agentChoice(
	field: INodeProperties,
	{ first, offers }: { first: string; offers: string[] },
): INodeProperties[] {
	const options = (field.options ?? []) as INodePropertyOptions[];
	const offered = options.filter(({ value }) => offers.includes(String(value)));
	return agentField(field, { default: first, options: offered });
}

/** Filled in by the model, which reads this description of what to write. */
export function fromModel(field: INodeProperties, description: string, name = field.name) {
	const type = field.type === 'json' ? 'json' : 'string';
	return agentField(field, { default: `={{ $fromAI('${name}', '${description}', '${type}') }}` });
}

/** A field that has another default, or offers something else, where the node is a tool. */
export function agentField(field: INodeProperties, forAgents: Partial<INodeProperties>) {
	const { show } = field.displayOptions ?? {};
	const shownTo = (isAgent: boolean) => ({
		displayOptions: { show: { ...show, '@tool': [isAgent] } },
	});
	return [
		{ ...field, ...shownTo(false) },
		{ ...field, ...forAgents, ...shownTo(true) },
	];
}

/** What users should know before they run the operation. */
export function noticeField(displayName: string): INodeProperties {
	return { displayName, name: 'notice', type: 'notice', default: '' };
}

export const timeoutField: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT_SECONDS },
	default: 60,
	description:
		'How long to wait for an answer. Without this option, a minute and more for large files.',
};

export const itemsAtOnceField: INodeProperties = {
	displayName: 'Items at Once',
	name: 'itemsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_AT_ONCE },
	default: MOST_AT_ONCE,
	description:
		'How many items may be under way at the same time. With 1, each is finished before the next begins. The service is never asked for more than it can take.',
};

/** `usual` counts where the form does not say. */
export function mostAtOnce(context: IExecuteFunctions, usual = MOST_AT_ONCE): number {
	const typed = Number(context.getNodeParameter(`options.${itemsAtOnceField.name}`, 0, usual));
	return typed >= 1 ? Math.floor(typed) : usual;
}
