import type { INodeProperties } from 'n8n-workflow';

const inV1 = { apiVersion: ['v1'] };
const sinceV2 = { apiVersion: ['v2', 'v3'] };
const withIdentity = { kind: ['noAccount', 'both'] };

const kinds = [
	{
		name: 'With Account',
		value: 'account',
		description: 'Has an account at the service, or will be asked to open one',
	},
	{
		name: 'With or Without Account',
		value: 'both',
		description: 'The service looks for an account and falls back to the identity data',
	},
	{
		name: 'Without Account',
		value: 'noAccount',
		description: 'Is described by identity data and gets a signing link of their own',
	},
];

const kindField: INodeProperties = {
	displayName: 'Who Signs',
	name: 'kind',
	type: 'options',
	default: 'account',
	options: kinds,
	displayOptions: { show: { apiVersion: ['v1', 'v2'] } },
	description: 'Whether the signer has an account at the service',
};

export const addFields: INodeProperties[] = [
	kindField,
	{
		...kindField,
		options: [
			...kinds,
			{
				name: 'Signer Group',
				value: 'group',
				description: 'Everybody in a group of your business',
			},
		],
		displayOptions: { show: { apiVersion: ['v3'] } },
	},
	{
		displayName: 'E-Mail',
		name: 'email',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. ann@example.com',
		displayOptions: { show: { kind: ['account', 'both'] } },
		description: 'Address of the signer, which also receives the notifications',
	},
	{
		displayName: 'E-Mail',
		name: 'identityEmail',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@example.com',
		displayOptions: { show: { kind: ['noAccount'], ...sinceV2 } },
		description: 'Where the invitation goes',
	},
	{
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. gr_5c31f2a0',
		displayOptions: { show: { kind: ['group'], apiVersion: ['v3'] } },
		description: 'ID of the signer group',
	},
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		displayOptions: { show: withIdentity },
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		default: '',
		displayOptions: { show: withIdentity },
	},
	{
		displayName: 'Mobile Number',
		name: 'mobileNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. +41791234567',
		displayOptions: { show: withIdentity },
		description: 'Number with country code, to which the confirmation code goes',
	},
	{
		displayName: 'Issuing Country',
		name: 'issuingCountry',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. CH',
		displayOptions: { show: { ...withIdentity, ...inV1 } },
		description: 'Country code of two letters',
	},
	{
		displayName: 'Identity Provider',
		name: 'provider',
		type: 'string',
		default: 'swisscom_ra_app',
		required: true,
		displayOptions: { show: { ...withIdentity, ...inV1 } },
		description: 'Name of the identification provider',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Language',
				name: 'language',
				type: 'options',
				default: 'en',
				displayOptions: { show: { '/apiVersion': ['v2', 'v3'] } },
				options: [
					{ name: 'English', value: 'en' },
					{ name: 'French', value: 'fr' },
					{ name: 'German', value: 'de' },
					{ name: 'Italian', value: 'it' },
				],
				description: 'Language of the e-mails to this signer',
			},
			{
				displayName: 'Notify',
				name: 'notify',
				type: 'boolean',
				default: true,
				displayOptions: { show: { '/apiVersion': ['v2', 'v3'] } },
				description: 'Whether the service sends e-mails to this signer',
			},
			{
				displayName: 'Signing Order',
				name: 'order',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1,
				description:
					'Place in the order of signing. Only when all signers of the request have one, counted from 1 without gaps.',
			},
		],
	},
];
