import type { INodeProperties } from 'n8n-workflow';

import { HIGHEST_COUNT } from '../../../shared/operation/fields';
import { placementFields } from '../../../shared/placement/placement.fields';
import { signerField } from './findSigner';

const v1 = ['v1'];
const sinceV2 = ['v2', 'v3'];
const v3 = ['v3'];
const withIdentity = ['noAccount', 'both'];
/** Signers in the request already stay as they are. */
const newcomers = ['account', 'both', 'group', 'noAccount'];

const kindField: INodeProperties = {
	displayName: 'Signer',
	name: 'kind',
	type: 'options',
	default: 'account',
	options: [
		{
			name: 'Email',
			value: 'account',
			description: 'Signs with an account at the service, or is asked to open one',
		},
		{
			name: 'Email, No Account Needed',
			value: 'both',
			description: 'Signs with an account if there is one, and otherwise by name and phone number',
		},
		{
			name: 'Name, Without Account',
			value: 'noAccount',
			description: 'Signs by name and phone number, with a signing link of their own',
		},
		{
			name: 'Signer Group',
			value: 'group',
			description: 'Everyone in a group of your business',
			displayOptions: { show: { '/apiVersion': v3 } },
		},
		{
			name: 'Already in the Request',
			value: 'existing',
			description: 'Stays as they are; everyone who is not listed is removed',
			displayOptions: { show: { '/operation': ['update'] } },
		},
	],
	description: 'How the signer is found and identified',
};

const existingField: INodeProperties = {
	...signerField,
	name: 'sid',
	// n8n shows it for every kind that an expression chooses, and would then run no form without it.
	required: false,
	displayOptions: { show: { '/operation': ['update'], kind: ['existing'] } },
};

const identityFields: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@example.com',
		displayOptions: { show: { kind: ['account', 'both'] } },
		description: 'Address of the signer, which also receives the notifications',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@example.com',
		displayOptions: { show: { kind: ['noAccount'], '/apiVersion': sinceV2 } },
		description: 'Where the invitation goes',
	},
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ann',
		displayOptions: { show: { kind: withIdentity } },
		description: 'First name of the signer, as in the identity document',
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Muster',
		displayOptions: { show: { kind: withIdentity } },
		description: 'Last name of the signer, as in the identity document',
	},
	{
		displayName: 'Mobile Number',
		name: 'mobileNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. +41791234567',
		displayOptions: { show: { kind: withIdentity } },
		description: 'Number with country code, to which the confirmation code goes',
	},
	{
		displayName: 'Issuing Country',
		name: 'issuingCountry',
		type: 'string',
		default: '',
		placeholder: 'e.g. CH',
		displayOptions: { show: { kind: withIdentity, '/apiVersion': v1 } },
		description: 'Country that issued the identity document, in two letters',
	},
	{
		displayName: 'Identity Provider',
		name: 'provider',
		type: 'string',
		default: 'swisscom_ra_app',
		displayOptions: { show: { kind: withIdentity, '/apiVersion': v1 } },
		description: 'Who has identified the signer',
	},
	{
		displayName: 'Identity Reference',
		name: 'identityReference',
		type: 'string',
		default: '',
		placeholder: 'e.g. customer-4711',
		displayOptions: { show: { kind: withIdentity, '/apiVersion': sinceV2 } },
		description: 'Your own reference for this person, if the service asks for one',
	},
	{
		displayName: 'Require Identification Evidence',
		name: 'requireEvidence',
		type: 'boolean',
		default: false,
		displayOptions: { show: { kind: withIdentity, '/apiVersion': sinceV2 } },
		description: 'Whether the service keeps evidence of the identification, for Express QES',
	},
	{
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		placeholder: 'e.g. gr_1a2b3c',
		displayOptions: { show: { kind: ['group'], '/apiVersion': v3 } },
		description: 'ID of the signer group; its members sign in any order',
	},
];

/** Only where the form asks for numbers; otherwise the list itself is the order, or there is none. */
const orderField: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	required: true,
	type: 'number',
	typeOptions: { minValue: 0, maxValue: HIGHEST_COUNT },
	default: 1,
	displayOptions: { show: { '/signingOrder': ['numbered'] } },
	description: 'Smaller numbers sign first, equal numbers at the same time',
};

const invitationFields: INodeProperties[] = [
	{
		displayName: 'Language',
		name: 'language',
		type: 'options',
		default: '',
		options: [
			{ name: 'Default', value: '', description: 'The service decides' },
			{ name: 'English', value: 'en' },
			{ name: 'French', value: 'fr' },
			{ name: 'German', value: 'de' },
			{ name: 'Italian', value: 'it' },
		],
		displayOptions: { show: { kind: newcomers, '/apiVersion': sinceV2 } },
		description: 'Language of the emails to this signer',
	},
	{
		displayName: 'Notify by Email',
		name: 'notify',
		type: 'boolean',
		default: true,
		displayOptions: { show: { kind: newcomers, '/apiVersion': sinceV2 } },
		description: 'Whether the service sends emails to this signer',
	},
	{
		displayName: 'Documents to Sign',
		name: 'documents',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1, 3',
		displayOptions: { show: { kind: newcomers, '/apiVersion': v3 } },
		description:
			'Numbers of the documents, counted from 1 in the order of the request. Empty means all.',
	},
];

const visualSignatureFields = placementFields({
	none: { name: 'Free', value: 'free', description: 'The signer places it' },
	displayName: 'Visual Signature',
	what: 'signature',
	inDocuments: true,
	hide: { kind: ['existing'] },
});

/** One signer, wherever one is named. */
export const signerFields: INodeProperties[] = [
	kindField,
	...identityFields,
	...invitationFields,
	...visualSignatureFields,
];

const rarelyUsed = [
	'documents',
	'identityReference',
	'language',
	'notify',
	'placement',
	'requireEvidence',
];

/** The same as an entry of a list, where n8n shows rarely used fields when the user adds them. */
export const signerEntryFields: INodeProperties[] = [
	kindField,
	existingField,
	...identityFields,
	orderField,
	...invitationFields,
	...visualSignatureFields,
].map((field) =>
	rarelyUsed.includes(field.name)
		? field
		: { ...field, typeOptions: { ...field.typeOptions, showEvenWhenOptional: true } },
);
