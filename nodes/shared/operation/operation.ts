import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { z } from 'zod';

import { withoutAbsent } from './given';
import { forgetSent } from './once';
import { fieldFault, readParameters } from './parameters';
import { versionFields } from './versions';
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
	fields: INodeProperties[];
	/** All, unless it says otherwise. */
	versions?: Versions;
	/** Where the usual version depends on the address: how, in the words of the form. */
	versionByRegion?: string;
	/** Several items at once: only where calls change nothing. */
	parallel?: boolean;
	/** Leaves the execution waiting: what it has sent is remembered until the end. */
	parks?: boolean;
	execute(turn: Turn): Promise<Result | Result[]>;
}

/** Resource, then operation, by their saved values. */
export type Operations = Record<string, Record<string, Operation>>;

const LARGEST_POOL = 5;

/** API Version, the operation dropdown and all fields of a resource, each shown for its own operation only. */
export function fieldsOf(
	resource: string,
	operations: Record<string, Operation>,
): INodeProperties[] {
	const options = Object.values(operations).map(({ option }) => option);
	const firstOperation = options[0]?.value;
	const dropdown: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: [...options].sort((a, b) => a.name.localeCompare(b.name)),
		default: firstOperation,
	};
	const fields = Object.entries(operations).flatMap(([operation, { fields: own }]) =>
		own.map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { ...field.displayOptions?.show, resource: [resource], operation: [operation] },
			},
		})),
	);
	return [...versionFields(resource, operations), dropdown, ...fields];
}

/** Runs the chosen operation for every item, in order, each output paired with its input. */
export async function runOperations(
	context: IExecuteFunctions,
	operations: Operations,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const chosen = items.map((_, itemIndex) => operationFor(context, operations, itemIndex));
	const pool = chosen.every(({ parallel }) => parallel) ? LARGEST_POOL : 1;
	const outputs = await inPool(chosen, pool, async (operation, itemIndex) =>
		runItem(context, operation, itemIndex),
	);
	// Retry On Fail also repeats a run that went on after failures: then nothing may be forgotten.
	const allSucceeded = outputs.every(({ failed }) => !failed);
	const mayComeBack = chosen.some(({ parks }) => parks);
	if (allSucceeded && !mayComeBack) forgetSent(context);
	return byOutput(outputs.flatMap(({ results }) => results));
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
): Promise<{ results: Paired[]; failed: boolean }> {
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

/** Starts in order, at most `size` at a time; after a failure nothing new is started. */
async function inPool<In, Out>(
	inputs: In[],
	size: number,
	work: (input: In, index: number) => Promise<Out>,
): Promise<Out[]> {
	const outputs: Out[] = [];
	const failures = new Map<number, unknown>();
	let next = 0;
	const worker = async () => {
		while (next < inputs.length && failures.size === 0) {
			const index = next++;
			try {
				outputs[index] = await work(inputs[index] as In, index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: size }, worker));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return outputs;
}
