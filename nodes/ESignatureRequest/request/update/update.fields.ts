import { z } from 'zod/v3';

import type { ApiVersion } from '../../../shared/client/call';
import type { ItemContext } from '../../../shared/execution/operation';
import { field, fields } from '../../../shared/form/field';
import { requestSettings, updateSettings } from '../requestSettings';
import type { SettingValues } from '../requestSettings';
import { signersFields } from '../signers.fields';

interface Clearable {
	label: string;
	name: keyof SettingValues;
	empty: '' | never[];
	versions?: readonly ApiVersion[];
}

/** What a request can be without. Agents may use the label or the name. */
const clearable = requestSettings.flatMap(({ field: { displayName: label, name }, update }) =>
	update?.empty === undefined ? [] : [{ label, name, ...update } as Clearable],
);

const labels = clearable.map(({ label }) => label).join(', ');

const plain = (text: string) => text.replace(/[\s_-]/g, '').toLowerCase();

/** n8n takes a message with "writeAccess" for EACCES of a file, so faults have the labels. */
const Named = z.string().transform((text, refinement): Clearable => {
	const found = clearable.find(({ label, name }) => [label, name].map(plain).includes(plain(text)));
	if (found) return found;
	refinement.addIssue({ code: 'custom', message: `isn't one of ${labels}` });
	return z.NEVER;
});

/** For agents, whose empty values change nothing. */
export const clearField = field({
	displayName: 'Fields to Clear',
	name: 'clear',
	type: 'multiOptions',
	default: [],
	displayOptions: { show: { '@tool': [true] } },
	options: clearable.map(({ label, name, versions }) => ({
		name: label,
		value: name,
		...(versions && { displayOptions: { show: { '/apiVersion': [...versions] } } }),
	})),
	description: `Fields of the request to empty: ${labels}`,
	reader: z.array(Named),
	forModel: 'Fields to empty, separated by commas',
});

/** The empty values for the fields that are to be emptied. */
export function emptyValues(
	item: ItemContext,
	toClear: readonly Clearable[],
	changes: SettingValues,
): SettingValues {
	for (const { label, name, versions } of toClear) {
		const isUnknown = versions?.includes(item.version) === false;
		if (!isUnknown && changes[name] === undefined) continue;
		const why = isUnknown
			? `doesn't exist in API Version ${item.version.toUpperCase()}`
			: 'has a new value too';
		throw item.fault({ path: ['changes', 'clear'], message: `names ${label}, which ${why}` });
	}
	return Object.fromEntries(toClear.map(({ name, empty }) => [name, empty]));
}

/** What can be changed in a request. */
export const changeFields = field({
	displayName: 'Fields to Change',
	name: 'changes',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [...updateSettings, clearField],
});

const replacing = { signersChange: ['replace'] };

const listedSignersExample = '[{ "sid": "…" }, { "email": "ann@example.com" }]';

export const signersChangeField = field({
	displayName: 'Signers',
	name: 'signersChange',
	type: 'options',
	default: 'keep',
	options: [
		{
			name: 'Keep All',
			value: 'keep',
			description:
				'To change other fields only. For a single signer, use Signer: Add, Remove, or Replace.',
		},
		{
			name: 'Replace the List',
			value: 'replace',
			description: 'For a new list. Skribble removes everyone who is missing from it.',
		},
		{
			name: 'Remove All',
			value: 'removeAll',
			description: 'If users with write access add new ones in the web application',
		},
	],
	description: 'Change to the list of signers',
});

/** Read apart, if the list is replaced. */
export const newListFields = fields(
	{
		displayName:
			'Skribble removes everyone who is missing from this list, and emails new signers of an open request. To keep someone, choose Signer Type: Already in the Request.',
		name: 'replaceNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: replacing },
	},
	...signersFields({
		offers: ['list', 'json'],
		example: listedSignersExample,
		more: ' An object with sid keeps a signer.',
		show: replacing,
	}),
);
