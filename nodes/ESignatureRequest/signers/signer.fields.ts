import type { INodeProperties } from 'n8n-workflow';

const v1 = ['v1'];
const sinceV2 = ['v2', 'v3'];
const v3 = ['v3'];
const withIdentity = ['noAccount', 'both'];

const kindField: INodeProperties = {
	displayName: 'Signer',
	name: 'kind',
	type: 'options',
	default: 'account',
	options: [
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
		{
			name: 'Signer Group',
			value: 'group',
			description: 'Everybody in a group of your business',
			displayOptions: { show: { '/apiVersion': v3 } },
		},
	],
	description: 'Who signs',
};

const identityFields: INodeProperties[] = [
	{
		displayName: 'E-Mail',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@example.com',
		displayOptions: { show: { kind: ['account', 'both'] } },
		description: 'Address of the signer, which also receives the notifications',
	},
	{
		displayName: 'E-Mail',
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
		displayOptions: { show: { kind: withIdentity } },
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		default: '',
		displayOptions: { show: { kind: withIdentity } },
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

const flowFields: INodeProperties[] = [
	{
		displayName: 'Order',
		name: 'order',
		type: 'number',
		default: 1,
		displayOptions: { show: { '/signingOrder': ['numbered'] } },
		description: 'Smaller numbers sign first, equal numbers at the same time',
	},
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
		displayOptions: { show: { '/apiVersion': sinceV2 } },
		description: 'Language of the e-mails to this signer',
	},
	{
		displayName: 'Notify by E-Mail',
		name: 'notify',
		type: 'boolean',
		default: true,
		displayOptions: { show: { '/apiVersion': sinceV2 } },
		description: 'Whether the service sends e-mails to this signer',
	},
	{
		displayName: 'Documents to Sign',
		name: 'documents',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1, 3',
		displayOptions: { show: { '/apiVersion': v3 } },
		description:
			'Numbers of the documents, counted from 1 in the order of this form. Empty means all.',
	},
];

const onDocument: INodeProperties = {
	displayName: 'On Document',
	name: 'document',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	displayOptions: { show: { '/apiVersion': v3 } },
	description: 'Number of the document, counted from 1. 0 means every document of this signer.',
};

const positionFields: INodeProperties[] = [
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Number of the page, counted from 0',
	},
	{ displayName: 'X', name: 'x', type: 'number', default: 50 },
	{ displayName: 'Y', name: 'y', type: 'number', default: 50 },
	{ displayName: 'Width', name: 'width', type: 'number', default: 200 },
	{ displayName: 'Height', name: 'height', type: 'number', default: 60 },
	onDocument,
];

const placementFields: INodeProperties[] = [
	{
		displayName: 'Visual Signature',
		name: 'placement',
		type: 'options',
		default: 'free',
		options: [
			{ name: 'Free', value: 'free', description: 'The signer places it' },
			{ name: 'Form Field', value: 'formField', description: 'In a signature field of the PDF' },
			{ name: 'Position', value: 'position', description: 'At a place given in numbers' },
		],
		description: 'Where the signature is shown in the document',
	},
	{
		displayName: 'Form Field Name',
		name: 'formField',
		type: 'string',
		default: '',
		placeholder: 'e.g. Signature1',
		displayOptions: { show: { placement: ['formField'] } },
		description: 'Name of a form field of type signature in the PDF',
	},
	{
		...onDocument,
		name: 'formFieldDocument',
		displayOptions: { show: { placement: ['formField'], '/apiVersion': v3 } },
	},
	{
		displayName:
			'Pages count from 0, so 0 is the first page. X and Y are measured in points from the lower left corner of the page; some versions of the service measure Y from the top, so try it with a demo key first.',
		name: 'positionNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { placement: ['position'] } },
	},
	{
		displayName: 'Positions',
		name: 'positions',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: 'Add Position',
			fixedCollection: {
				itemTitle:
					'={{ "Page " + $collection.item.value.page + " at " + $collection.item.value.x + ", " + $collection.item.value.y }}',
			},
		},
		default: { position: [{ page: 0, x: 50, y: 50, width: 200, height: 60 }] },
		displayOptions: { show: { placement: ['position'] } },
		description: 'Where the signature is shown. Version v1 takes one position only.',
		options: [
			{
				displayName: 'Position',
				name: 'position',
				values: positionFields,
			},
		],
	},
];

const title =
	'={{ [$collection.item.value.email || $collection.item.value.groupId, [$collection.item.value.firstName, $collection.item.value.lastName].filter(Boolean).join(" ")].filter(Boolean).join(", ") || "New Signer" }}';

/** The list of signers, each entry titled by the person. */
export const signersField: INodeProperties = {
	displayName: 'Signers',
	name: 'signers',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		multipleValueButtonText: 'Add Signer',
		fixedCollection: { itemTitle: title },
	},
	default: {},
	placeholder: 'Add Signer',
	description: 'The people who sign. An entry for each signature: who is listed twice signs twice.',
	options: [
		{
			displayName: 'Signer',
			name: 'signer',
			values: [kindField, ...identityFields, ...flowFields, ...placementFields],
		},
	],
};
