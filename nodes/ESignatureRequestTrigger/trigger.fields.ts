import { pathField } from '../shared/callbacks/triggerPath';
import { fields } from '../shared/form/field';
import type { Values } from '../shared/form/field';
import { apiVersionField, noticeField, optionsField, simplifyField } from '../shared/form/fields';
import { downloadField, fileField } from '../shared/requests/requestFiles';

/** What a proxy says in its header unless the form names something else. */
export const VERIFIED = 'SUCCESS';

export const triggerFields = fields(
	noticeField(
		'Starts only for requests that name it: in Create, choose <b>Callbacks: To a Trigger on This n8n</b> and this Path. For others, use the E-Signature Polling Trigger.',
	),
	{
		...pathField,
		// n8n's editor does not show the reason when a workflow cannot be published.
		hint: 'Letters without accents, digits, - and _. Use a different path for each trigger.',
		description: 'Last part of the webhook URLs. Enter the same Path in Create, under Callbacks.',
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
		description: 'Events that start the workflow',
	},
	simplifyField,
	downloadField,
	fileField,
	optionsField([
		{
			displayName: 'Accept URLs Without Proof',
			name: 'acceptWithoutProof',
			type: 'boolean',
			default: false,
			description:
				"Whether to accept calls to URLs that Create didn't write. The trigger then reads the request from Skribble.",
		},
		{
			displayName: 'Accept Unconfirmed Callbacks',
			name: 'acceptUnshown',
			type: 'boolean',
			default: false,
			description:
				'Whether to accept calls if Skribble shows no callback URL of the request. Anyone who knows one URL can then report other requests of your account.',
		},
		{
			...apiVersionField,
			description: "Version for calls to URLs that don't name one",
		},
		{
			displayName: 'Certificate Header',
			name: 'certificateHeader',
			type: 'string',
			default: '',
			placeholder: 'e.g. X-Client-Verify',
			description:
				"Header that your reverse proxy sets after it verifies Skribble's client certificate. The proxy must remove it from incoming calls.",
		},
		{
			displayName: 'Certificate Header Value',
			name: 'certificateValue',
			type: 'string',
			default: VERIFIED,
			description: 'The trigger refuses calls with another value',
		},
	]),
);
export type TriggerForm = Values<typeof triggerFields>;
