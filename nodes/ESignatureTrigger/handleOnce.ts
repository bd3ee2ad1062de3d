import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { setBounded } from '../shared/network/bounded';
import { placeOf } from '../shared/callback/callbackCheck';
import type { Believed } from '../shared/callback/callbackCheck';
import { updatesOf } from '../shared/signatureRequest/requestEvent';

/** Some 30 KB in n8n's database, and more than a day of callbacks for most. */
const MOST_REMEMBERED = 2_000;

/** Workflows with such triggers, in one process. */
const MOST_NODES = 1_000;

interface Memory {
	handled: string[];
	underWay: Map<string, Promise<unknown>>;
}

interface Kept {
	handled?: unknown;
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
	const kept: Kept = context.getWorkflowStaticData('node');
	const handled = [...handledIn(context, kept), ...memory.handled];
	const open = namesOf(call).filter((name) => !handled.includes(name));
	const name = open.find((one) => !memory.underWay.has(one));
	if (name === undefined) {
		await Promise.all(open.map(async (one) => await memory.underWay.get(one)));
		return 'handled before';
	}

	const working = work();
	memory.underWay.set(name, working);
	try {
		const done = await working;
		memory.handled = newest([...handled, ...memory.handled, name]);
		kept.handled = memory.handled;
		return done;
	} finally {
		memory.underWay.delete(name);
	}
}

function memoryOf(context: IWebhookFunctions): Memory {
	const place = placeOf(context);
	const memory = memories.get(place) ?? { handled: [], underWay: new Map() };
	setBounded(memories, place, memory, MOST_NODES);
	return memory;
}

/** What n8n keeps of the node. Whoever has damaged it, the trigger goes on, and says so. */
function handledIn(context: IWebhookFunctions, { handled = [] }: Kept): string[] {
	if (isListOfTexts(handled)) return handled;
	context.logger.warn(
		`${context.getNode().name}: the list of handled callbacks that n8n keeps for this node was damaged and begins anew. A callback that comes once more may start one more run.`,
	);
	return [];
}

function isListOfTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function newest(names: string[]): string[] {
	return [...new Set(names)].slice(-MOST_REMEMBERED);
}

/**
 * What this call may stand for, as the service shows it: nothing that the caller can choose. A request ends
 * once. An update stands for a signature, the newest that was not handled yet: so there are never more runs
 * than signatures, and calls that come late or in another order start theirs all the same.
 */
function namesOf({ request, event }: Believed): string[] {
	if (event !== 'update') return [nameOf([request.id, event])];
	const updates = Array.from({ length: updatesOf(request) }, (_, index) => index + 1);
	return updates.reverse().map((count) => nameOf([request.id, event, String(count)]));
}

function nameOf(parts: string[]): string {
	return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}
