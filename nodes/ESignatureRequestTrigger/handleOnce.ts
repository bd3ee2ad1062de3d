import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { VerifiedCallback } from '../shared/callback/callbackCheck';
import { known, notStored } from '../shared/callback/refusal';
import type { Refused } from '../shared/callback/refusal';
import { nodeKey } from '../shared/memory/nodeKey';
import { recall, remember, rememberedSinceMs } from '../shared/memory/workflowMemory';
import { isFirstCall, occurrencesOf } from './occurrences';
import type { Occurrence } from './occurrences';
import { startRun } from './startRun';
import { wasCalledBefore } from './wasCalledBefore';

/** Which event an item is about. */
export interface Mark extends Pick<Occurrence, 'eventId' | 'signatureId'> {
	mayBeRepeated: boolean;
}

type ToItem = (mark: Mark) => Promise<INodeExecutionData>;

/** Whether n8n has stored the run, for calls that are not answered yet; by node and occurrence. */
const underWay = new Map<string, Promise<boolean>>();

/**
 * Starts a run for the first of several equal calls. Those that arrive meanwhile share its fate: were they
 * answered that all is well, and then it failed, the service would not call again.
 */
export async function handleOnce(
	context: IWebhookFunctions,
	call: VerifiedCallback,
	toItem: ToItem,
): Promise<IWebhookResponseData | Refused> {
	const { occurrences, most } = occurrencesOf(call);
	const [newest] = occurrences;
	// While the editor listens, trying the same request again is what they want.
	if (context.getMode() === 'manual' && newest) {
		return startRun(context, await toItem({ ...newest, mayBeRepeated: false })).response;
	}
	const memory = recall(context);
	const keyOf = ({ eventId }: Occurrence) => `${nodeKey(context)} ${eventId}`;
	const isNew = (one: Occurrence) => !(one.eventId in memory.handled) && !underWay.has(keyOf(one));
	const unhandled = occurrences.filter(isNew);
	const mine = occurrences.length - unhandled.length < most ? unhandled[0] : undefined;
	if (!mine) {
		const fates = await Promise.all(occurrences.map(async (one) => await underWay.get(keyOf(one))));
		return fates.includes(false) ? notStored : known;
	}
	const coveredMs = Math.min(performance.now(), Date.now() - rememberedSinceMs(memory));
	const first = isFirstCall(mine, { serviceNowMs: call.serviceNowMs, coveredMs });
	const start = async () => {
		const isFirst = first === 'unknown' ? !(await wasCalledBefore(context, call)) : first;
		const item = await toItem({ ...mine, mayBeRepeated: !isFirst });
		return startRun(context, item, () => remember(context, { handled: [mine.eventId] }));
	};
	const starting = start();
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
