import { createHash } from 'crypto';
import { isToolType, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { howToCheck, outcomeOf } from '../client/errors';
import { canonicalJson } from '../network/json';
import { oncePerContext } from '../memory/processMemory';

/** A call that must not be made twice: its answer, or why there is none. */
type Checkpoint = { answer: IDataObject } | WithoutAnswer;

/** The outcome is unknown, or the answer was secret. */
interface WithoutAnswer {
	what: string;
	howToCheck: string;
	wasSecret?: true;
	/** Only of a tool. */
	parameters?: string;
}

type Checkpoints = Record<string, Checkpoint>;

/** One call of an item. An item with several calls names each. */
interface CallStep {
	step?: string;
}

/**
 * Sends a call once, even if Retry On Fail runs the whole node again with all items: the next attempt gets the saved
 * answer. n8n keeps the node's context over these attempts and saves it with the execution. So an answer with a secret
 * stays in the memory of this process, and another process finds only that the call was made.
 */
export async function sendOnce<T extends IDataObject>(
	context: IExecuteFunctions,
	itemIndex: number,
	{
		what,
		step,
		send,
		ifSecretIsLost,
	}: CallStep & {
		what: string;
		send: () => Promise<T>;
		/** For a secret answer: what to do if this process doesn't have it. */
		ifSecretIsLost?: string;
	},
): Promise<T> {
	const saved = checkpointsOf(context);
	const name = nameOf(itemIndex, step);
	const secret = secretAnswers.get(saved)?.get(name);
	if (secret) return secret as T;
	const earlier = saved[name] ?? unknownOfOtherCall(context, itemIndex);
	if (earlier && 'answer' in earlier) return earlier.answer as T;
	if (earlier) throw notSentAgain(context, itemIndex, earlier);
	const answer = await send().catch((error: unknown) => {
		if (outcomeOf(error) === 'unknown') {
			const parameters = isTool(context) ? digestOfParameters(context, itemIndex) : undefined;
			saved[name] = { what, howToCheck: howToCheck(error), parameters };
		}
		throw error;
	});
	if (ifSecretIsLost === undefined) saved[name] = { answer };
	else {
		saved[name] = { what, howToCheck: ifSecretIsLost, wasSecret: true };
		secretAnswers.set(saved, (secretAnswers.get(saved) ?? new Map()).set(name, answer));
	}
	return answer;
}

/** n8n has one such object for all attempts, and a copy of it after it has saved the execution. */
const secretAnswers = new WeakMap<Checkpoints, Map<string, IDataObject>>();

function notSentAgain(
	context: IExecuteFunctions,
	itemIndex: number,
	{ what, howToCheck: check, wasSecret }: WithoutAnswer,
): NodeOperationError {
	const end = wasSecret ? "its answer wasn't saved" : 'got no answer';
	const next = wasSecret ? '' : ' If not, start the workflow again.';
	const error = new NodeOperationError(
		context.getNode(),
		`An earlier attempt sent ${what}, but ${end}`,
		{ itemIndex, description: `${check}${next} It wasn't sent again.` },
	);
	Object.assign(error.context, { outcome: 'unknown', howToCheck: check });
	return error;
}

function isTool(context: IExecuteFunctions): boolean {
	return isToolType(context.getNode().type);
}

/** After an unknown outcome, a model may call its tool again. The same call isn't sent then. */
function unknownOfOtherCall(
	context: IExecuteFunctions,
	itemIndex: number,
): WithoutAnswer | undefined {
	if (!isTool(context)) return undefined;
	const unknown = Object.entries(storeOf(context))
		.filter(([name]) => name !== checkpointsName(context))
		.flatMap(([, saved]) => Object.values(saved))
		.filter((one): one is WithoutAnswer => !('answer' in one));
	if (unknown.length === 0) return undefined;
	const parameters = digestOfParameters(context, itemIndex);
	return unknown.find((one) => one.parameters === parameters);
}

/** Equal if all values and files are. It reveals none of them. */
function digestOfParameters(context: IExecuteFunctions, itemIndex: number): string {
	const values = Object.entries(context.getNode().parameters).map(([name, entered]) => {
		try {
			return [name, context.getNodeParameter(name, itemIndex)];
		} catch {
			// The operation may not read the field whose expression fails.
			return [name, entered];
		}
	});
	const files = context.getInputData()[itemIndex]?.binary;
	// A model may write the members of an object in any order.
	const text = canonicalJson([values, files]);
	return createHash('sha256').update(text).digest('hex');
}

/** After a rollback: the next attempt has to make the call again. */
export function deleteCheckpoint(
	context: IExecuteFunctions,
	itemIndex: number,
	{ step }: CallStep,
): void {
	const saved = checkpointsOf(context);
	const name = nameOf(itemIndex, step);
	delete saved[name];
	secretAnswers.get(saved)?.delete(name);
}

/**
 * A retried execution may send another content for an item, which makes its checkpoints outdated. Retry On Fail
 * continues with its checkpoints, even if an expression reads the time.
 */
export function deleteOutdatedCheckpoints(
	context: IExecuteFunctions,
	itemIndex: number,
	content: string,
): void {
	const contents = (storeOf(context)[contentsName(context)] ??= {});
	const executionId = context.getExecutionId();
	const { answer: earlier } = (contents[itemIndex] ?? {}) as { answer?: IDataObject };
	const isEarlierAttempt = earlier !== undefined && earlier.executionId !== executionId;
	if (isEarlierAttempt && earlier.content !== content) {
		const saved = checkpointsOf(context);
		for (const name of Object.keys(saved)) if (isOf(itemIndex, name)) delete saved[name];
	}
	contents[itemIndex] = { answer: { executionId, content } };
}

/** From an earlier attempt, or from before the execution waited. */
export function savedAnswer(
	context: IExecuteFunctions,
	itemIndex: number,
	{ step }: CallStep,
): IDataObject | undefined {
	const earlier = storeOf(context)[checkpointsName(context)]?.[nameOf(itemIndex, step)];
	return earlier && 'answer' in earlier ? earlier.answer : undefined;
}

/** In all runs of this node in this execution. */
export function idsOfSent(context: IExecuteFunctions): Set<string> {
	const calls = Object.values(storeOf(context)).flatMap((saved) => Object.values(saved));
	return new Set(calls.flatMap((one) => ('answer' in one ? String(one.answer.id) : [])));
}

/** Whether a call of this item was sent, or may have been, and wasn't rolled back. */
export function hasSent(context: IExecuteFunctions, itemIndex: number): boolean {
	const steps = Object.keys(storeOf(context)[checkpointsName(context)] ?? {});
	return steps.some((name) => isOf(itemIndex, name));
}

function isOf(itemIndex: number, name: string): boolean {
	return name.split(' ', 1)[0] === nameOf(itemIndex);
}

function nameOf(itemIndex: number, step?: string): string {
	return step === undefined ? String(itemIndex) : `${itemIndex} ${step}`;
}

/** After all items are done, nothing is left to retry. */
export function deleteCheckpoints(context: IExecuteFunctions): void {
	for (const name of [checkpointsName(context), contentsName(context)]) {
		delete storeOf(context)[name];
	}
}

function checkpointsOf(context: IExecuteFunctions): Checkpoints {
	return (storeOf(context)[checkpointsName(context)] ??= {});
}

function storeOf(context: IExecuteFunctions): Record<string, Checkpoints> {
	return context.getContext('node') as Record<string, Checkpoints>;
}

function checkpointsName(context: IExecuteFunctions): string {
	return `sentInRun${runIndexOf(context)}`;
}

function contentsName(context: IExecuteFunctions): string {
	return `contentsInRun${runIndexOf(context)}`;
}

/** By the arguments of a tool call: the run index of its first attempt. */
const firstAttempts = new WeakMap<object, string>();

/**
 * In a loop, a node runs several times in an execution. Retry On Fail keeps the index, except for a tool that n8n-core
 * calls for an agent (makeHandleToolInvocation): each attempt has a new index, but all get the same arguments object.
 * Not read by an expression, which is expensive.
 */
export const runIndexOf = oncePerContext((context: IExecuteFunctions) => {
	const index = String(context.getWorkflowDataProxy(0).$runIndex);
	const args = context.isToolExecution() ? context.getInputData()[0]?.json : undefined;
	if (args === undefined) return index;
	const first = firstAttempts.get(args) ?? index;
	firstAttempts.set(args, first);
	return first;
});
