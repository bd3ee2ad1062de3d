/** Declares a signer once. The form, the JSON, the calls, and the table in docs/sending.md follow from it. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { ApiVersion } from '../../shared/client/call';
import type { Field } from '../../shared/form/field';
import {
	Email,
	Flag,
	HIGHEST_COUNT,
	numberIn,
	oneOf,
	RequiredText,
	textThat,
	VisibleText,
} from '../../shared/form/readers';
import { signerField } from './findSigner';

const everyVersion: readonly ApiVersion[] = ['v1', 'v2', 'v3'];
const v1: readonly ApiVersion[] = ['v1'];
const sinceV2: readonly ApiVersion[] = ['v2', 'v3'];
const v3: readonly ApiVersion[] = ['v3'];

interface KindFacts extends Pick<INodePropertyOptions, 'name' | 'description'> {
	versions?: readonly ApiVersion[];
	operation?: string;
	/** What is sent to find an account, and to invite without one. With both, Skribble looks for an account first. */
	invitedBy: ReadonlyArray<'account' | 'identity'>;
}

/** What the form calls Signer. */
const kindFacts = {
	email: {
		name: 'Email',
		description:
			'For most signers. People with a Skribble account sign in it, everyone else signs without one, with a mobile number for AES and QES.',
		invitedBy: ['account', 'identity'],
	},
	accountRequired: {
		name: 'Email, Account Required',
		description:
			'For signers who must sign in a Skribble account. Skribble asks people without one to open it.',
		invitedBy: ['account'],
	},
	withoutAccount: {
		name: 'Name and Phone, Without Account',
		description:
			'For signing with a separate link, which Skribble emails if you enter an address. The request never appears in a Skribble account.',
		invitedBy: ['identity'],
	},
	group: {
		name: 'Signer Group',
		description: 'For everyone in a group of your business',
		versions: v3,
		invitedBy: [],
	},
	existing: {
		name: 'Already in the Request',
		description: "To keep a signer. Skribble removes everyone who isn't in this list.",
		operation: 'update',
		invitedBy: [],
	},
} as const satisfies Record<string, KindFacts>;

export type Kind = keyof typeof kindFacts;
export const kinds: Readonly<Record<Kind, KindFacts>> = kindFacts;
const kindNames = Object.keys(kindFacts) as Kind[];
const newKinds = kindNames.filter((kind) => kind !== 'existing');
const withIdentity = newKinds.filter((kind) => kinds[kind].invitedBy.includes('identity'));

/** Who has a property, and in which versions. */
interface Use {
	kinds: readonly Kind[];
	versions?: readonly ApiVersion[];
	required?: boolean;
	description?: string;
	/** n8n shows it in a list when the user adds it. */
	isRare?: boolean;
}

/** Members of an entry of `signatures` (interface.md 2.2). */
interface Members {
	/** For those whom Skribble looks up by their account. */
	account?: string;
	/** A member of `signer_identity_data`. */
	identity?: string;
	/** For everyone. */
	entry?: string;
	/** For everyone, if the entry may have other members than the few that are always known. */
	openEntry?: string;
}

/** What can be said of a signer, besides the position of the signature. */
export interface SignerProperty {
	field: Field;
	/** For a value that isn't empty. */
	reader: z.ZodTypeAny;
	uses: readonly Use[];
	sentAs: Members;
	sentInV1As?: Members;
	/** Makes two values comparable: signers without an email address are the same person if these are equal. */
	identifiesBy?: (value: string) => string;
	/** Only an entry of a list has it. */
	inListsOnly?: boolean;
	/** A new signer who replaces another has the same value. */
	isKept?: boolean;
}

function rows<const Rows extends SignerProperty[]>(...list: Rows): Rows {
	return list;
}

/** Who has an email address is usually known by it alone. */
const identityIn = (versions?: readonly ApiVersion[]): Use[] => [
	{ kinds: withIdentity.filter((kind) => kind !== 'email'), versions },
	{ kinds: ['email'], versions, isRare: true },
];
const identity = identityIn();
const identityInV1 = identityIn(v1);
const rareIdentity: Use[] = [{ kinds: withIdentity, versions: sinceV2, isRare: true }];

const languages = [
	{ name: 'English', value: 'en' },
	{ name: 'French', value: 'fr' },
	{ name: 'German', value: 'de' },
	{ name: 'Italian', value: 'it' },
] as const;

/** "1, 3", 2 or [1, 3]; counted from 1 in the order of the request. */
const notNumbers =
	"isn't a list of document numbers\nEnter numbers such as 1, 3. The first document is 1.";
const DocumentNumbers = z
	.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))], {
		errorMap: () => ({ message: notNumbers }),
	})
	.transform((value) => (typeof value === 'string' ? value.split(/[,;\s]+/) : [value].flat()))
	.transform((numbers) => [...new Set(numbers.filter((number) => number !== '').map(Number))])
	.refine((numbers) => numbers.every((number) => Number.isInteger(number) && number > 0), {
		message: notNumbers,
	})
	.transform((numbers) => (numbers.length === 0 ? undefined : numbers));

const CountryCode = textThat(
	(text) => /^[A-Za-z]{2}$/.test(text),
	"isn't a country code\nEnter two letters, such as CH or DE.",
).transform((code) => code.toUpperCase());

const Picked = z.preprocess(
	(value) => (value as { value?: unknown } | undefined)?.value ?? value,
	RequiredText,
) as unknown as typeof RequiredText;

const signerRows = rows(
	{
		// n8n shows it for every kind that an expression chooses, and would then run no form without it.
		field: { ...signerField, name: 'sid', required: false },
		reader: Picked,
		uses: [{ kinds: ['existing'], required: true }],
		sentAs: {},
		inListsOnly: true,
	},
	{
		field: {
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description: 'Skribble sends the invitation and all further emails to this address',
			forModel: { words: 'Email address of the new signer', required: true },
		},
		reader: Email,
		uses: [
			{ kinds: ['email', 'accountRequired'], required: true },
			{
				kinds: ['withoutAccount'],
				versions: sinceV2,
				description: 'Skribble sends the invitation to this address',
			},
		],
		sentAs: { account: 'account_email', identity: 'email_address' },
		sentInV1As: { account: 'signer_email_address' },
	},
	{
		field: {
			displayName: 'First Name',
			name: 'firstName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ann',
			description: 'As in the identity document',
		},
		reader: RequiredText,
		uses: identity,
		sentAs: { identity: 'first_name' },
		identifiesBy: (name) => name,
	},
	{
		field: {
			displayName: 'Last Name',
			name: 'lastName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Muster',
			description: 'As in the identity document',
		},
		reader: RequiredText,
		uses: identity,
		sentAs: { identity: 'last_name' },
		identifiesBy: (name) => name,
	},
	{
		field: {
			displayName: 'Mobile Number',
			name: 'mobileNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. +41791234567',
			description:
				'Number with country code, for the confirmation code. Signers without an account need it for AES and QES.',
		},
		reader: VisibleText,
		uses: identity,
		sentAs: { identity: 'mobile_number' },
		identifiesBy: (number) => number.replace(/[^\d+]/g, ''),
	},
	{
		field: {
			displayName: 'Issuing Country',
			name: 'issuingCountry',
			type: 'string',
			default: '',
			placeholder: 'e.g. CH',
			description:
				'Country that issued the identity document, in two letters. V1 needs it, with name and mobile number, for signers without an account.',
		},
		reader: CountryCode,
		uses: identityInV1,
		sentAs: { identity: 'issuing_country' },
	},
	{
		field: {
			displayName: 'Identity Provider',
			name: 'provider',
			type: 'string',
			default: 'swisscom_ra_app',
			description: 'Service that identified the signer',
		},
		reader: RequiredText,
		uses: identityInV1,
		sentAs: { identity: 'provider' },
	},
	{
		field: {
			displayName: 'Identity Reference',
			name: 'identityReference',
			type: 'string',
			default: '',
			placeholder: 'e.g. customer-4711',
			description: 'Your reference for this person, if Skribble asks for one',
		},
		reader: RequiredText,
		uses: rareIdentity,
		sentAs: { identity: 'identity_reference' },
	},
	{
		field: {
			displayName: 'Identification Evidence',
			name: 'requireEvidence',
			type: 'boolean',
			default: false,
			description:
				'Whether Skribble keeps evidence for Express QES. Agents identify signers between 8:00 and 22:00 CET. Outside these hours, it can take up to 72 hours.',
		},
		reader: Flag.transform((isRequired) => isRequired || undefined),
		uses: rareIdentity,
		sentAs: { identity: 'identification_require_evidence' },
		isKept: true,
	},
	{
		field: {
			displayName: 'Group ID',
			name: 'groupId',
			type: 'string',
			default: '',
			placeholder: 'e.g. gr_1a2b3c',
			description: 'ID of the signer group. Its members sign in any order.',
		},
		reader: RequiredText,
		uses: [{ kinds: ['group'], versions: v3, required: true }],
		sentAs: { entry: 'signer_group_id' },
	},
	{
		field: {
			displayName: 'Order',
			name: 'order',
			// Left empty, a signer would be invited out of turn.
			required: true,
			type: 'number',
			typeOptions: { minValue: 0, maxValue: HIGHEST_COUNT },
			default: 1,
			// Without numbers, the list itself is the order, or there is none.
			displayOptions: { show: { '/signingOrder': ['numbered'] } },
			description: 'Smaller numbers sign first, equal numbers sign at the same time',
		},
		reader: numberIn({ min: 0, max: HIGHEST_COUNT, isWhole: true }),
		uses: [{ kinds: kindNames }],
		sentAs: { entry: 'sequence' },
		sentInV1As: { entry: 'order' },
		inListsOnly: true,
	},
	{
		field: {
			displayName: 'Language',
			name: 'language',
			type: 'options',
			default: '',
			options: [
				{ name: 'Default', value: '', description: "Uses Skribble's default" },
				...languages,
			],
			description: 'Language of the emails to this signer',
		},
		reader: oneOf(...languages.map(({ value }) => value)),
		uses: [{ kinds: newKinds, versions: sinceV2, isRare: true }],
		sentAs: { openEntry: 'language', identity: 'language' },
		isKept: true,
	},
	{
		field: {
			displayName: 'Notify by Email',
			name: 'notify',
			type: 'boolean',
			default: true,
			description: 'Whether Skribble sends emails to this signer',
		},
		reader: Flag,
		uses: [{ kinds: newKinds, versions: sinceV2, isRare: true }],
		sentAs: { entry: 'notify' },
		isKept: true,
	},
	{
		field: {
			displayName: 'Documents to Sign',
			name: 'documents',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1, 3',
			description:
				'Numbers of the documents, counted from 1 in the order of the request. Empty means all.',
		},
		reader: DocumentNumbers,
		uses: [{ kinds: newKinds, versions: v3, isRare: true }],
		sentAs: { entry: 'document_signatures' },
		isKept: true,
	},
);

type Values<Rows extends readonly SignerProperty[]> = {
	[Row in Rows[number] as Row['field']['name']]?: z.output<Row['reader']>;
};

/** The values of one signer, by the names of the properties. */
export type SignerValues = Values<typeof signerRows>;

export const signerProperties: readonly SignerProperty[] = signerRows;

/** How signers of a kind have a property in a version; undefined if they don't. */
export function useOf({ uses }: SignerProperty, kind: Kind, version: ApiVersion): Use | undefined {
	return uses.find(
		({ kinds: users, versions = everyVersion }) =>
			users.includes(kind) && versions.includes(version),
	);
}

/** Whether only signers who may have no account have it. */
export function isIdentity({ sentAs }: SignerProperty): boolean {
	return Object.keys(sentAs).join() === 'identity';
}

export function membersOf(
	{ sentAs, sentInV1As = sentAs }: SignerProperty,
	version: ApiVersion,
): Members {
	return version === 'v1' ? sentInV1As : sentAs;
}

/** The names of the properties that some signer has in a version. */
export function namesIn(version: ApiVersion, among: readonly Kind[] = newKinds): string[] {
	const has = (property: SignerProperty) =>
		among.some((kind) => useOf(property, kind, version) !== undefined);
	return signerProperties.filter(has).map(({ field }) => field.name);
}
