import { NodeApiError } from 'n8n-workflow';
import type { IWebhookFunctions } from 'n8n-workflow';

import { isSameId } from '../../../../shared/answer/aboutId';
import { stillReading } from '../../../../shared/callback/refusal';
import type { Refused } from '../../../../shared/callback/refusal';
import type { ApiVersion } from '../../../../shared/http/call';
import { setBounded } from '../../../../shared/memory/bounded';
import { nodeKey } from '../../../../shared/memory/nodeKey';
import { readWithCallbacks } from '../../../../shared/signatureRequest/readRequest';
import { outcomeOf } from '../../../../shared/signatureRequest/requestEvent';
import { DELETED } from './waitingItem';

/** What this process remembers to save calls; without it, as after a restart, all are read again. */
const MOST_REMEMBERED = 20_000;
const endedWith = new Map<string, string>();
const lastOpen = new Map<string, string>();

/** The service waits for the answer to its call; it calls again, and what was read until then is remembered. */
const LONGEST_MS = 8_000;

/**
 * How the requests of a waiting execution have ended, by their ids; undefined while one is open. Only until then are
 * they read, and the one that was open last time comes first.
 */
export async function outcomesOf(
	context: IWebhookFunctions,
	requestIds: string[],
	{ version, called }: { version: ApiVersion; called: { id: string; outcome: string } },
): Promise<Map<string, string> | Refused | undefined> {
	const nameOf = (id: string) => `${nodeKey(context)} ${id.toLowerCase()}`;
	const remember = (id: string, outcome: string) =>
		setBounded(endedWith, nameOf(id), outcome, MOST_REMEMBERED);
	remember(called.id, called.outcome);

	const wait = nameOf(requestIds.join());
	const outcomes = new Map<string, string>();
	const startedMs = Date.now();
	for (const id of beginningWith(lastOpen.get(wait), requestIds)) {
		if (Date.now() - startedMs > LONGEST_MS) return stillReading;
		const outcome = endedWith.get(nameOf(id)) ?? (await readOutcome(context, version, id));
		if (outcome === undefined) {
			setBounded(lastOpen, wait, id, MOST_REMEMBERED);
			return undefined;
		}
		remember(id, outcome);
		outcomes.set(id, outcome);
	}
	return outcomes;
}

function beginningWith(first: string | undefined, ids: string[]): string[] {
	const at = Math.max(0, first === undefined ? 0 : ids.indexOf(first));
	return [...ids.slice(at), ...ids.slice(0, at)];
}

async function readOutcome(
	context: IWebhookFunctions,
	version: ApiVersion,
	requestId: string,
): Promise<string | undefined> {
	const ref = { version, requestId, itemIndex: 0 };
	const answer = await readWithCallbacks(context, ref).catch((error: unknown) => {
		if (!isGone(error)) throw error;
		return undefined;
	});
	if (answer === undefined) return DELETED;
	const { request } = answer;
	if (!isSameId(request.id, requestId)) throw new Error('The service answered with another one');
	return outcomeOf(request);
}

function isGone(error: unknown): boolean {
	return error instanceof NodeApiError && error.httpCode === '404';
}
