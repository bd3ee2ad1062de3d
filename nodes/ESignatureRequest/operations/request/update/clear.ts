import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { ApiVersion } from '../../../../shared/http/call';
import type { ItemContext } from '../../../../shared/operation/operation';
import type { RequestChanges } from '../change/requestChange.body';

/** What a request can be without. Agents may use the label or the name. */
const clearable = [
	{ name: 'Attach to Final Email', value: 'attachOnSuccess', empty: [], sinceV2: true },
	{ name: 'CC', value: 'ccEmailAddresses', empty: [], sinceV2: true },
	{ name: 'Message', value: 'message', empty: '', sinceV2: false },
	{ name: 'Read Access', value: 'readAccess', empty: [], sinceV2: false },
	{ name: 'Write Access', value: 'writeAccess', empty: [], sinceV2: false },
	{ name: 'Your Reference', value: 'custom', empty: '', sinceV2: true },
] as const;
type Clearable = (typeof clearable)[number];

const labels = clearable.map(({ name }) => name).join(', ');

/** For agents, whose empty values change nothing. */
export const clearField: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clear',
	type: 'multiOptions',
	default: [],
	displayOptions: { show: { '@tool': [true] } },
	options: clearable.map(({ name, value, sinceV2 }) => ({
		name,
		value,
		...(sinceV2 && { displayOptions: { show: { '/apiVersion': ['v2', 'v3'] } } }),
	})),
	description: `Fields of the request to empty: ${labels}`,
};

export const isClearable = (field: string) => clearable.some(({ value }) => value === field);

const plain = (text: string) => text.replace(/[\s_-]/g, '').toLowerCase();

/** n8n takes a message with "writeAccess" for EACCES of a file, so faults have the labels. */
const Named = z.string().transform((text, refinement): Clearable => {
	const found = clearable.find(({ name, value }) => [name, value].map(plain).includes(plain(text)));
	if (found) return found;
	refinement.addIssue({ code: 'custom', message: `must be one of ${labels}` });
	return z.NEVER;
});

export const Cleared = z.array(Named);

/** The empty values for the fields that are to be emptied. */
export function emptyValues(
	item: ItemContext,
	fields: readonly Clearable[],
	{ changes, version }: { changes: RequestChanges; version: ApiVersion },
): Pick<RequestChanges, Clearable['value']> {
	for (const { name, value, sinceV2 } of fields) {
		const isUnknown = version === 'v1' && sinceV2;
		if (!isUnknown && changes[value] === undefined) continue;
		const why = isUnknown ? 'does not exist in version v1' : 'has a new value too';
		throw item.fault({ path: ['changes', 'clear'], message: `names ${name}, which ${why}` });
	}
	return Object.fromEntries(fields.map(({ value, empty }) => [value, empty]));
}
