import type { INodeProperties } from 'n8n-workflow';

import { pathField } from '../../../../../shared/callback/triggerPath';

/** Not in the list itself: n8n's own rule for labels would write N8n. */
const HERE = 'To a Trigger on This n8n';

const callbackUrl = (event: string, when: string): INodeProperties => ({
	displayName: `${event} URL`,
	name: `callback${event}Url`,
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/hook',
	displayOptions: { show: { callbacks: ['manual'] } },
	description: `Called when ${when}; passed on unchanged`,
});

export const callbackFields: INodeProperties[] = [
	{
		displayName: 'Callbacks',
		name: 'callbacks',
		type: 'options',
		noDataExpression: true,
		default: 'none',
		options: [
			{ name: 'None', value: 'none' },
			{
				name: HERE,
				value: 'trigger',
				description: 'To the E-Signature Request Trigger that has the same Path, in any workflow',
			},
			{
				name: 'To a Trigger Elsewhere',
				value: 'triggerUrl',
				description: 'To a trigger on another n8n, or on one whose webhook endpoints were renamed',
			},
			{
				name: 'To Addresses of Your Own',
				value: 'manual',
				description: 'Type each address in full',
			},
		],
		description: 'Whether the service calls an address when someone has signed',
	},
	{
		...pathField,
		name: 'callbackPath',
		displayOptions: { show: { callbacks: ['trigger'] } },
		description: 'The Path of the E-Signature Request Trigger that is to be called',
	},
	{
		displayName: 'Use Test URL',
		name: 'callbackTestUrl',
		type: 'boolean',
		default: false,
		displayOptions: { show: { callbacks: ['trigger'] } },
		description:
			'Whether the service calls the test URL of the trigger, which works only while the editor listens',
	},
	{
		displayName: 'Trigger URL',
		name: 'callbackAddress',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://n8n.example.com/webhook/e-signature',
		displayOptions: { show: { callbacks: ['triggerUrl'] } },
		description:
			'The production URL of the E-Signature Request Trigger, which stands there under Webhook URLs',
	},
	{
		displayName: 'Events',
		name: 'callbackEvents',
		type: 'multiOptions',
		default: ['success', 'update', 'error'],
		options: [
			{ name: 'All Have Signed', value: 'success' },
			{ name: 'Declined, Withdrawn or Failed', value: 'error' },
			{ name: 'One Person Has Signed', value: 'update' },
		],
		displayOptions: { show: { callbacks: ['trigger', 'triggerUrl'] } },
		description: 'When the trigger is called; it chooses itself what starts its workflow',
	},
	callbackUrl('Success', 'all have signed'),
	callbackUrl('Update', 'one person has signed, but not all'),
	callbackUrl('Error', 'the request was declined, withdrawn or failed'),
];
