import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { toProperties } from '../form/field';
import type { Field } from '../form/field';
import { itemsAtOnceField, optionsField, apiVersionField } from '../form/fields';
import { withModelDefault } from '../form/fromModel';
import type { ApiVersion, Versions } from '../client/call';
import { everyVersion } from './operation';
import type { Operation } from './operation';

/**
 * The operation dropdown and all fields of a resource, each shown only for its operation. Options are last. `first` is
 * the operation of a new node. n8n doesn't save a default, so it never changes.
 */
export function fieldsOf<Name extends string>(
	resource: string,
	operations: Record<Name, Operation>,
	first: Name,
): INodeProperties[] {
	const options = Object.values<Operation>(operations).map(({ option }) => option);
	const dropdown: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: sorted(options, ({ name }) => name),
		default: first,
	};
	const fields = Object.entries<Operation>(operations).flatMap(([operation, form]) =>
		toProperties([...toolFields(form), ...formOf(form).flatMap(leftToModel(form))]).map((field) =>
			shownFor(field, { resource, operation }),
		),
	);
	const isLast = ({ name }: INodeProperties) => name === 'options';
	return [
		dropdown,
		...fields.filter((field) => !isLast(field)),
		...versionFields(resource, operations),
		...fields.filter(isLast),
	];
}

/** n8n reads a field after the fields in its conditions, but only if these are there by their plain names. */
function shownFor(
	field: INodeProperties,
	{ resource, operation }: { resource: string; operation: string },
): INodeProperties {
	const { show = {}, hide } = field.displayOptions ?? {};
	const shown = { ...plainNames(show), resource: [resource], operation: [operation] };
	const displayOptions = { show: shown, ...(hide && { hide: plainNames(hide) }) };
	return { ...field, displayOptions };
}

function plainNames<T>(conditions: Record<string, T>): Record<string, T> {
	const plain = Object.entries(conditions).map(([name, values]) => [
		name.replace(/^\//, ''),
		values,
	]);
	return Object.fromEntries(plain) as Record<string, T>;
}

/** But not in a human review, which the model must not change. */
function leftToModel({ option }: Operation): (one: Field) => Field[] {
	return isOnlyForPeople(option) ? (one) => [one] : withModelDefault;
}

/** n8n shows agents the text in a field of this name. It adds such a field to nodes without one. */
function toolFields({ option, forAgents }: Operation): INodeProperties[] {
	if (isOnlyForPeople(option)) return [];
	const text = forAgents ?? option.description ?? option.action;
	const field: INodeProperties = {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		default: text,
		required: true,
		displayOptions: { show: { '@tool': [true] } },
		description: 'The agent reads it to decide whether to use this tool',
	};
	return [field];
}

/** With the options that all operations have. */
function formOf({ fields, itemsAtOnce }: Operation): Field[] {
	const own = fields.find(({ name }) => name === 'options');
	const atOnce = { ...itemsAtOnceField, ...(itemsAtOnce && { default: itemsAtOnce }) };
	const entries = [...((own?.options ?? []) as INodeProperties[]), atOnce];
	const options = optionsField(sorted(entries, ({ displayName }) => displayName));
	return own
		? fields.map((field) => (field === own ? { ...own, options: options.options } : field))
		: [...fields, options];
}

/** By plain letters: the first comparison in a language's order takes a process as long as loading all of this. */
function sorted<T>(list: readonly T[], wordOf: (one: T) => string): T[] {
	return [...list].sort((a, b) => (wordOf(a) < wordOf(b) ? -1 : 1));
}

interface Versioned {
	option?: Pick<INodePropertyOptions, 'displayOptions'>;
	versions?: Versions;
	/** How the usual version depends on the address, in the words of the form. By Region is the first choice then. */
	versionByRegion?: string;
}

interface Choice {
	versions: Versions;
	versionByRegion: string;
	isForPeople: boolean;
	names: string[];
}

const byRegion = { name: 'By Region', value: 'auto' };

/** API Version for the operations of a resource, one field for each set of versions. One version is no choice. */
export function versionFields(
	resource: string,
	operations: Record<string, Versioned>,
): INodeProperties[] {
	const choices = new Map<string, Choice>();
	for (const [name, operation] of Object.entries(operations)) {
		const { versions = everyVersion, versionByRegion = '' } = operation;
		if (versions.length === 1) continue;
		const isForPeople = isOnlyForPeople(operation.option);
		const key = [isForPeople, versionByRegion, ...versions].join();
		const { names = [] } = choices.get(key) ?? {};
		choices.set(key, { versions, versionByRegion, isForPeople, names: [...names, name] });
	}
	const all = apiVersionField.options as INodePropertyOptions[];
	return [...choices.values()].map(({ versions, versionByRegion, isForPeople, names }) => ({
		...apiVersionField,
		default: versionByRegion ? 'auto' : versions[0],
		options: [
			...(versionByRegion ? [{ ...byRegion, description: versionByRegion }] : []),
			...all.filter(({ value }) => versions.some((version) => version === value)),
		],
		displayOptions: {
			show: { resource: [resource], operation: names },
			...(isForPeople && { hide: { '@tool': [true] } }),
		},
	}));
}

/** Agents don't get the operation as a tool. */
export function isOnlyForPeople(option: Versioned['option']): boolean {
	return option?.displayOptions?.hide?.['@tool'] !== undefined;
}

export function versionFor(
	context: ILoadOptionsFunctions,
	operations: Record<string, Record<string, Versioned>>,
): ApiVersion {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		String(context.getNodeParameter(name, '')),
	) as [string, string];
	const { versions = everyVersion } = operations[resource]?.[operation] ?? {};
	const chosen = context.getNodeParameter('apiVersion', versions[0]);
	return versions.find((version) => version === chosen) ?? versions[0];
}
