import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { doubtOf, mayHaveActed } from '../http/failure';
import { runIndexOf } from '../memory/runIndex';

/** What became of a call that must not be made twice. */
type Sent = { answer: IDataObject } | { doubt: string };

/** One call of an item; an item that makes several names each. */
interface Step {
	step?: string;
}

/**
 * Retry On Fail runs the whole node again with all items. n8n keeps the node's context over these
 * runs, so what was created is handed out again in place of being created a second time. It is saved
 * with the execution: an answer must hold no secret.
 */
export async function sendOnce<T extends IDataObject>(
	context: IExecuteFunctions,
	itemIndex: number,
	{ what, step, send }: Step & { what: string; send: () => Promise<T> },
): Promise<T> {
	const sent = sentInRun(context);
	const name = nameOf(itemIndex, step);
	const earlier = sent[name];
	if (earlier && 'answer' in earlier) return earlier.answer as T;
	if (earlier) {
		const error = new NodeOperationError(
			context.getNode(),
			`An earlier attempt of this run has sent ${what}, and got no answer`,
			{
				itemIndex,
				description: `It was not sent again. ${earlier.doubt} If it was not, start the workflow anew.`,
			},
		);
		Object.assign(error.context, { mayHaveActed: true, doubt: earlier.doubt });
		throw error;
	}
	const answer = await send().catch((error: unknown) => {
		if (mayHaveActed(error)) sent[name] = { doubt: doubtOf(error) ?? '' };
		throw error;
	});
	sent[name] = { answer };
	return answer;
}

/** For what was deleted again: the next attempt has to make it anew. */
export function forgetStep(context: IExecuteFunctions, itemIndex: number, { step }: Step): void {
	delete sentInRun(context)[nameOf(itemIndex, step)];
}

function nameOf(itemIndex: number, step?: string): string {
	return step === undefined ? String(itemIndex) : `${itemIndex} ${step}`;
}

/** Called when all items are done: nothing is left to be repeated. */
export function forgetSent(context: IExecuteFunctions): void {
	delete memory(context)[runName(context)];
}

function sentInRun(context: IExecuteFunctions): Record<string, Sent> {
	const runs = memory(context);
	return (runs[runName(context)] ??= {});
}

function memory(context: IExecuteFunctions): Record<string, Record<string, Sent>> {
	return context.getContext('node') as Record<string, Record<string, Sent>>;
}

function runName(context: IExecuteFunctions): string {
	return `sentInRun${runIndexOf(context)}`;
}
