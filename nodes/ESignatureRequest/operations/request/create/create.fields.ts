import type { INodeProperties } from 'n8n-workflow';

import { optionsField, timeoutField } from '../../../../shared/operation/fields';
import { legislationOptions, qualityOptions } from '../quality';
import { signersFields } from '../signers.fields';
import { anyFileOptions, tagFields } from './anyFile/anyFile.fields';
import { callbackFields } from './callbacks/callback.fields';
import { documentFields } from './document.fields';

const sinceV2 = { show: { '/apiVersion': ['v2', 'v3'] } };
const onlyV3 = { show: { '/apiVersion': ['v3'] } };
const addresses = 'e.g. ann@example.com, bob@example.com';

const qualityField: INodeProperties = {
	displayName: 'Signature Quality',
	name: 'quality',
	type: 'options',
	default: '',
	options: [{ name: 'Default', value: '', description: 'The service decides' }, ...qualityOptions],
	description: 'Legal weight of the signatures',
};

export const legislationField: INodeProperties = {
	displayName: 'Legislation',
	name: 'legislation',
	type: 'options',
	default: '',
	options: [
		{
			name: 'By Region',
			value: '',
			description:
				'Where one is needed: ZERTES in Switzerland, EIDAS in Germany. With QES and AES Minimal at custom addresses, choose one.',
		},
		...legislationOptions,
	],
	displayOptions: { hide: { quality: [''] } },
	description: 'The law under which the signatures are made',
};

const moreOptions: INodeProperties[] = [
	...anyFileOptions,
	{
		displayName: 'Attach to Final Email',
		name: 'attachOnSuccess',
		type: 'multiOptions',
		default: [],
		options: [
			{ name: 'Signature Protocol', value: 'SIGNATURE_PROTOCOL' },
			{ name: 'Signed Document', value: 'SIGNED_DOCUMENT' },
		],
		displayOptions: sinceV2,
		description: 'What the service attaches to its email when all have signed',
	},
	{
		displayName: 'CC',
		name: 'ccEmailAddresses',
		type: 'string',
		default: '',
		placeholder: addresses,
		displayOptions: sinceV2,
		description: 'Email addresses that get a copy of the notifications, separated by commas',
	},
	{
		displayName: 'Your Reference',
		name: 'custom',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-4711',
		displayOptions: sinceV2,
		description: 'Any text of your own, for example an order number, that the request carries',
	},
	{
		displayName: 'Creator',
		name: 'creator',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@example.com',
		displayOptions: sinceV2,
		description: 'Email address of the member of your business who becomes the owner',
	},
	{
		displayName: 'Delete Leftovers on Failure',
		name: 'deleteLeftovers',
		type: 'boolean',
		default: false,
		displayOptions: onlyV3,
		description:
			'Whether to delete what was already uploaded or created when a later step is refused. Documents that were there before are never deleted.',
	},
	{
		displayName: 'Expires On',
		name: 'expiresAt',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		displayOptions: sinceV2,
		description:
			'Last day to sign, at most six months ahead. Must be activated by the service. At custom addresses, only in V3.',
	},
	{
		displayName: 'More Document IDs',
		name: 'moreDocumentIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
		displayOptions: onlyV3,
		description: 'IDs of uploaded documents that belong to the request too, separated by commas',
	},
	{
		displayName: 'Other Fields (JSON)',
		name: 'otherFields',
		type: 'json',
		default: '{}',
		description: 'Fields of the service that this form does not have, by their names there',
	},
	{
		displayName: 'Read Access',
		name: 'readAccess',
		type: 'string',
		default: '',
		placeholder: addresses,
		description: 'Email addresses of users who may read the request, separated by commas',
	},
	{
		displayName: 'Send Again on Retry',
		name: 'sendOnRetry',
		type: 'boolean',
		default: false,
		description:
			'Whether to send the request also when an execution is retried, without looking first whether its first attempt has already sent it',
	},
	timeoutField,
	{
		displayName: 'Write Access',
		name: 'writeAccess',
		type: 'string',
		default: '',
		placeholder: addresses,
		description: 'Email addresses of users who may manage the request, separated by commas',
	},
];

export const newSignersExample = '[{ "email": "ann@example.com", "order": 1 }]';

/** What every new request has, wherever its callbacks go. */
export const contentFields: INodeProperties[] = [
	...documentFields,
	...signersFields({
		offers: ['list', 'json', 'tags', 'none'],
		example: newSignersExample,
	}),
	...tagFields,
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Please sign the contract by Friday',
		description: 'What the signers read in the invitation',
	},
	qualityField,
	legislationField,
];

export const createOptionsField = optionsField(moreOptions);

export const createFields: INodeProperties[] = [
	...contentFields,
	...callbackFields,
	{
		displayName: 'Send at Once',
		name: 'initiate',
		type: 'boolean',
		default: true,
		displayOptions: { show: { apiVersion: ['v3'] } },
		description:
			'Whether to send the request to the signers now. Otherwise it stays a draft until Initiate.',
	},
	createOptionsField,
];
