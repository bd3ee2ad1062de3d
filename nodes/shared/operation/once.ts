import { createHash } from 'crypto';
import { isToolType, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { mayHaveActed, unknownOutcomeOf } from '../http/failure';
import { runIndexOf } from '../memory/runIndex';
import { canonicalJson } from './canonicalJson';

/** What became of a call that must not be made twice. */
type SentCall = { answer: IDataObject } | Unknown;

/** It is unknown whether it was carried out, or its answer was secret; `parameters` only of a tool. */
interface Unknown {
	what: string;
	unknownOutcome: string;
	wasSecret?: true;
	parameters?: string;
}

/** One call of an item; an item that makes several names each. */
interface CallStep {
	step?: string;
}

/**
 * Retry On Fail runs the whole node again with all items. n8n keeps the node's context over these
 * runs, so what was created is handed out again instead of being created a second time. n8n saves it
 * with the execution. So an answer with a secret stays in the memory of this process; another process
 * finds only that the call was made.
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
		/** Of a call whose answer holds a secret: what to do if this process doesn't have it. */
		ifSecretIsLost?: string;
	},
): Promise<T> {
	const sent = sentInRun(context);
	const name = nameOf(itemIndex, step);
	const secret = secretAnswers.get(sent)?.get(name);
	if (secret) return secret as T;
	const earlier = sent[name] ?? unknownOfOtherCall(context, itemIndex);
	if (earlier && 'answer' in earlier) return earlier.answer as T;
	if (earlier) throw notSentAgain(context, itemIndex, earlier);
	const answer = await send().catch((error: unknown) => {
		if (mayHaveActed(error)) {
			const parameters = isTool(context) ? digestOfParameters(context, itemIndex) : undefined;
			sent[name] = { what, unknownOutcome: unknownOutcomeOf(error) ?? '', parameters };
		}
		throw error;
	});
	if (ifSecretIsLost === undefined) sent[name] = { answer };
	else {
		sent[name] = { what, unknownOutcome: ifSecretIsLost, wasSecret: true };
		secretAnswers.set(sent, (secretAnswers.get(sent) ?? new Map()).set(name, answer));
	}
	return answer;
}

/** n8n has one such object for all tries of a run, and a copy of it after it has saved the execution. */
const secretAnswers = new WeakMap<Record<string, SentCall>, Map<string, IDataObject>>();

function notSentAgain(
	context: IExecuteFunctions,
	itemIndex: number,
	{ what, unknownOutcome, wasSecret }: Unknown,
): NodeOperationError {
	const end = wasSecret ? 'its answer was not stored' : 'got no answer';
	const next = wasSecret ? '' : ' If it was not, start the workflow again.';
	const error = new NodeOperationError(
		context.getNode(),
		`An earlier attempt has sent ${what}, and ${end}`,
		{ itemIndex, description: `It was not sent again. ${unknownOutcome}${next}` },
	);
	Object.assign(error.context, { mayHaveActed: true, unknownOutcome });
	return error;
}

function isTool(context: IExecuteFunctions): boolean {
	return isToolType(context.getNode().type);
}

/** A model that reads of a lost answer may call its tool once more; the same call is not sent then. */
function unknownOfOtherCall(context: IExecuteFunctions, itemIndex: number): Unknown | undefined {
	if (!isTool(context)) return undefined;
	const unknown = Object.entries(memory(context))
		.filter(([name]) => name !== runName(context))
		.flatMap(([, run]) => Object.values(run))
		.filter((one): one is Unknown => !('answer' in one));
	if (unknown.length === 0) return undefined;
	const parameters = digestOfParameters(context, itemIndex);
	return unknown.find((one) => one.parameters === parameters);
}

/** Two calls have the same one when all values and files are the same; nothing can be read from it. */
function digestOfParameters(context: IExecuteFunctions, itemIndex: number): string {
	const values = Object.entries(context.getNode().parameters).map(([name, entered]) => {
		try {
			return [name, context.getNodeParameter(name, itemIndex)];
		} catch {
			// An expression that fails in a field which the operation does not read.
			return [name, entered];
		}
	});
	const files = context.getInputData()[itemIndex]?.binary;
	// A model may write the members of an object in any order.
	const text = canonicalJson([values, files]);
	return createHash('sha256').update(text).digest('hex');
}

/** For what was deleted again: the next attempt has to make it again. */
export function forgetStep(
	context: IExecuteFunctions,
	itemIndex: number,
	{ step }: CallStep,
): void {
	const sent = sentInRun(context);
	const name = nameOf(itemIndex, step);
	delete sent[name];
	secretAnswers.get(sent)?.delete(name);
}

/**
 * A retry of an execution may send something else for an item: what the attempts before have sent for it does not count
 * then. Retry On Fail continues with what it has, even if an expression reads the time.
 */
export function forgetOtherContent(
	context: IExecuteFunctions,
	itemIndex: number,
	content: string,
): void {
	const contents = (memory(context)[contentsName(context)] ??= {});
	const executionId = context.getExecutionId();
	const { answer: earlier } = (contents[itemIndex] ?? {}) as { answer?: IDataObject };
	const isEarlierAttempt = earlier !== undefined && earlier.executionId !== executionId;
	if (isEarlierAttempt && earlier.content !== content) {
		const sent = sentInRun(context);
		for (const name of Object.keys(sent)) if (isOf(itemIndex, name)) delete sent[name];
	}
	contents[itemIndex] = { answer: { executionId, content } };
}

/** What an earlier run of this node has got for a step of this item; n8n runs it again after waiting too. */
export function earlierAnswer(
	context: IExecuteFunctions,
	itemIndex: number,
	{ step }: CallStep,
): IDataObject | undefined {
	const earlier = memory(context)[runName(context)]?.[nameOf(itemIndex, step)];
	return earlier && 'answer' in earlier ? earlier.answer : undefined;
}

/** What this node has sent or found so far in this execution, in any run. */
export function idsOfSent(context: IExecuteFunctions): Set<string> {
	const calls = Object.values(memory(context)).flatMap((run) => Object.values(run));
	return new Set(calls.flatMap((one) => ('answer' in one ? String(one.answer.id) : [])));
}

/** Whether something of this item was sent, or may have been, and was not undone. */
export function hasSent(context: IExecuteFunctions, itemIndex: number): boolean {
	const steps = Object.keys(memory(context)[runName(context)] ?? {});
	return steps.some((name) => isOf(itemIndex, name));
}

function isOf(itemIndex: number, name: string): boolean {
	return name.split(' ', 1)[0] === nameOf(itemIndex);
}

function nameOf(itemIndex: number, step?: string): string {
	return step === undefined ? String(itemIndex) : `${itemIndex} ${step}`;
}

/** Called when all items are done: nothing is left to be repeated. */
export function forgetSent(context: IExecuteFunctions): void {
	for (const name of [runName(context), contentsName(context)]) delete memory(context)[name];
}

function sentInRun(context: IExecuteFunctions): Record<string, SentCall> {
	const runs = memory(context);
	return (runs[runName(context)] ??= {});
}

function memory(context: IExecuteFunctions): Record<string, Record<string, SentCall>> {
	return context.getContext('node') as Record<string, Record<string, SentCall>>;
}

function runName(context: IExecuteFunctions): string {
	return `sentInRun${runIndexOf(context)}`;
}

function contentsName(context: IExecuteFunctions): string {
	return `contentsInRun${runIndexOf(context)}`;
}
