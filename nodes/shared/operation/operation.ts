import { isToolType, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { z } from 'zod/v3';

import type { Dialect } from '../account/dialect';
import { isRead } from '../http/endpoint';
import type { Endpoint } from '../http/endpoint';
import { mayHaveActed } from '../http/failure';
import { beginRun, hintAtCost, noteItem } from '../http/progress';
import { sendNothingAgain } from '../http/transport';
import { operationLabel, requireDialect } from './dialects';
import { doneInWords, itemInWords } from './doneInWords';
import { mostAtOnce } from './fields';
import type { SchemaFor } from './form.schema';
import { hiddenValue } from './hiddenValues';
import { omitUndefined } from './omit';
import { forgetSent, hasSent } from './once';
import { fieldFault, readParameters } from './parameters';
import { chainsOf, sideBySide } from './sideBySide';
import type { Outcomes } from './sideBySide';
import type { Versions } from './versions';

export type NodeError = NodeApiError | NodeOperationError;

/** `output` counts from 0, the first output of the node. */
type Result = Pick<INodeExecutionData, 'json' | 'binary'> & { output?: number };

export type PairedResult = Result & { pairedItem: { item: number } };

/** What an operation gets to work on one item. */
export interface ItemContext {
	context: IExecuteFunctions;
	itemIndex: number;
	read<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): z.output<z.ZodObject<Shape>>;
	/** For a schema that does not show by itself which fields it looks at. */
	readFields<T>(names: readonly string[], schema: SchemaFor<T>): T;
	/** For what only shows when several fields are seen together. */
	fault(fault: { path: Array<string | number>; message: string }): NodeOperationError;
}

/** Words that depend on what was chosen in a field of the form, by its values. */
interface WordsByChoice {
	field: string;
	words: Record<string, string>;
}

/** What every `<name>.operation.ts` exports. */
export interface Operation {
	option: INodePropertyOptions & { action: string };
	/** What an agent must know before it uses the operation, where action and description do not say it. */
	forAgents?: string | WordsByChoice;
	fields: INodeProperties[];
	/** All, unless it says otherwise. */
	versions?: Versions;
	/** Where the usual version depends on the address: how, in the words of the form. */
	versionByRegion?: string;
	/** Where it is offered; everywhere, unless it says otherwise. */
	dialects?: readonly Dialect[];
	/** All calls that it may make; the first is what the operation comes down to. */
	endpoints: readonly Endpoint[];
	/** How many items are under way at a time where the form does not say; as many as possible, unless it says otherwise. */
	itemsAtOnce?: number;
	/** For "Already sealed: item 1" in errors: what an item is when it is done. */
	done?: string;
	execute(item: ItemContext): Promise<Result | Result[]>;
	/** By which output an item leaves that has failed, where the workflow goes on; by the first, unless it says otherwise. */
	failureOutput?(item: ItemContext): number;
	/** Called when all items are done and none has failed. */
	afterSuccess?(context: IExecuteFunctions): Promise<void>;
	/** What comes out when all items are done. It may leave the execution waiting, so nothing sent is forgotten. */
	finish?(context: IExecuteFunctions, results: PairedResult[]): Promise<PairedResult[]>;
}

/** Resource, then operation, by their saved values. */
export type Operations = Record<string, Record<string, Operation>>;

/** Runs the chosen operation for every item, side by side, each output in order and paired with its input. */
export async function runOperations(
	context: IExecuteFunctions,
	operations: Operations,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const chosen = items.map((_, itemIndex) => operationFor(context, operations, itemIndex));
	const targets = chosen.map((operation, itemIndex) => targetOf(context, operation, itemIndex));
	beginRun(context, items.length);
	const outcomes = await sideBySide(chainsOf(targets), {
		most: mostAtOnce(context, chosen[0]?.itemsAtOnce),
		work: async (itemIndex) => {
			const outcome = await runItem(context, chosen[itemIndex] as Operation, itemIndex);
			noteItem(context);
			return outcome;
		},
		onFailure: () => sendNothingAgain(context),
	});
	if (outcomes.failures.size > 0) throw forReader(context, firstFailure(context, outcomes, chosen));
	hintAtCost(context);

	const results = items.flatMap((_, itemIndex) => outcomes.done.get(itemIndex) ?? []);
	// Retry On Fail also repeats a run that went on after failures, which n8n knows by this field, also where the service
	// has sent it: then nothing may be forgotten.
	const allSucceeded = results.every(({ json }) => json.error === undefined);
	const { afterSuccess, finish } = chosen[0] ?? {};
	if (allSucceeded) await afterSuccess?.(context);
	if (finish) return byOutput(await finish(context, results));
	if (allSucceeded) forgetSent(context);
	return byOutput(results);
}

/** Nothing changes, so that items need not know of each other. */
function onlyReads({ endpoints }: Operation): boolean {
	return endpoints.every(isRead);
}

/** Changes to one request are made one after the other, in the order of the items. */
function targetOf(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
): string | undefined {
	if (onlyReads(operation) || !operation.fields.some(({ name }) => name === 'requestId'))
		return undefined;
	try {
		const id = context.getNodeParameter('requestId', itemIndex, '', { extractValue: true });
		return String(id).trim().toLowerCase();
	} catch {
		// The item itself reports what is wrong with the expression.
		return undefined;
	}
}

/** n8n drops the outputs and the other errors of a run that fails, so the error says what was done anyway. */
function firstFailure(
	context: IExecuteFunctions,
	{ done, failures }: Outcomes<PairedResult[]>,
	chosen: Operation[],
): NodeError {
	const itemIndex = Math.min(...failures.keys());
	const error = failures.get(itemIndex) as NodeError;
	const acted = [...done].filter(([index]) => !onlyReads(chosen[index] as Operation));
	const left = [...failures].filter(
		([index, other]) => other !== error && (mayHaveActed(other) || hasSent(context, index)),
	);
	if (acted.length + left.length === 0) return error;

	const { fields, done: verb } = chosen[itemIndex] as Operation;
	const results = acted.map(([index, found]) => ({ itemIndex: index, results: found }));
	const failedToo = left.map(([index, other]) => {
		const { message, description } = other as NodeError;
		return `Failed too: ${itemInWords(context, index, fields)}. ${message}. ${description ?? ''}`;
	});
	const words = doneInWords(context, { itemIndex, done: results, verb, fields });
	error.description = [error.description, words, ...failedToo].filter(Boolean).join('\n');
	return error;
}

/** A model reads nothing but the title of an error, so what to do next stands in it. */
function forReader(context: IExecuteFunctions, error: NodeError): NodeError {
	const { message, description } = error;
	if (isToolType(context.getNode().type) && description)
		error.message = `${message}. ${description}`;
	return error;
}

function byOutput(results: PairedResult[]): INodeExecutionData[][] {
	const outputs: INodeExecutionData[][] = [[]];
	for (const { output = 0, ...item } of results) (outputs[output] ??= []).push(item);
	return outputs;
}

function operationFor(
	context: IExecuteFunctions,
	operations: Operations,
	itemIndex: number,
): Operation {
	const resource = context.getNodeParameter('resource', itemIndex) as string;
	const name = context.getNodeParameter('operation', itemIndex) as string;
	const operation = operations[resource]?.[name];
	if (operation) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation "${name}" for "${resource}"`,
		{ itemIndex, description: 'Choose one from the Operation list of the node.' },
	);
}

async function runItem(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
): Promise<PairedResult[]> {
	const pairedItem = { item: itemIndex };
	const item = itemContext(context, itemIndex, operation);
	try {
		const what = operationLabel(context, { itemIndex, ...operation.option });
		await requireDialect(context, { itemIndex, what, ...operation });
		const { fields } = operation;
		const fault = onlyReads(operation) ? undefined : hiddenValue(context, itemIndex, fields);
		if (fault) throw item.fault(fault);
		const result = await operation.execute(item);
		return [result].flat().map((one) => ({ ...one, pairedItem }));
	} catch (error) {
		const known = asNodeError(context, error, itemIndex);
		qualifyNothingSent(item, operation, known);
		if (!context.continueOnFail()) throw known;
		const output = operation.failureOutput?.(item);
		return [{ json: failureItem(known), pairedItem, output }];
	}
}

/** An item says that nothing was sent of itself alone: others may have been, or steps of its own before. */
function qualifyNothingSent(item: ItemContext, operation: Operation, error: NodeError): void {
	const { context, itemIndex } = item;
	const isSent = hasSent(context, itemIndex);
	const isAlone = context.getInputData().length === 1;
	if (onlyReads(operation) || (isAlone && !isSent)) return;
	const truth = isSent ? '' : 'This item was not $1.';
	error.description = error.description?.replace(/Nothing was (sent|changed)\./, truth).trim();
}

function itemContext(
	context: IExecuteFunctions,
	itemIndex: number,
	{ fields }: Operation,
): ItemContext {
	const readFields: ItemContext['readFields'] = (names, schema) =>
		readParameters(context, itemIndex, { schema, names, fields });
	return {
		context,
		itemIndex,
		read: (schema) => readFields(Object.keys(schema.shape), schema),
		readFields,
		fault: (fault) => fieldFault(context, { fields, itemIndex, fault }),
	};
}

export function asNodeError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(context.getNode(), error as Error, { itemIndex });
}

/**
 * What a workflow that goes on after a failure can decide by. n8n sends an item to the error output when it
 * has no other fields than `error`, `message` and `details`, and empties it when it carries an error object.
 */
export function failureItem(error: NodeError, about: IDataObject = {}): IDataObject {
	const { status, key } = error.context as { status?: number; key?: string };
	return {
		error: error.message,
		details: omitUndefined({ description: error.description ?? '', status, key, ...about }),
	};
}
