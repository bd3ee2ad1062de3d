import type { IDataObject } from 'n8n-workflow';

/** Without what was left empty: a member that is not sent leaves the decision to the service. */
export function given(fields: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(fields).filter(
			([, value]) =>
				value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
		),
	);
}
