import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { placeOf } from '../shared/callback/callbackCheck';
import type { Believed } from '../shared/callback/callbackCheck';

/** Some 30 KB in n8n's database, and more than a day of callbacks for most. */
const MOST_REMEMBERED = 2_000;

interface Memory {
	handled: string[];
	underWay: Map<string, Promise<unknown>>;
}

/** By workflow and node; n8n loads and saves what it keeps itself without a lock, so one process needs this too. */
const memories = new Map<string, Memory>();

/**
 * Does the work for the first of several equal calls. Those that arrive meanwhile share its fate: were they
 * told that all is well, and then it failed, the service would not call again.
 */
export async function handleOnce<T>(
	context: IWebhookFunctions,
	call: Believed,
	work: () => Promise<T>,
): Promise<T | 'handled before'> {
	// While somebody listens in the editor, trying the same request again is what they want.
	if (context.getMode() === 'manual') return await work();

	const memory = memoryOf(context);
	const name = nameOf(call);
	const kept = context.getWorkflowStaticData('node') as { handled?: string[] };
	if (memory.handled.includes(name) || kept.handled?.includes(name)) return 'handled before';
	const first = memory.underWay.get(name);
	if (first) return await first.then(() => 'handled before' as const);

	const working = work();
	memory.underWay.set(name, working);
	try {
		const done = await working;
		memory.handled = newest([...(kept.handled ?? []), ...memory.handled, name]);
		kept.handled = memory.handled;
		return done;
	} finally {
		memory.underWay.delete(name);
	}
}

function memoryOf(context: IWebhookFunctions): Memory {
	const place = placeOf(context);
	const memory = memories.get(place) ?? { handled: [], underWay: new Map() };
	memories.set(place, memory);
	return memory;
}

function newest(names: string[]): string[] {
	return [...new Set(names)].slice(-MOST_REMEMBERED);
}

function nameOf({ request, event, documentId, signatures }: Believed): string {
	return createHash('sha256')
		.update([request.id, event, documentId, signatures].join('\n'))
		.digest('base64url')
		.slice(0, 16);
}
