import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { z } from 'zod';

import { WIDEST } from '../http/pace/lane';
import { beginRun, hintAtCost, noteItem } from '../http/progress';
import { sendNothingAgain } from '../http/transport';
import { doneInWords } from './doneInWords';
import { itemsAtOnceField } from './fields';
import { withoutAbsent } from './given';
import { forgetSent } from './once';
import { fieldFault, readParameters } from './parameters';
import { chainsOf, sideBySide } from './sideBySide';
import type { Outcomes } from './sideBySide';
import type { Versions } from './versions';

/** `output` counts from 0, the first output of the node. */
type Result = Pick<INodeExecutionData, 'json' | 'binary'> & { output?: number };

/** One item's turn in an operation. */
export interface Turn {
	context: IExecuteFunctions;
	itemIndex: number;
	read<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): z.output<z.ZodObject<Shape>>;
	/** For a schema that does not show by itself which fields it looks at. */
	readFields<T>(names: readonly string[], schema: z.ZodType<T, z.ZodTypeDef, unknown>): T;
	/** For what only shows when several fields are seen together. */
	fault(fault: { path: Array<string | number>; message: string }): NodeOperationError;
}

/** What every `<name>.operation.ts` exports. */
export interface Operation {
	option: INodePropertyOptions & { action: string };
	/** What an agent must know before it uses the operation, where action and description do not say it. */
	forAgents?: string;
	fields: INodeProperties[];
	/** All, unless it says otherwise. */
	versions?: Versions;
	/** Where the usual version depends on the address: how, in the words of the form. */
	versionByRegion?: string;
	/** Calls change nothing, so that items need not know of each other. */
	parallel?: boolean;
	/** Leaves the execution waiting: what it has sent is remembered until the end. */
	parks?: boolean;
	execute(turn: Turn): Promise<Result | Result[]>;
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
		most: mostAtOnce(context, chosen),
		work: async (itemIndex) => {
			const outcome = await runItem(context, chosen[itemIndex] as Operation, itemIndex);
			noteItem(context);
			return outcome;
		},
		onFailure: () => sendNothingAgain(context),
	});
	if (outcomes.failures.size > 0) throw firstFailure(outcomes, chosen);
	hintAtCost(context);

	const outputs = items.map((_, itemIndex) => outcomes.done.get(itemIndex) as ItemOutcome);
	// Retry On Fail also repeats a run that went on after failures: then nothing may be forgotten.
	const allSucceeded = outputs.every(({ failed }) => !failed);
	const mayComeBack = chosen.some(({ parks }) => parks);
	if (allSucceeded && !mayComeBack) forgetSent(context);
	return byOutput(outputs.flatMap(({ results }) => results));
}

interface ItemOutcome {
	results: Paired[];
	failed: boolean;
}

/** Changes to one request are made one after the other, in the order of the items. */
function targetOf(
	context: IExecuteFunctions,
	{ parallel, fields }: Operation,
	itemIndex: number,
): string | undefined {
	if (parallel || !fields.some(({ name }) => name === 'requestId')) return undefined;
	try {
		const id = context.getNodeParameter('requestId', itemIndex, '', { extractValue: true });
		return String(id).trim().toLowerCase();
	} catch {
		// The item's own turn tells what is wrong with the expression.
		return undefined;
	}
}

function mostAtOnce(context: IExecuteFunctions, chosen: Operation[]): number {
	if (chosen.some(({ parks }) => parks)) return 1;
	const typed = Number(context.getNodeParameter(`options.${itemsAtOnceField.name}`, 0, WIDEST));
	return typed >= 1 ? Math.floor(typed) : WIDEST;
}

/** n8n drops the outputs of a run that fails, so the error tells what was done all the same. */
function firstFailure(
	{ done, failures }: Outcomes<ItemOutcome>,
	chosen: Operation[],
): NodeApiError | NodeOperationError {
	const index = Math.min(...failures.keys());
	const error = failures.get(index) as NodeApiError | NodeOperationError;
	const acted = [...done].filter(([itemIndex]) => !chosen[itemIndex]?.parallel);
	if (acted.length > 0) {
		const what = doneInWords(acted.map(([itemIndex, { results }]) => ({ itemIndex, results })));
		error.description = [error.description, what].filter(Boolean).join('\n');
	}
	return error;
}

type Paired = Result & Pick<INodeExecutionData, 'pairedItem'>;

function byOutput(results: Paired[]): INodeExecutionData[][] {
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
): Promise<ItemOutcome> {
	const pairedItem = { item: itemIndex };
	try {
		const result = await operation.execute(turnOf(context, itemIndex, operation));
		return { results: [result].flat().map((one) => ({ ...one, pairedItem })), failed: false };
	} catch (error) {
		const known = asNodeError(context, error, itemIndex);
		if (!context.continueOnFail()) throw known;
		return { results: [{ json: failureItem(known), pairedItem }], failed: true };
	}
}

function turnOf(context: IExecuteFunctions, itemIndex: number, { fields }: Operation): Turn {
	const readFields: Turn['readFields'] = (names, schema) =>
		readParameters(context, itemIndex, { schema, names, fields });
	return {
		context,
		itemIndex,
		read: (schema) => readFields(Object.keys(schema.shape), schema),
		readFields,
		fault: (fault) => fieldFault(context, { fields, itemIndex, fault }),
	};
}

function asNodeError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(context.getNode(), error as Error, { itemIndex });
}

/**
 * What a flow that goes on after a failure can decide by. n8n sends an item to the error output when it
 * has no other fields than `error`, `message` and `details`, and empties it when it carries an error object.
 */
function failureItem(error: NodeApiError | NodeOperationError): IDataObject {
	const { status, key } = error.context as { status?: number; key?: string };
	return {
		error: error.message,
		details: withoutAbsent({ description: error.description ?? '', status, key }),
	};
}
