import type { INodeProperties } from 'n8n-workflow';

import { dayIn } from './calendar';

/** Where a field stands: an option that is empty is one that nobody has added. */
interface Place {
	timeZone: string;
	inCollection?: boolean;
}

/**
 * What an expression answers with, as the field means it: nothing at all is an empty field, which has its
 * default, a number in a text field is text, and a moment in a date field is a day. Schemas judge the rest.
 */
export function fieldValue(field: INodeProperties, value: unknown, place: Place): unknown {
	switch (field.type) {
		case 'collection':
			return optionsIn(field, value, place);
		case 'fixedCollection':
			return listsIn(field, value, place);
		case 'boolean':
			return isEmpty(value) ? field.default : value;
		case 'number':
		case 'options':
		case 'multiOptions':
			return isEmpty(value) ? whenEmpty(field, place) : value;
		case 'dateTime':
			return isEmpty(value) ? whenEmpty(field, place) : dayIn(place.timeZone, value);
		case 'string':
		case 'json':
		case 'resourceLocator':
			return textOf(field, value, place);
		default:
			return value;
	}
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Nobody can mean a default where the form demands a value. */
function whenEmpty(
	{ required, default: usual }: INodeProperties,
	{ inCollection }: Place,
): unknown {
	return inCollection || required ? undefined : usual;
}

/** An empty text may be meant: it empties a field of the service. */
function textOf(field: INodeProperties, value: unknown, { inCollection }: Place): unknown {
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	if (value !== undefined && value !== null) return value;
	if (inCollection) return undefined;
	return field.required || typeof field.default !== 'string' ? '' : field.default;
}

function optionsIn({ options = [] }: INodeProperties, value: unknown, place: Place): unknown {
	if (isEmpty(value)) return {};
	return eachMember(value, options as INodeProperties[], { ...place, inCollection: true });
}

/** n8n keeps a list of entries under the name of the entry. */
function listsIn({ options = [], default: usual }: INodeProperties, value: unknown, place: Place) {
	if (isEmpty(value)) return usual;
	if (!isObject(value)) return value;
	const lists = Object.entries(value).map(([name, list]) => {
		const option = options.find((one) => one.name === name);
		if (!option || !('values' in option)) return [name, list];
		const entry = (one: unknown) =>
			eachMember(one, option.values, { ...place, inCollection: false });
		return [name, Array.isArray(list) ? list.map(entry) : entry(list)];
	});
	return Object.fromEntries(lists) as unknown;
}

function eachMember(value: unknown, fields: INodeProperties[], place: Place): unknown {
	if (!isObject(value)) return value;
	const members = Object.entries(value).map(([name, one]) => {
		const field = fields.find((candidate) => candidate.name === name);
		return [name, field ? fieldValue(field, one, place) : one] as const;
	});
	return Object.fromEntries(members.filter(([, one]) => one !== undefined));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
