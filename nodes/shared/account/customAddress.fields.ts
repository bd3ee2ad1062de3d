import type { INodeProperties } from 'n8n-workflow';

import { defaultPlaceholderPrefix } from './addresses';

const customOnly = { show: { region: ['custom'] } };

/** The part of the credential form for compatible and test installations, such as the sandbox. */
export const customAddressFields: INodeProperties[] = [
	{
		displayName: 'Signing Address',
		name: 'signingAddress',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://api.example.com',
		displayOptions: customOnly,
		description: 'Base address of the signing interface, without a version',
	},
	{
		displayName: 'Validation Address',
		name: 'validationAddress',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://validation.example.com',
		displayOptions: customOnly,
		description: 'Base address of the validation interface; needed only to validate documents',
	},
	{
		displayName: 'Web App Address',
		name: 'webAppAddress',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://my.example.com',
		displayOptions: customOnly,
		description: 'Address of the web application in which people sign',
	},
	{
		displayName: 'Placeholder Prefix',
		name: 'placeholderPrefix',
		type: 'string',
		default: defaultPlaceholderPrefix,
		displayOptions: customOnly,
		description: 'What the placeholders in callback addresses start with',
	},
	{
		displayName: 'Dialect',
		name: 'dialect',
		type: 'options',
		default: 'contract',
		options: [
			{
				name: 'Contract',
				value: 'contract',
				description: 'As the written interface says',
			},
			{
				name: 'Public Regions',
				value: 'public',
				description: 'Like the service in Switzerland and Germany',
			},
		],
		displayOptions: customOnly,
		description:
			'How the service at these addresses reads what it is sent, where the two differ: signers in V3, positions of signatures, filters and copies',
	},
	{
		displayName: 'Login Version',
		name: 'loginVersion',
		type: 'options',
		default: 'v2',
		options: [
			{ name: 'V2 (JSON)', value: 'v2' },
			{ name: 'V1 (Form, Deprecated)', value: 'v1' },
		],
		displayOptions: customOnly,
		description: 'Leave at V2 unless the service asks for another version',
	},
];
