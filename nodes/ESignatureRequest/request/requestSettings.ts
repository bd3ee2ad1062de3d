/** Declares each setting of a request once. Create, Update, Fields to Clear, and the calls follow from it. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Rules } from '../../shared/account/dialect';
import type { ApiVersion } from '../../shared/client/call';
import type { ItemContext } from '../../shared/execution/operation';
import type { Field } from '../../shared/form/field';
import { agentField } from '../../shared/form/fields';
import {
	AccessList,
	Email,
	EmailList,
	HttpsUrl,
	oneOf,
	optional,
	RequiredText,
	Text,
} from '../../shared/form/readers';
import type { SchemaFor } from '../../shared/form/readers';
import { ExpiryDate } from './expiry';
import { Legislation, legislationOptions, Quality, qualityOptions } from './quality';

const sinceV2: readonly ApiVersion[] = ['v2', 'v3'];
const v3: readonly ApiVersion[] = ['v3'];

/** How Create or Update has a setting. */
interface Use {
	/** What differs from the other form. */
	field?: Partial<Field>;
	/** Every version, unless it says otherwise. */
	versions?: readonly ApiVersion[];
	/** Why the service would silently lose it. */
	whyLost?: (rules: Rules, version: ApiVersion) => string | undefined;
}

interface CreateUse extends Use {
	/** Under Options, among the fields that every form shows, or with separate rules. */
	in: 'options' | 'form' | 'elsewhere';
}

interface UpdateUse extends Use {
	/** What is sent to clear it, if a request can be without it. */
	empty?: '' | never[];
}

interface Setting {
	field: Field;
	reader: z.ZodTypeAny;
	sentAs: string;
	/** Whether the call has it, or something that replaces it. */
	isSent?: (rules: Rules) => boolean;
	create?: CreateUse;
	update?: UpdateUse;
}

function rows<const Rows extends Setting[]>(...list: Rows): Rows {
	return list;
}

const addresses = 'e.g. ann@example.com, bob@example.com';

export type CallbackUrl<Name extends string> = ReturnType<typeof callbackUrl<Name>>;

function callbackUrl<const Name extends string>(
	name: Name,
	{ displayName, sentAs, when }: { displayName: string; sentAs: string; when: string },
) {
	return {
		field: {
			displayName,
			name,
			type: 'string' as const,
			default: '',
			placeholder: 'e.g. https://example.com/hook',
			description: `Skribble calls it when ${when}`,
		},
		reader: HttpsUrl,
		sentAs,
		create: { in: 'elsewhere' as const },
		update: {},
	};
}

/** Create has them among its callbacks. */
export const callbackUrls = {
	success: callbackUrl('successUrl', {
		displayName: 'Success URL',
		sentAs: 'callback_success_url',
		when: 'everyone has signed',
	}),
	update: callbackUrl('updateUrl', {
		displayName: 'Update URL',
		sentAs: 'callback_update_url',
		when: 'someone has signed, but not everyone',
	}),
	error: callbackUrl('errorUrl', {
		displayName: 'Error URL',
		sentAs: 'callback_error_url',
		when: 'the request is declined, withdrawn, or fails',
	}),
};

const settingRows = rows(
	{
		field: {
			displayName: 'Attach to Final Email',
			name: 'attachOnSuccess',
			type: 'multiOptions',
			default: [],
			options: [
				{ name: 'Audit Report', value: 'SIGNATURE_PROTOCOL' },
				{ name: 'Signed Document', value: 'SIGNED_DOCUMENT' },
			],
			description: 'Files in the email that Skribble sends after everyone has signed',
		},
		reader: z.array(oneOf('SIGNATURE_PROTOCOL', 'SIGNED_DOCUMENT')),
		sentAs: 'attach_on_success',
		create: { in: 'options', versions: sinceV2 },
		update: { versions: sinceV2, empty: [] },
	},
	{
		field: {
			displayName: 'CC',
			name: 'ccEmailAddresses',
			type: 'string',
			default: '',
			placeholder: addresses,
			description:
				'Skribble account holders who get copies of the emails, as email addresses separated by commas',
			forModel: { name: 'cc', words: 'Email addresses that get copies, separated by commas' },
		},
		reader: EmailList,
		sentAs: 'cc_email_addresses',
		isSent: ({ copiesAs }) => copiesAs === 'cc_email_addresses',
		create: { in: 'options', versions: sinceV2 },
		update: {
			versions: sinceV2,
			empty: [],
			whyLost: ({ copiesAs }) =>
				copiesAs === 'observers'
					? "doesn't exist in API Version V3 in this region\nUse Observer: Add and Observer: Remove."
					: undefined,
		},
	},
	{
		field: {
			displayName: 'Your Reference',
			name: 'custom',
			type: 'string',
			default: '',
			placeholder: 'e.g. order-4711',
			description: 'Your own text, such as an order number',
		},
		reader: Text,
		sentAs: 'custom',
		create: { in: 'options', versions: sinceV2 },
		update: { versions: sinceV2, empty: '' },
	},
	{
		field: {
			displayName: 'Creator',
			name: 'creator',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description: 'Email address of the member of your business who owns the request',
		},
		reader: Email,
		sentAs: 'creator',
		create: { in: 'options', versions: sinceV2 },
	},
	{
		field: {
			displayName: 'Expires On',
			name: 'expiresAt',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
		},
		reader: ExpiryDate,
		sentAs: 'expires_at',
		isSent: ({ takesExpiry }) => takesExpiry,
		create: {
			in: 'options',
			versions: sinceV2,
			field: {
				description:
					'Last day to sign, up to six months ahead. Skribble activates it on request. At custom addresses, only in V3.',
				forModel: 'Last day to sign, such as 2026-12-31',
			},
			whyLost: ({ takesExpiry }, version) =>
				takesExpiry
					? undefined
					: `doesn't exist in API Version ${version.toUpperCase()} at a custom address\nChoose V3, or remove this field.`,
		},
		update: {
			versions: v3,
			field: {
				description: 'Last day to sign, up to six months ahead. You can change it only in a draft.',
			},
		},
	},
	{
		field: {
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Please sign the contract by Friday',
			description: 'Text in the invitation email',
			forModel: 'Text in the invitation email',
		},
		reader: Text,
		sentAs: 'message',
		create: { in: 'form' },
		update: { empty: '' },
	},
	{
		field: {
			displayName: 'Read Access',
			name: 'readAccess',
			type: 'string',
			default: '',
			placeholder: addresses,
			description:
				'Email addresses of Skribble account holders who can read the request, separated by commas',
		},
		reader: AccessList,
		sentAs: 'read_access',
		create: { in: 'options' },
		update: { empty: [] },
	},
	{
		field: {
			displayName: 'Signature Quality',
			name: 'quality',
			type: 'options',
			default: 'QES',
			options: [...qualityOptions],
			description: 'Legal weight of the signatures',
			forModel: 'Legal weight. SES is simple, QES equals handwriting',
		},
		reader: Quality,
		sentAs: 'quality',
		create: {
			in: 'form',
			field: {
				default: '',
				options: [
					{ name: 'Default', value: '', description: 'QES, or DEMO with a demo key' },
					...qualityOptions,
				],
			},
		},
		update: {},
	},
	{
		field: {
			displayName: 'Legislation',
			name: 'legislation',
			type: 'options',
			default: 'ZERTES',
			options: [...legislationOptions],
			description: 'Law that applies to the signatures',
			forModel: 'Law of the signatures',
		},
		reader: Legislation,
		sentAs: 'legislation',
		create: {
			in: 'form',
			field: {
				default: '',
				options: [
					{
						name: 'By Region',
						value: '',
						description:
							'QES and AES Minimal use ZERTES in Switzerland and EIDAS in Germany. At custom addresses, they need another choice.',
					},
					...legislationOptions,
				],
				displayOptions: { hide: { quality: [''] } },
			},
		},
		update: {},
	},
	{
		field: {
			displayName: 'Write Access',
			name: 'writeAccess',
			type: 'string',
			default: '',
			placeholder: addresses,
			description:
				'Email addresses of Skribble account holders who can manage the request, separated by commas',
		},
		reader: AccessList,
		sentAs: 'write_access',
		create: { in: 'options' },
		update: { empty: [] },
	},
	{
		// Create may take it from the file.
		field: {
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			placeholder: 'e.g. Rental contract',
			description: 'Signers see this title',
			forModel: 'New title, which the signers see',
		},
		reader: RequiredText,
		sentAs: 'title',
		create: { in: 'elsewhere' },
		update: {},
	},
	callbackUrls.success,
	callbackUrls.update,
	callbackUrls.error,
);

type Row = (typeof settingRows)[number];

/** Absent means that it's not typed, or that it stays as it is. */
export type SettingValues = {
	[One in Row as One['field']['name']]?: z.output<One['reader']>;
};

/** In the order of the labels, as lists of options are. */
export const requestSettings: readonly Setting[] = settingRows.toSorted((one, other) =>
	one.field.displayName < other.field.displayName ? -1 : 1,
);

type FieldOf<One> = One extends Row
	? Field & { name: One['field']['name']; reader: SchemaFor<z.output<One['reader']> | undefined> }
	: never;

function fieldOf(
	{ field, reader }: Setting,
	{ field: own, versions }: Use,
	isClearable = false,
): Field {
	return {
		...field,
		...own,
		reader: isClearable ? reader : optional(reader),
		...(versions && { displayOptions: { show: { '/apiVersion': [...versions] } } }),
	};
}

/** Of Create, in one of the two places of its form. */
export function createSettings<Place extends CreateUse['in']>(place: Place) {
	return (settingRows as readonly Setting[]).flatMap((setting) =>
		setting.create?.in === place ? fieldOf(setting, setting.create) : [],
	) as Array<FieldOf<Extract<Row, { create: { in: Place } }>>>;
}

/** An agent has to fill in every field that is left to it, so what it leaves empty stays as it is. */
export const updateSettings = requestSettings.flatMap((setting) => {
	const { update } = setting;
	if (!update) return [];
	const isClearable = update.empty !== undefined;
	const one = fieldOf(setting, update, isClearable);
	if (!isClearable || one.type !== 'string') return [one];
	return agentField(
		{ ...one, description: `${one.description}. Empty removes the value.` },
		{ description: `${one.description}. Empty keeps the value.` },
	);
}) as Array<FieldOf<Extract<Row, { update: object }>>>;

/** Without values that aren't settings. */
export function settingsIn(values: SettingValues): SettingValues {
	const names: readonly string[] = requestSettings.map(({ field }) => field.name);
	return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

type Purpose = 'create' | 'update';

interface SettingUse {
	purpose: Purpose;
	version: ApiVersion;
	rules: Rules;
}

/** What is sent of it. */
export function settingsBody(
	values: SettingValues,
	{ purpose, version, rules }: Omit<SettingUse, 'rules'> & { rules?: Rules },
): IDataObject {
	const sent = requestSettings.filter(
		({ isSent, ...uses }) => isIn(uses[purpose], version) && (!rules || (isSent?.(rules) ?? true)),
	);
	return Object.fromEntries(
		sent.map(({ field, sentAs }) => [sentAs, values[field.name as keyof SettingValues]]),
	);
}

function isIn(use: Use | undefined, version: ApiVersion): boolean {
	return use !== undefined && (use.versions?.includes(version) ?? true);
}

/** An expression or a model can give a value that the form doesn't show: the service would silently lose it. */
export function requireKnown(
	item: ItemContext,
	values: SettingValues,
	{ purpose, version, rules, within }: SettingUse & { within: (name: string) => string[] },
): void {
	for (const { field, ...uses } of requestSettings) {
		const use = uses[purpose];
		if (values[field.name as keyof SettingValues] === undefined) continue;
		const message = isIn(use, version)
			? use?.whyLost?.(rules, version)
			: `doesn't exist in API Version ${version.toUpperCase()}\nChoose another API Version, or remove this field.`;
		if (message !== undefined) throw item.fault({ path: within(field.name), message });
	}
}
