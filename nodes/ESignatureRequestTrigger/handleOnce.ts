import { createHash } from 'crypto';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { placeOf } from '../shared/callback/callbackCheck';
import type { Believed } from '../shared/callback/callbackCheck';
import { notStored } from '../shared/callback/refusal';
import type { Refused } from '../shared/callback/refusal';
import { recall, remember } from '../shared/memory/workflowMemory';
import { momentOf, signedMoments } from '../shared/signatureRequest/moment';
import { updatesOf } from '../shared/signatureRequest/requestEvent';
import { startRun } from './startRun';

type ToItem = (mark: { mayBeRepeated: boolean }) => Promise<INodeExecutionData>;

/** What happened, and when, as far as the service says. */
interface Occurrence {
	name: string;
	momentMs?: number;
}

/** Whether n8n has stored the run, for calls that are not answered yet; by node and occurrence. */
const underWay = new Map<string, Promise<boolean>>();

/**
 * Starts a run for the first of several equal calls. Those that arrive meanwhile share its fate: were they
 * told that all is well, and then it failed, the service would not call again.
 */
export async function handleOnce(
	context: IWebhookFunctions,
	call: Believed,
	toItem: ToItem,
): Promise<IWebhookResponseData | Refused> {
	// While somebody listens in the editor, trying the same request again is what they want.
	if (context.getMode() === 'manual') {
		return startRun(context, await toItem({ mayBeRepeated: false })).response;
	}
	const { handled } = recall(context);
	const occurrences = occurrencesOf(call);
	const keyOf = ({ name }: Occurrence) => `${placeOf(context)} ${name}`;
	const mine = occurrences.find((one) => !handled.includes(one.name) && !underWay.has(keyOf(one)));
	if (!mine) {
		const fates = await Promise.all(occurrences.map(async (one) => await underWay.get(keyOf(one))));
		return fates.includes(false) ? notStored : { status: 200 };
	}
	const starting = toItem({ mayBeRepeated: isOlderThanThisProcess(mine, call) }).then((item) =>
		startRun(context, item, () => remember(context, { handled: [mine.name] })),
	);
	noteUnderWay(
		keyOf(mine),
		starting.then(async ({ isStored }) => await isStored),
	);
	return (await starting).response;
}

function noteUnderWay(key: string, fate: Promise<boolean>): void {
	const forget = () => void underWay.delete(key);
	underWay.set(key, fate);
	fate.then(forget, forget);
}

/**
 * A process that was killed may have stored the run, and neither remembered nor answered it. Of what happened
 * in its own lifetime, a process knows better. Ages are compared, because the service has a clock of its own.
 */
function isOlderThanThisProcess(
	{ momentMs = Infinity }: Occurrence,
	{ serviceNowMs }: Believed,
): boolean {
	return serviceNowMs - momentMs >= performance.now();
}

/**
 * What this call may stand for, as the service shows it: nothing that the caller can choose. A request ends
 * once. An update stands for a signature, the newest that was not handled yet: so there are never more runs
 * than signatures, and calls that come late or in another order start theirs all the same.
 */
function occurrencesOf({ request, event }: Believed): Occurrence[] {
	if (event !== 'update') {
		return [{ name: nameOf([request.id, event]), momentMs: momentOf(request) }];
	}
	const moments = signedMoments(request);
	const updates = Array.from({ length: updatesOf(request) }, (_, index) => ({
		name: nameOf([request.id, event, String(index + 1)]),
		momentMs: moments[index],
	}));
	return updates.reverse();
}

function nameOf(parts: string[]): string {
	return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}
