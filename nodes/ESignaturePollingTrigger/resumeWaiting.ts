/** Continues the waiting executions of this n8n: Skribble can't reach them behind a firewall, and they can't poll. */
import { NodeApiError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Account } from '../shared/account/account';
import { callAsSkribble, storedCallback } from '../shared/callbacks/storedCallback';
import type { CallbackResult } from '../shared/callbacks/storedCallback';
import { noteResumePoll } from '../shared/callbacks/resumePolls';
import { remindersIn, urlOnThisN8n } from '../shared/callbacks/waitingUrl';
import { callTo } from '../shared/client/call';
import type { ApiVersion } from '../shared/client/call';
import { callService } from '../shared/client/callService';
import { runConcurrently } from '../shared/execution/runConcurrently';
import { omitUndefined } from '../shared/network/json';
import { readServiceMs } from '../shared/network/time';
import { callbackEvents } from '../shared/requests/callbackEvent';
import { listRequests } from '../shared/requests/listRequests';
import { readStoredCallbacks } from '../shared/requests/readRequest';
import { remindEndpoint } from '../shared/requests/remind';
import { outcomeOf } from '../shared/requests/requestEvent';
import { requestFacts } from '../shared/requests/shownRequest';
import type { RequestWithCallbacks } from '../shared/requests/signatureRequest.schema';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** From poll to poll. */
export const WaitingExecutions = z.object({
	/** Requests that have ended, whose execution couldn't continue yet, and since when. */
	unresumed: z.record(z.number()),
	remindedMs: z.number(),
});
type WaitingExecutions = z.output<typeof WaitingExecutions>;

interface Waiting {
	context: IPollFunctions;
	account: Account;
	version: ApiVersion;
	/** Where this n8n is called. */
	n8n: { resumeUrl: string; instanceId: string };
}

export function waitingIn(
	context: IPollFunctions,
	{ account, version }: Pick<Waiting, 'account' | 'version'>,
): Waiting {
	const resumeUrl = String(context.getNodeParameter('resumeUrl'));
	return { context, account, version, n8n: { resumeUrl, instanceId: context.getInstanceId() } };
}

/** Quickly, without the proof. */
export function isAwaited({ n8n }: Waiting, { callbackUrls }: RequestWithCallbacks): boolean {
	return Object.values(callbackUrls).some(
		(url) => typeof url === 'string' && urlOnThisN8n(url, n8n) !== undefined,
	);
}

/** The first of its callback URLs that is written for an execution of this n8n, and proven. */
function urlOf({ n8n, account }: Waiting, found: RequestWithCallbacks): string | undefined {
	for (const event of callbackEvents) {
		const url = storedCallback(found, account, event)?.url;
		const own = url && urlOnThisN8n(url, n8n);
		if (own && isEventOf(found, event)) return own;
	}
	return undefined;
}

/** A node that is resumed by polling has only a URL for errors, which counts for every end. */
function isEventOf({ request }: RequestWithCallbacks, event: string): boolean {
	return event === 'error' || (event === 'success' && request.status_overall === 'SIGNED');
}

/** Items for the workflow. n8n also stores the position of the polls only if there are some. */
function itemFor(event: 'resumed' | 'reminded', { request }: RequestWithCallbacks) {
	const outcome = outcomeOf(request, 'error');
	return { json: omitUndefined({ event, outcome, ...requestFacts(request) }) };
}

const MOST_AT_ONCE = 8;
/** The execution may download the documents before it answers. */
const TIMEOUT_MS = 60_000;
/** Some 50 KB in n8n's database. */
const MOST_UNRESUMED = 1_000;
const LONGEST_UNRESUMED_MS = 7 * DAY_MS;

/**
 * Resumes the executions that wait for these requests and for those of earlier polls. n8n resumes an execution once,
 * so a repeated call does no harm. Returns what it resumed, and the requests for the next poll.
 */
export async function resumeExecutions(
	waiting: Waiting,
	ended: RequestWithCallbacks[],
	{ past = {}, endMs }: { past?: WaitingExecutions['unresumed']; endMs: number },
): Promise<{ items: INodeExecutionData[]; unresumed: WaitingExecutions['unresumed'] }> {
	noteResumePoll();
	const nowMs = Date.now();
	const known = new Map(ended.map((found) => [found.request.id, found]));
	const ids = [...new Set([...Object.keys(past), ...known.keys()])];
	const left: WaitingExecutions['unresumed'] = {};
	const items: INodeExecutionData[] = [];
	await runConcurrently(
		ids.map((_, index) => [index]),
		{
			most: MOST_AT_ONCE,
			work: async (index) => {
				const id = ids[index]!;
				const outcome =
					Date.now() < endMs ? await resumeOne(waiting, known.get(id) ?? id) : 'later';
				if (outcome === 'later') left[id] = past[id] ?? nowMs;
				else if (outcome) items.push(outcome);
			},
			onFailure: () => undefined,
		},
	);
	const recent = Object.entries(left).filter(
		([, sinceMs]) => nowMs - sinceMs < LONGEST_UNRESUMED_MS,
	);
	if (recent.length > 0) {
		const { logger } = waiting.context;
		logger.warn(
			`${waiting.context.getNode().name}: executions couldn't continue yet after ${recent.length} ended requests. The next poll tries again. If this stays, check N8N_WEBHOOK_URL: this n8n must reach its own webhooks there.`,
		);
	}
	return { items, unresumed: Object.fromEntries(recent.slice(0, MOST_UNRESUMED)) };
}

/** Undefined if no execution of this n8n waits for it. */
async function resumeOne(
	waiting: Waiting,
	ended: RequestWithCallbacks | string,
): Promise<INodeExecutionData | 'later' | undefined> {
	const { context, version } = waiting;
	try {
		const found =
			typeof ended === 'string'
				? await readStoredCallbacks(context, { version, requestId: ended, itemIndex: 0 })
				: ended;
		const url = urlOf(waiting, found);
		if (url === undefined) return undefined;
		const answer = await callAsSkribble(context, url, TIMEOUT_MS);
		if (!isSettled(answer)) return 'later';
		return answer.result === 'delivered' ? itemFor('resumed', found) : undefined;
	} catch (error) {
		return error instanceof NodeApiError && error.httpCode === '404' ? undefined : 'later';
	}
}

/** A 404 comes from n8n if the execution was deleted, a 401 if it isn't ours. n8n says 409 while it still runs. */
function isSettled({ result, status = 0 }: CallbackResult): boolean {
	if (result === 'unreachable') return false;
	return result !== 'refused' || (status < 500 && ![408, 409, 429].includes(status));
}

/** Reminds everyone in the requests of waiting executions that are due since the last time. At most hourly. */
export async function sendReminders(
	waiting: Waiting,
	pastMs = Date.now(),
): Promise<{ items: INodeExecutionData[]; remindedMs: number }> {
	const nowMs = Date.now();
	if (pastMs <= nowMs && nowMs - pastMs < HOUR_MS) return { items: [], remindedMs: pastMs };
	const { context, version } = waiting;
	const due: RequestWithCallbacks[] = [];
	const collect = (found: RequestWithCallbacks) => {
		if (isDue(found, { waiting, pastMs, nowMs })) due.push(found);
		return false;
	};
	const filters = { status_overall: 'OPEN' };
	await listRequests(context, { version, filters, isWanted: collect, itemIndex: 0 });
	const items: INodeExecutionData[] = [];
	for (const found of due) {
		if (await remind(waiting, found)) items.push(itemFor('reminded', found));
	}
	return { items, remindedMs: nowMs };
}

/** Counts from the creation, so nothing has to be stored for each request. */
function isDue(
	found: RequestWithCallbacks,
	{ waiting, pastMs, nowMs }: { waiting: Waiting; pastMs: number; nowMs: number },
): boolean {
	const url = urlOf(waiting, found);
	const reminders = url && remindersIn(url);
	const createdMs = readServiceMs(found.request.created_at);
	if (!reminders || createdMs === undefined) return false;
	const { everyDays, most } = reminders;
	const countAt = (ms: number) => Math.floor((ms - createdMs) / (everyDays * DAY_MS));
	return countAt(nowMs) > Math.max(0, countAt(pastMs)) && countAt(pastMs) < most;
}

/** Not for an execution that was stopped or deleted. */
async function remind(waiting: Waiting, found: RequestWithCallbacks): Promise<boolean> {
	const { context, version } = waiting;
	const { id } = found.request;
	const { result } = await callAsSkribble(context, urlOf(waiting, found) ?? '', TIMEOUT_MS);
	if (result !== 'stillOpen') return false;
	try {
		await callService(context, { ...callTo(remindEndpoint, id), version, itemIndex: 0 });
		return true;
	} catch (error) {
		const { message } = error as Error;
		context.logger.warn(`${context.getNode().name}: no reminder for ${id}: ${message}`);
		return false;
	}
}
