/** Which fields the editor shows for a filled-in form, and which it could show. */
import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { formNameOf, nameOf, type Cell } from './cells.ts';

/** A field as it is shown, and where its value stands in the form. */
export interface ShownField {
	/** Without the numbers of entries, for example `signers.signer.email`. */
	path: string;
	place: Array<string | number>;
	field: INodeProperties;
}

type About = Pick<Cell, 'description' | 'resource' | 'operation' | 'version'>;

/** What says which form it is, and is therefore part of every one. */
const HEAD = ['resource', 'operation', 'apiVersion'];
const WITHOUT_VALUE = ['notice', 'callout', 'hidden'];
const TYPE_VERSION = { typeVersion: 1 };

/** Only where there is a choice does the form have this field. */
export function headOf({ description, resource, operation, version }: About): INodeParameters {
	const head = { resource, operation };
	const hasChoice = description.properties.some(
		(field) => field.name === 'apiVersion' && isShown(field, head, head, description),
	);
	return hasChoice ? { ...head, apiVersion: version } : head;
}

export function shownFields(about: About, form: INodeParameters): ShownField[] {
	const { description } = about;
	const values = { ...headOf(about), ...form };
	const whole = NodeHelpers.getNodeParameters(
		description.properties,
		values,
		true,
		false,
		TYPE_VERSION,
		description,
	)!;
	const walk = (fields: INodeProperties[], given: IDataObject, trail: ShownField['place']) =>
		fields
			.filter((field) => !(trail.length === 0 && HEAD.includes(field.name)))
			.filter(({ type }) => !WITHOUT_VALUE.includes(type))
			.filter((field) => isShown(field, given, whole, description))
			.flatMap((field) => inside(field, given, [...trail, field.name]));
	const inside = (
		field: INodeProperties,
		given: IDataObject,
		place: ShownField['place'],
	): ShownField[] => {
		const value = given[field.name] as IDataObject | undefined;
		if (field.type === 'collection') {
			return walk(field.options as INodeProperties[], value ?? {}, place);
		}
		if (field.type !== 'fixedCollection') return [{ path: pathOf(place), place, field }];
		return (field.options ?? []).flatMap((option) => {
			if (!('values' in option)) return [];
			const entries = (value?.[option.name] ?? []) as IDataObject[];
			return entries.flatMap((entry, at) =>
				walk(option.values, withDefaults(option.values, entry), [...place, option.name, at]),
			);
		});
	};
	return walk(description.properties, whole, []);
}

/** Hidden ones too: whether a field is shown may depend on the default of another. */
const withDefaults = (fields: INodeProperties[], entry: IDataObject): IDataObject => ({
	...Object.fromEntries(fields.map(({ name, default: usual }) => [name, usual])),
	...entry,
});

const pathOf = (place: ShownField['place']) =>
	place.filter((part) => typeof part === 'string').join('.');

function isShown(
	field: INodeProperties,
	values: IDataObject,
	root: IDataObject,
	description: Cell['description'],
): boolean {
	return NodeHelpers.displayParameter(
		values as INodeParameters,
		field,
		TYPE_VERSION,
		description,
		root as INodeParameters,
	);
}

/** All that the operation can show to a person in this version, whatever else is chosen. */
export function possiblePaths(about: About): string[] {
	const { description, resource, operation, version } = about;
	const known: Record<string, unknown> = {
		resource,
		operation,
		'/operation': operation,
		apiVersion: version,
		'/apiVersion': version,
		'@tool': false,
	};
	const isOneOf = (value: unknown, values: unknown[] = []) => values.includes(value);
	const isPossible = ({ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties) =>
		Object.entries(show).every(
			([name, values]) => !(name in known) || isOneOf(known[name], values),
		) &&
		!Object.entries(hide).some(([name, values]) => name in known && isOneOf(known[name], values));
	const walk = (fields: INodeProperties[], trail: string[]): string[] =>
		fields
			.filter((field) => !(trail.length === 0 && HEAD.includes(field.name)))
			.filter(({ type }) => !WITHOUT_VALUE.includes(type))
			.filter(isPossible)
			.flatMap(({ name, type, options = [] }) => {
				const at = [...trail, name];
				if (type === 'collection') return walk(options as INodeProperties[], at);
				if (type !== 'fixedCollection') return [at.join('.')];
				return options.flatMap((option) =>
					'values' in option ? walk(option.values, [...at, option.name]) : [],
				);
			});
	return [...new Set(walk(description.properties, []))];
}

/** Those that a form fills in with something other than what stands there anyway. */
export function filledPaths(about: About, form: INodeParameters): string[] {
	return shownFields(about, form)
		.filter(({ place, field }) => {
			const value = valueAt(form, place);
			return value !== undefined && JSON.stringify(value) !== JSON.stringify(field.default);
		})
		.map(({ path }) => path);
}

export function valueAt(form: INodeParameters, place: ShownField['place']): unknown {
	return place.reduce<unknown>(
		(value, part) => (value as Record<string | number, unknown> | undefined)?.[part],
		form,
	);
}

export function withValue(
	form: INodeParameters,
	place: ShownField['place'],
	value: unknown,
): INodeParameters {
	const copy = structuredClone(form);
	const holder = valueAt(copy, place.slice(0, -1)) as Record<string | number, unknown>;
	holder[place.at(-1)!] = value;
	return copy;
}

/** Of one operation: in its newest version, and in older ones where it has fields that no other form has. */
export function cellsWithOwnFields(cells: Cell[]): Cell[] {
	const known = new Set<string>();
	const newestFirst = cells.filter(({ dialect }) => dialect === cells[0]?.dialect).reverse();
	return newestFirst.filter((cell) => {
		const own = possiblePaths(cell).filter((path) => !known.has(path));
		for (const path of own) known.add(path);
		return cell.isNewest || (own.length > 0 && formNameOf(cell) === nameOf(cell));
	});
}

/** Options are left out unless someone adds them. */
export const isOption = ({ place }: Pick<ShownField, 'place'>) =>
	place.length > 1 && place.every((part) => typeof part === 'string');

/** It is required, or always there with a default that says something: nothing must not be taken for that. */
export function mustBeFilled({ place, field }: Omit<ShownField, 'path'>): boolean {
	const { required = false, type, default: usual } = field;
	const isEmpty = ['', false, 0].includes(usual as string);
	const saysNothing = isEmpty || type === 'multiOptions' || type === 'resourceLocator';
	return required || !(isOption({ place }) || saysNothing);
}

export type IsNew = (cell: Cell, shown: ShownField) => boolean;

/** Returns what is true for each field once: an operation reads its own, and all read an entry of a list alike. */
export function firstTime(): IsNew {
	const tried = new Map<string, Set<INodeProperties>>();
	return (cell, { place, field }) => {
		const reader = place.length === 1 || isOption({ place }) ? formNameOf(cell) : 'entries';
		const known = tried.get(reader) ?? new Set();
		const isFirst = !known.has(field);
		tried.set(reader, known.add(field));
		return isFirst;
	};
}
