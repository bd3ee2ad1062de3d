import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { pathField, TriggerPath } from '../shared/callback/triggerPath';
import { apiVersionField, optionsField, simplifyField } from '../shared/operation/fields';
import { ApiVersion, Flag, oneOf } from '../shared/operation/scalars.schema';
import { callbackEvents } from '../shared/signatureRequest/callbackEvent';
import {
	downloadField,
	fileField,
	filesShape,
} from '../shared/signatureRequest/requestFiles.fields';

export const triggerFields: INodeProperties[] = [
	{
		displayName:
			'This trigger starts only for requests that name it: in the E-Signature Request node that sends them, choose Create, <b>Callbacks: To a Trigger on This n8n</b> and the same Path as here. For requests made in the web application, use the E-Signature Polling Trigger.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		...pathField,
		// n8n's editor does not show the reason when a workflow cannot be published.
		hint: 'Letters without accents, digits, - and _. Each published trigger of this n8n needs a path of its own; otherwise n8n reports a "Conflicting Trigger Path".',
		description: 'The end of the webhook URLs, and what Create names under Callbacks',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['success', 'error'],
		options: [
			{ name: 'All Have Signed', value: 'success' },
			{ name: 'Declined, Withdrawn or Failed', value: 'error' },
			{ name: 'One Person Has Signed', value: 'update' },
		],
		description: 'What starts the workflow; other calls are acknowledged and start nothing',
	},
	simplifyField,
	downloadField,
	fileField,
	optionsField([
		{
			displayName: 'Accept Addresses Without Proof',
			name: 'acceptWithoutProof',
			type: 'boolean',
			default: false,
			description:
				'Whether to accept calls to addresses that were not written by Create. Only what the service then says about the request counts.',
		},
		{
			displayName: 'Accept Calls That the Request Does Not Confirm',
			name: 'acceptUnshown',
			type: 'boolean',
			default: false,
			description:
				'Whether to accept calls when the service shows no callback address of the request. The risk: anyone who knows one address that was written for this trigger can then announce other requests of the account with it, though only what is true of them.',
		},
		{
			...apiVersionField,
			description: 'Version of the interface for calls to addresses that do not name it',
		},
		{
			displayName: 'Client Certificate Header',
			name: 'certificateHeader',
			type: 'string',
			default: '',
			placeholder: 'e.g. X-Client-Verify',
			description:
				'Name of the header that your reverse proxy sets when it has verified the client certificate of the service. The proxy must remove the header from what it receives.',
		},
		{
			displayName: 'Client Certificate Header Value',
			name: 'certificateValue',
			type: 'string',
			default: 'SUCCESS',
			description: 'What the header must say; all other calls are refused',
		},
	]),
];

export const TriggerForm = z.object({
	path: TriggerPath,
	events: z.array(oneOf(...callbackEvents)),
	simplify: Flag,
	...filesShape,
	options: z.object({
		acceptWithoutProof: Flag,
		acceptUnshown: Flag,
		apiVersion: ApiVersion.optional(),
		certificateHeader: z.string().trim().optional(),
		certificateValue: z
			.string()
			.optional()
			.transform((value) => value ?? 'SUCCESS'),
	}),
});
export type TriggerForm = z.output<typeof TriggerForm>;
