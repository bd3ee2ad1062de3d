import type { IDataObject } from 'n8n-workflow';

/** What there is, also where it is empty: an empty member empties a field of the service. */
export function withoutAbsent(fields: IDataObject): IDataObject {
	return filled(fields, isThere);
}

/** What was filled in: a member that is not sent leaves the decision to the service. */
export function given(fields: IDataObject): IDataObject {
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
