import type { IDataObject } from 'n8n-workflow';

/** Far deeper than any answer. Deeper values would overflow the stack of a recursive walk. */
const DEEPEST = 100;

const BYTE_ORDER_MARK = '\ufeff';

/** JSON from outside, even after a byte order mark. Undefined if it's invalid or nested too deep. */
export function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
		return isDeeperThan(DEEPEST, value) ? undefined : value;
	} catch {
		return undefined;
	}
}

function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** Changes all texts, including the names of members. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [change(name), mapTexts(one, change)]),
	);
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same text for equal data: the order of members doesn't matter. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, inOrder) ?? '';
}

function inOrder(_name: string, value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keeps empty values, because Skribble empties a field for an empty member. */
export function omitUndefined(fields: IDataObject): IDataObject {
	return filtered(fields, (value) => value !== undefined && value !== null);
}

/** Without empty fields: Skribble decides about a member that isn't sent. */
export function omitEmpty(fields: IDataObject): IDataObject {
	const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
	return filtered(omitUndefined(fields), (value) => value !== '' && !isEmptyList(value));
}

function filtered(fields: IDataObject, isKept: (value: unknown) => boolean): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => isKept(value)));
}
