import type { INodeProperties } from 'n8n-workflow';

import { agentField } from '../../../../shared/operation/fields';
import { legislationOptions, qualityOptions } from '../quality';
import { signersFields } from '../signers.fields';
import { clearField, isClearable } from './clear';

const sinceV2 = { show: { '/apiVersion': ['v2', 'v3'] } };
const addresses = 'e.g. ann@example.com, bob@example.com';
const address = 'e.g. https://example.com/hook';
const commas = 'separated by commas';

/** In the order of the names. */
const changes: INodeProperties[] = [
	{
		displayName: 'Attach to Final Email',
		name: 'attachOnSuccess',
		type: 'multiOptions',
		default: [],
		displayOptions: sinceV2,
		options: [
			{ name: 'Signature Protocol', value: 'SIGNATURE_PROTOCOL' },
			{ name: 'Signed Document', value: 'SIGNED_DOCUMENT' },
		],
		description: 'What the service attaches to its email when all have signed',
	},
	{
		displayName: 'CC',
		name: 'ccEmailAddresses',
		type: 'string',
		default: '',
		placeholder: addresses,
		displayOptions: sinceV2,
		description: `Email addresses that get a copy of the notifications, ${commas}`,
	},
	{
		displayName: 'Error URL',
		name: 'errorUrl',
		type: 'string',
		default: '',
		placeholder: address,
		description: 'Called when the request was declined, withdrawn or failed',
	},
	{
		displayName: 'Expires On',
		name: 'expiresAt',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		displayOptions: { show: { '/apiVersion': ['v3'] } },
		description: 'Last day to sign, at most six months ahead. Only while the request is a draft.',
	},
	{
		displayName: 'Legislation',
		name: 'legislation',
		type: 'options',
		default: 'ZERTES',
		options: legislationOptions,
		description: 'The law under which the signatures are made',
	},
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Please sign the contract by Friday',
		description: 'What the signers read in the invitation',
	},
	{
		displayName: 'Read Access',
		name: 'readAccess',
		type: 'string',
		default: '',
		placeholder: addresses,
		description: `Email addresses of users who may read the request, ${commas}`,
	},
	{
		displayName: 'Signature Quality',
		name: 'quality',
		type: 'options',
		default: 'QES',
		options: qualityOptions,
		description: 'Legal weight of the signatures',
	},
	{
		displayName: 'Success URL',
		name: 'successUrl',
		type: 'string',
		default: '',
		placeholder: address,
		description: 'Called when all have signed',
	},
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Contract.pdf',
		description: 'A short title, like a file name',
	},
	{
		displayName: 'Update URL',
		name: 'updateUrl',
		type: 'string',
		default: '',
		placeholder: address,
		description: 'Called when one person has signed, but not all',
	},
	{
		displayName: 'Write Access',
		name: 'writeAccess',
		type: 'string',
		default: '',
		placeholder: addresses,
		description: `Email addresses of users who may manage the request, ${commas}`,
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
];

/** An agent has to fill in every field that is left to it, so what it leaves empty stays as it is. */
function sayIfEmpty(field: INodeProperties): INodeProperties[] {
	if (field.type !== 'string' || !isClearable(field.name)) return [field];
	const { description = '' } = field;
	return agentField(
		{ ...field, description: `${description}. Empty removes the present value.` },
		{ description: `${description}. Empty keeps the present value.` },
	);
}

/** What can be changed in a request. */
export const changeFields: INodeProperties = {
	displayName: 'Fields to Change',
	name: 'changes',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [...changes.flatMap(sayIfEmpty), clearField],
};

const replacing = { signersChange: ['replace'] };

const listedSignersExample = '[{ "sid": "…" }, { "email": "ann@example.com" }]';

export const signerChangeFields: INodeProperties[] = [
	{
		displayName: 'Signers',
		name: 'signersChange',
		type: 'options',
		default: 'keep',
		options: [
			{
				name: 'Keep All',
				value: 'keep',
				description:
					'The signers stay as they are; Signer: Add and Signer: Remove change them one by one',
			},
			{
				name: 'Replace the List',
				value: 'replace',
				description: 'The service removes everyone who is missing from the new list',
			},
			{
				name: 'Remove All',
				value: 'removeAll',
				description: 'Users with write access add new ones in the web application',
			},
		],
		description: 'What happens to the signers of the request',
	},
	{
		displayName:
			'The service removes every signer who is missing from this list, and invites new ones by email if the request is open. Keep a signer with Signer: Already in the Request.',
		name: 'replaceNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: replacing },
	},
	...signersFields({
		offers: ['list', 'json'],
		example: listedSignersExample,
		more: '. An object with sid, as Get shows it, keeps a signer of the request; order may stand beside it.',
		show: replacing,
	}),
];
