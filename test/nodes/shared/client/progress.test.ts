import type { IExecuteFunctions } from 'n8n-workflow';
import {
	startProgress,
	hintAtCost,
	noteCall,
	noteItem,
	noteWait,
} from '../../../../nodes/shared/client/progress';

/** What n8n shows of a run, in the log and above the output. */
function newRun() {
	const log: string[] = [];
	const hints: string[] = [];
	const context = {
		getNode: () => ({ name: 'Upload' }),
		logger: { info: (line: string) => log.push(line) },
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
	} as unknown as IExecuteFunctions;
	return { context, log, hints };
}

it('a short run says nothing', () => {
	const { context, log, hints } = newRun();
	startProgress(context, 1, 0);
	noteCall(context, 9_999);
	noteItem(context);
	hintAtCost(context);
	expect([log, hints]).toEqual([[], []]);
});

it('a long run logs every ten seconds how far it is, and at its end what it took', () => {
	const { context, log, hints } = newRun();
	startProgress(context, 500, 0);
	for (const nowMs of [5_000, 10_000, 12_000, 20_000]) {
		noteCall(context, nowMs);
		noteItem(context);
	}
	hintAtCost(context);
	expect(log).toEqual([
		'Upload: 1 of 500 items done, 2 calls so far.',
		'Upload: 3 of 500 items done, 4 calls so far.',
	]);
	expect(hints).toEqual(['500 items took 4 calls.']);
});

it('pauses that items share count once, and only refusals are called so', () => {
	const { context, hints } = newRun();
	startProgress(context, 1, 0);
	noteWait(context, { waitMs: 1_000, isRefusal: true }, 0);
	noteWait(context, { waitMs: 1_000, isRefusal: true }, 500);
	noteWait(context, { waitMs: 1_000, isRefusal: false }, 5_000);
	noteCall(context, 6_000);
	hintAtCost(context);
	expect(hints).toEqual([
		'1 item took 1 call. Skribble refused 2 of them as too many at a time. The node repeated them, after waiting 3 seconds in total. To leave more to your other workflows, choose a smaller Batch Size in the options.',
	]);
});

it('what is no run of items is not counted', () => {
	const { context, log } = newRun();
	noteCall(context, 20_000);
	noteWait(context, { waitMs: 1, isRefusal: true });
	noteItem(context);
	hintAtCost(context);
	expect(log).toEqual([]);
});
