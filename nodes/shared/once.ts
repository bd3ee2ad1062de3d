import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { mayHaveActed } from './failure';

/** What became of a call that must not be made twice. */
type Sent = { answer: IDataObject } | { unknown: true };

/**
 * Retry On Fail runs the whole node again with all items. n8n keeps the node's context over these
 * runs, so what was created is handed out again in place of being created a second time.
 */
export async function sendOnce<T extends IDataObject>(
	context: IExecuteFunctions,
	itemIndex: number,
	{ what, send }: { what: string; send: () => Promise<T> },
): Promise<T> {
	const sent = sentInRun(context);
	const earlier = sent[itemIndex];
	if (earlier && 'answer' in earlier) return earlier.answer as T;
	if (earlier) {
		throw new NodeOperationError(
			context.getNode(),
			`An earlier attempt of this run has sent ${what}, and got no answer`,
			{
				itemIndex,
				description:
					'It may exist already, so it was not sent again. Look in the service, or with a Get Many operation; if it is not there, start the workflow anew.',
			},
		);
	}
	const answer = await send().catch((error: unknown) => {
		if (mayHaveActed(error)) sent[itemIndex] = { unknown: true };
		throw error;
	});
	sent[itemIndex] = { answer };
	return answer;
}

/** Called when all items are done: nothing is left to be repeated. */
export function forgetSent(context: IExecuteFunctions): void {
	delete memory(context)[runName(context)];
}

function sentInRun(context: IExecuteFunctions): Record<number, Sent> {
	const runs = memory(context);
	return (runs[runName(context)] ??= {});
}

function memory(context: IExecuteFunctions): Record<string, Record<number, Sent>> {
	return context.getContext('node') as Record<string, Record<number, Sent>>;
}

function runName(context: IExecuteFunctions): string {
	return `sentInRun${String(context.evaluateExpression('{{ $runIndex }}', 0))}`;
}
