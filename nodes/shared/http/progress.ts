import type { IExecuteFunctions } from 'n8n-workflow';

import type { CallContext } from './call';

/** How far a run is, and what it has cost: for those who wonder why it takes so long. */
interface Progress {
	items: number;
	done: number;
	calls: number;
	/** Because there were too many calls. */
	refusals: number;
	waitedMs: number;
	waitsUntilMs: number;
	loggedMs: number;
	/** Whether it took so long that the log mentions it. */
	isLong: boolean;
}

const LOG_EVERY_MS = 10_000;

/** Polls, callbacks and pickers are not in it: no one watches. */
const runs = new WeakMap<CallContext, Progress>();

export function beginRun(context: CallContext, items: number, nowMs = Date.now()): void {
	const nothing = { done: 0, calls: 0, refusals: 0, waitedMs: 0, waitsUntilMs: 0, isLong: false };
	runs.set(context, { items, ...nothing, loggedMs: nowMs });
}

/** A node shows nothing while it runs, so that the log has to say how far it is. */
export function noteCall(context: CallContext, nowMs = Date.now()): void {
	const run = runs.get(context);
	if (!run) return;
	run.calls++;
	if (nowMs - run.loggedMs < LOG_EVERY_MS) return;
	run.loggedMs = nowMs;
	run.isLong = true;
	const { items, done, calls } = run;
	const far = `${done} of ${counted(items, 'item')} done, ${counted(calls, 'call')} so far.`;
	context.logger.info(`${context.getNode().name}: ${far}${refusalsOf(run)}`);
}

export function noteItem(context: CallContext): void {
	const run = runs.get(context);
	if (run) run.done++;
}

/** Several items may wait at the same time, so that a second is counted once, however many wait in it. */
export function noteWait(
	context: CallContext,
	{ waitMs, isRefusal }: { waitMs: number; isRefusal: boolean },
	nowMs = Date.now(),
): void {
	const run = runs.get(context);
	if (!run) return;
	if (isRefusal) run.refusals++;
	const untilMs = nowMs + waitMs;
	run.waitedMs += Math.max(0, untilMs - Math.max(nowMs, run.waitsUntilMs));
	run.waitsUntilMs = Math.max(run.waitsUntilMs, untilMs);
}

/** At the end, for runs that were long or had to wait. */
export function hintAtCost(context: IExecuteFunctions): void {
	const run = runs.get(context);
	if (!run || (!run.isLong && run.refusals === 0)) return;
	const cost = `${counted(run.items, 'item')} took ${counted(run.calls, 'call')}.`;
	const message = cost + refusalsOf(run);
	context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
}

function refusalsOf({ refusals, waitedMs }: Progress): string {
	if (refusals === 0) return '';
	const seconds = counted(Math.ceil(waitedMs / 1000), 'second');
	return ` The service refused ${refusals} of them because they were too many at a time; they were sent again, after ${seconds} of waiting in all. Fewer Items at Once (in Options) leave more to your other workflows.`;
}

function counted(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
