import type { INodeProperties } from 'n8n-workflow';

import { itemsAtOnceField, optionsField } from './fields';
import type { Operation } from './operation';
import { isOnlyForPeople, versionFields } from './versions';

/**
 * The operation dropdown and all fields of a resource, each shown for its own operation only; options last. n8n does
 * not save a default, so `first`, which a new node begins with, stays as it is.
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
		[...toolFields(form), ...formOf(form)].map((field) => shownFor(field, { resource, operation })),
	);
	const isLast = ({ name }: INodeProperties) => name === 'options';
	return [
		dropdown,
		...fields.filter((field) => !isLast(field)),
		...versionFields(resource, operations),
		...fields.filter(isLast),
	];
}

/**
 * n8n reads fields after those that they name in their conditions, but knows a field of the same level only by
 * its plain name.
 */
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

/** n8n shows agents what stands in a field of this name, where a node has one, and adds its own to other nodes. */
function toolFields({ option, forAgents }: Operation): INodeProperties[] {
	if (isOnlyForPeople(option)) return [];
	const fieldWith = (description: string, show = {}): INodeProperties => ({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		default: description,
		required: true,
		displayOptions: { show: { '@tool': [true], ...show } },
		description: 'What the agent reads before it decides to use this tool',
	});
	if (typeof forAgents !== 'object') {
		return [fieldWith(forAgents ?? `${option.action}: ${option.description}`)];
	}
	const { field, words } = forAgents;
	return Object.entries(words).map(([value, text]) => fieldWith(text, { [field]: [value] }));
}

/** The operation's own fields, and what all have that work on several items. */
function formOf({ fields, itemsAtOnce }: Operation): INodeProperties[] {
	const own = fields.find(({ name }) => name === 'options');
	const atOnce = { ...itemsAtOnceField, ...(itemsAtOnce && { default: itemsAtOnce }) };
	const entries = [...((own?.options ?? []) as INodeProperties[]), atOnce];
	const options = optionsField(sorted(entries, ({ displayName }) => displayName));
	return own
		? fields.map((field) => (field === own ? { ...own, options: options.options } : field))
		: [...fields, options];
}

/** By plain letters: the first comparison in the order of a language takes a process as long as loading all of this. */
function sorted<T>(list: readonly T[], wordOf: (one: T) => string): T[] {
	return [...list].sort((a, b) => (wordOf(a) < wordOf(b) ? -1 : 1));
}
