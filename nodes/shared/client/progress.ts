import type { IExecuteFunctions } from 'n8n-workflow';

import type { CallContext } from './call';

/** For users who wonder why a node takes so long. */
interface Progress {
	items: number;
	done: number;
	calls: number;
	/** Because there were too many calls (429). */
	refusals: number;
	waitedMs: number;
	waitsUntilMs: number;
	loggedMs: number;
	/** The log has mentioned it. */
	isLong: boolean;
}

const LOG_EVERY_MS = 10_000;

/** Without polls, callbacks, and pickers: no one watches these. */
const runs = new WeakMap<CallContext, Progress>();

export function startProgress(context: CallContext, items: number, nowMs = Date.now()): void {
	const nothing = { done: 0, calls: 0, refusals: 0, waitedMs: 0, waitsUntilMs: 0, isLong: false };
	runs.set(context, { items, ...nothing, loggedMs: nowMs });
}

/** A node shows no progress on the canvas, so it's in the log. */
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

/** Items may wait at the same time, so a second counts once for all of them. */
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

/** At the end, if it took long or calls had to wait. */
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
	return ` Skribble refused ${refusals} of them as too many at a time. The node repeated them, after waiting ${seconds} in total. To leave more to your other workflows, choose a smaller Batch Size in the options.`;
}

function counted(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
