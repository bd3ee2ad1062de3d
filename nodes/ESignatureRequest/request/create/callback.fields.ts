import { z } from 'zod/v3';

import { pathField } from '../../../shared/callbacks/triggerPath';
import { field } from '../../../shared/form/field';
import { HttpsUrl, oneOf, optional } from '../../../shared/form/readers';
import { callbackEvents } from '../../../shared/requests/callbackEvent';
import { callbackUrls } from '../requestSettings';
import type { CallbackUrl } from '../requestSettings';

/** Not in the list itself: n8n's own rule for labels would write N8n. */
const HERE = 'To a Trigger on This n8n';

const ofTrigger = { show: { callbacks: ['trigger'] } };

export const callbacksField = field({
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
			description:
				'To start a workflow with the E-Signature Request Trigger that has the same Path',
		},
		{
			name: 'To a Trigger Elsewhere',
			value: 'triggerUrl',
			description: 'For a trigger on another n8n, or on an n8n with renamed webhook endpoints',
		},
		{
			name: 'To Other URLs',
			value: 'manual',
			description: 'For callbacks to your own service',
		},
	],
	description:
		'URLs that Skribble calls after someone signs or declines. A trigger starts a new execution. To wait in this one, use Send and Wait.',
});

export const triggerPathField = field({
	...pathField,
	name: 'callbackPath',
	required: true,
	displayOptions: ofTrigger,
	description: 'The same Path as in the E-Signature Request Trigger',
});

export const testUrlField = field({
	displayName: 'Test in Editor',
	name: 'callbackTestUrl',
	type: 'boolean',
	default: false,
	displayOptions: ofTrigger,
	description:
		"Whether Skribble calls the trigger's test URL, which works only while the trigger listens in the editor",
});

export const triggerUrlField = field({
	displayName: 'Trigger URL',
	name: 'callbackAddress',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://n8n.example.com/webhook/e-signature',
	displayOptions: { show: { callbacks: ['triggerUrl'] } },
	description: 'Production URL of the E-Signature Request Trigger, under its Webhook URLs',
	reader: HttpsUrl,
});

export const eventsField = field({
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
	description:
		'Skribble calls the trigger for these. Choose them in the trigger too, or the call starts nothing.',
	reader: z
		.array(oneOf(...callbackEvents))
		.min(1, 'is empty\nChoose at least one event, or Callbacks: None.'),
});

/** Update has them too. */
function manualUrl<const Name extends string>({ field: one, reader }: CallbackUrl<Name>) {
	const name = `callback${one.name.replace(/^./, (letter) => letter.toUpperCase())}`;
	return {
		...one,
		name: name as `callback${Capitalize<Name>}`,
		displayOptions: { show: { callbacks: ['manual'] } },
		description: `${one.description}. The node sends it unchanged.`,
		reader: optional(reader),
	};
}

export const manualUrlFields = [
	manualUrl(callbackUrls.success),
	manualUrl(callbackUrls.update),
	manualUrl(callbackUrls.error),
];

export const callbackFields = [
	callbacksField,
	triggerPathField,
	testUrlField,
	triggerUrlField,
	eventsField,
	...manualUrlFields,
];
