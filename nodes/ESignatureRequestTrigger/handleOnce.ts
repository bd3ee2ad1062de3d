import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { placeOf } from '../shared/callback/callbackCheck';
import type { Believed } from '../shared/callback/callbackCheck';
import { notStored } from '../shared/callback/refusal';
import type { Refused } from '../shared/callback/refusal';
import { recall, remember } from '../shared/memory/workflowMemory';
import { eventIdOf } from '../shared/signatureRequest/eventId';
import { momentOf, signedMoments } from '../shared/signatureRequest/moment';
import { signatureNamed, updatesOf } from '../shared/signatureRequest/requestEvent';
import type { SignatureRequest } from '../shared/signatureRequest/signatureRequest.schema';
import { startRun } from './startRun';

type ToItem = (mark: { eventId: string; mayBeRepeated: boolean }) => Promise<INodeExecutionData>;

/** What happened, and when, as far as the service says. */
interface Occurrence {
	eventId: string;
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
	const occurrences = occurrencesOf(call);
	const [newest] = occurrences;
	if (context.getMode() === 'manual' && newest) {
		const mark = { eventId: newest.eventId, mayBeRepeated: false };
		return startRun(context, await toItem(mark)).response;
	}
	const { handled } = recall(context);
	const keyOf = ({ eventId }: Occurrence) => `${placeOf(context)} ${eventId}`;
	const isNew = (one: Occurrence) => !handled.includes(one.eventId) && !underWay.has(keyOf(one));
	const mine = occurrences.find(isNew);
	if (!mine) {
		const fates = await Promise.all(occurrences.map(async (one) => await underWay.get(keyOf(one))));
		return fates.includes(false) ? notStored : { status: 200 };
	}
	const { eventId } = mine;
	const mayBeRepeated = isOlderThanThisProcess(mine, call);
	const starting = toItem({ eventId, mayBeRepeated }).then((item) =>
		startRun(context, item, () => remember(context, { handled: [eventId] })),
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
 * once. An update stands for a signature: the one that it names, otherwise the newest that was not handled yet.
 * So there are never more runs than signatures, and calls that come late or in another order start theirs all
 * the same.
 */
function occurrencesOf({ request, event, signatureId }: Believed): Occurrence[] {
	const { id } = request;
	if (event !== 'update') {
		return [{ eventId: eventIdOf(id, event), momentMs: momentOf(request) }];
	}
	const moments = signedMoments(request);
	const updates = Array.from({ length: updatesOf(request) }, (_, index) => ({
		eventId: eventIdOf(id, event, index + 1),
		momentMs: moments[index],
	}));
	const named = updates[placeInTime(request, signatureId)];
	return named ? [named] : updates.reverse();
}

/** How many have signed before the one that the call names; -1 where that cannot be told. */
function placeInTime(request: SignatureRequest, signatureId: string): number {
	const named = signatureNamed(request, signatureId);
	const [momentMs] = named ? signedMoments({ ...request, signatures: [named] }) : [];
	const moments = signedMoments(request);
	const isTold = momentMs !== undefined && moments.filter((one) => one === momentMs).length === 1;
	return isTold ? moments.indexOf(momentMs) : -1;
}
