import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { pathIn, TriggerPath } from '../../../../../shared/callback/triggerPath';
import { perRun } from '../../../../../shared/memory/perRun';
import { optional } from '../../../../../shared/operation/form.schema';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { Flag, HttpsUrl, oneOf } from '../../../../../shared/operation/scalars.schema';
import { callbackEvents } from '../../../../../shared/signatureRequest/callbackEvent';
import type { CallbackChoice } from '../callbackUrls';

const Callbacks = z.object({ callbacks: oneOf('none', 'trigger', 'triggerUrl', 'manual') });

const Events = z
	.array(oneOf(...callbackEvents))
	.min(1, 'has no entry; tick at least one event, or choose Callbacks: None');

const TriggerHere = z.object({
	callbackPath: TriggerPath,
	callbackTestUrl: Flag,
	callbackEvents: Events,
});

const TriggerElsewhere = z.object({ callbackAddress: HttpsUrl, callbackEvents: Events });

const OwnCallbacks = z.object({
	callbackSuccessUrl: optional(HttpsUrl),
	callbackUpdateUrl: optional(HttpsUrl),
	callbackErrorUrl: optional(HttpsUrl),
});

/** Whom the service shall call. */
export function readCallbackChoice(item: ItemContext): CallbackChoice {
	switch (item.read(Callbacks).callbacks) {
		case 'none':
			return { urls: {} };
		case 'manual': {
			const typed = item.read(OwnCallbacks);
			return {
				urls: {
					success: typed.callbackSuccessUrl,
					update: typed.callbackUpdateUrl,
					error: typed.callbackErrorUrl,
				},
			};
		}
		case 'trigger': {
			const {
				callbackPath: path,
				callbackTestUrl,
				callbackEvents: events,
			} = item.read(TriggerHere);
			const endpoint = callbackTestUrl ? 'webhook-test' : 'webhook';
			const address = `${ownAddress(item)}/${endpoint}/${path}`;
			return { address, path, events, isOwn: !callbackTestUrl };
		}
		case 'triggerUrl': {
			const { callbackAddress: address, callbackEvents: events } = item.read(TriggerElsewhere);
			return { address, path: pathIn(address), events };
		}
	}
}

const resumeUrl = perRun((context: IExecuteFunctions) =>
	String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)),
);

/** No node can ask for the URL of another one, but all webhooks of an n8n have the same beginning. */
function ownAddress(item: ItemContext): string {
	const [base = '', ...rest] = resumeUrl(item.context).split('/webhook-waiting/');
	if (rest.length > 0) return base;
	throw item.fault({
		path: ['callbacks'],
		message:
			'cannot be written, because the webhook endpoints of this n8n were renamed; choose To a Trigger Elsewhere and paste the URL of the trigger',
	});
}
