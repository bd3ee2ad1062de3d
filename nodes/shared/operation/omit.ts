import type { IDataObject } from 'n8n-workflow';

/** Keeps empty values: an empty member empties a field of the service. */
export function omitUndefined(fields: IDataObject): IDataObject {
	return filled(fields, isThere);
}

/** Without fields that were left empty: the service decides about a member that is not sent. */
export function omitEmpty(fields: IDataObject): IDataObject {
	return filled(fields, (value) => isThere(value) && value !== '' && !isEmptyList(value));
}

function filled(fields: IDataObject, isWanted: (value: unknown) => boolean): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => isWanted(value)));
}

function isThere(value: unknown): boolean {
	return value !== undefined && value !== null;
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}
