import { isObject, parseJson } from '../network/json';
import { dayIn } from '../network/time';
import type { Field } from './field';

/** Where a field is: an empty option of a collection counts as not added. */
interface FieldPlace {
	timeZone: string;
	inCollection?: boolean;
	/** A model has to fill in every field that is left to it, so it writes nothing in many forms. */
	isTool?: boolean;
}

/**
 * What an expression answers with, as the field means it: a number in a text field is text, and a moment in a
 * date field is a day. Schemas judge the rest. Nothing at all is an empty field, never its default: that might
 * send to people, or in a way, that no one chose.
 */
export function fieldValue(field: Field, given: unknown, place: FieldPlace): unknown {
	const value = place.isTool ? modelValue(field, given) : given;
	switch (field.type) {
		case 'collection':
			return optionsIn(field, value, place);
		case 'fixedCollection':
			return listsIn(field, value, place);
		case 'boolean':
		case 'number':
		case 'options':
		case 'multiOptions':
			return isEmpty(value) ? whenEmpty(field, place) : value;
		case 'dateTime':
			return isEmpty(value) ? whenEmpty(field, place) : dayIn(place.timeZone, value);
		case 'string':
		case 'json':
		case 'resourceLocator':
			return textOf(value, place);
		default:
			return value;
	}
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** The members of a collection are read one by one. */
function modelValue({ type }: Field, value: unknown): unknown {
	if (type === 'collection' || type === 'fixedCollection') return value;
	// In a list of entries, n8n leaves a picker as it is.
	const picked = type === 'resourceLocator' && isObject(value) ? value.value : value;
	if (isNothing(picked) || (picked === 0 && type !== 'number')) return undefined;
	if (type === 'json') return withoutEmptyMembers(jsonIn(value));
	if (type !== 'multiOptions' || typeof value !== 'string') return value;
	// n8n asks models for text here.
	const choices = value.split(/[,;\n"'[\]]/).map((choice) => choice.trim());
	return choices.filter(Boolean);
}

/** Text that is no JSON stays: the schema says what is wrong with it. */
function jsonIn(value: unknown): unknown {
	return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}

/** An entry of a list stays even if it is empty: without it, Update would remove a signer. */
function withoutEmptyMembers(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutEmptyMembers);
	if (!isObject(value) || isMoment(value)) return value;
	const members = Object.entries(value).filter(([, one]) => !isNothing(one));
	return Object.fromEntries(members.map(([name, one]) => [name, withoutEmptyMembers(one)]));
}

/** Also text that is JSON for nothing, such as [] or null, and lists of nothing. */
export function isNothing(value: unknown): boolean {
	if (typeof value === 'string') {
		return ['', 'null', 'undefined'].includes(value.replace(/[\s\p{C}\p{Z}"'[\]{},;:]+/gu, ''));
	}
	if (typeof value !== 'object' || value === null) return value === undefined || value === null;
	return !isMoment(value) && Object.values(value).every(isNothing);
}

/** It may have no members either. */
function isMoment(value: object): boolean {
	return typeof value.valueOf() !== 'object';
}

/** A switch that is off by default is off, a list is empty, and some choices have an empty value. */
function whenEmpty({ type, default: usual, options = [] }: Field, { inCollection }: FieldPlace) {
	if (inCollection) return undefined;
	if (type === 'multiOptions') return [];
	const hasEmptyChoice = options.some((option) => 'value' in option && option.value === '');
	if (hasEmptyChoice) return '';
	return usual === false ? false : null;
}

/** An empty text may be meant: it empties a field of the service. */
function textOf(value: unknown, { inCollection }: FieldPlace): unknown {
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	return value ?? (inCollection ? undefined : '');
}

function optionsIn({ options = [] }: Field, value: unknown, place: FieldPlace): unknown {
	if (isEmpty(value)) return {};
	return eachMember(value, options as Field[], { ...place, inCollection: true });
}

/** n8n keeps a list of entries under the name of the entry. */
function listsIn({ options = [] }: Field, value: unknown, place: FieldPlace) {
	if (isEmpty(value)) return {};
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

function eachMember(value: unknown, fields: Field[], place: FieldPlace): unknown {
	if (!isObject(value)) return value;
	const members = Object.entries(value).map(([name, one]) => {
		const field = fields.find((candidate) => candidate.name === name);
		if (!field) return [name, one] as const;
		const isRefused = field.whenEmpty === 'refuse' && !place.isTool;
		const inCollection = place.inCollection && !isRefused;
		return [name, fieldValue(field, one, { ...place, inCollection })] as const;
	});
	return Object.fromEntries(members.filter(([, one]) => one !== undefined));
}
