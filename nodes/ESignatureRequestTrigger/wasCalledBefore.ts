import { OperationalError } from 'n8n-workflow';
import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { VerifiedCallback } from '../shared/callback/callbackCheck';
import type { Call } from '../shared/http/call';
import { callTo } from '../shared/http/endpoint';
import { callForJson } from '../shared/http/transport';
import type { CallbackEvent } from '../shared/signatureRequest/callbackEvent';
import { CallbackLog, getCallbacks } from '../shared/signatureRequest/callbackLog';
import { unlessLate } from '../shared/signatureRequest/unlessLate';

/** The service waits for our answer. */
const PATIENCE_SECONDS = 5;

/**
 * Whether the service has called for this event before, as its own log says. Another process may have taken that call
 * and stored a run, without a trace that this one can see. If the log cannot be read, it may have.
 */
export async function wasCalledBefore(
	context: IWebhookFunctions,
	{ request, version, event, signatureId }: VerifiedCallback,
): Promise<boolean> {
	const call: Call = {
		...callTo(getCallbacks, request.id),
		version,
		failFast: true,
		timeoutSeconds: PATIENCE_SECONDS,
		itemIndex: 0,
	};
	const startedMs = Date.now();
	const reading = callForJson(context, call, CallbackLog);
	return await unlessLate(reading, {
		isLate: () => Date.now() - startedMs > PATIENCE_SECONDS * 1000,
		failure: () => new OperationalError('Late'),
	}).then(
		(log) => hasEarlierCall(log, { event, signatureId }),
		() => true,
	);
}

const Entry = z.object({
	url: z.string().catch(''),
	state: z.string().catch(''),
	attempts: z.number().catch(0),
	messages: z.array(z.unknown()).catch([]),
});

/**
 * The service does not promise whether `attempts` counts the call that is under way. What came of an earlier one is in
 * `messages`.
 */
export function hasEarlierCall(
	log: z.output<typeof CallbackLog>,
	{ event, signatureId }: { event: CallbackEvent; signatureId: string },
): boolean {
	return log
		.map((entry) => Entry.parse(entry))
		.filter(({ url }) => {
			const query = new URLSearchParams(url.split('?').slice(1).join('?'));
			const names = (name: string, value: string) => [null, value].includes(query.get(name));
			return names('event', event) && names('sid', signatureId);
		})
		.some(
			({ state, attempts, messages }) =>
				attempts > 1 || messages.length > 0 || !['', 'OPEN'].includes(state.toUpperCase()),
		);
}
