import { isToolType, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import type { Dialect } from '../account/dialect';
import { callTo, isRead } from '../client/call';
import type { ApiVersion, Call, Endpoint, Versions } from '../client/call';
import { outcomeOf } from '../client/errors';
import { hintAtCost, noteItem, startProgress } from '../client/progress';
import { stopRetries } from '../client/callService';
import { readCredentials } from '../account/account';
import { dialectOf } from '../account/dialect';
import { describeCompleted, describeItem } from './describeCompleted';
import { apiVersionField, mostAtOnce } from '../form/fields';
import type { Field, Values } from '../form/field';
import { hiddenValue } from '../form/hiddenValues';
import { toolResult } from './toolResult';
import type { Result } from './toolResult';
import { hasSent, deleteCheckpoints } from './checkpoints';
import {
	asNodeError,
	failureItem,
	forReader,
	qualifyNothingSent,
	withItemNumber,
} from './itemError';
import type { NodeError } from './itemError';
import { fieldFault, readAs, readForm } from '../form/readForm';
import type { Fault, Form } from '../form/readForm';
import { oneOf } from '../form/readers';
import type { SchemaFor } from '../form/readers';
import { chainsOf, runConcurrently } from './runConcurrently';
import type { Settled } from './runConcurrently';

/** The first is that of a new node. */
export const everyVersion: Versions = ['v2', 'v1', 'v3'];

export type PairedResult = Result & { pairedItem: { item: number } };

export interface ItemContext {
	context: IExecuteFunctions;
	itemIndex: number;
	/** The chosen version of the interface, or the only one with this operation. */
	version: ApiVersion;
	read<F extends readonly Field[]>(fields: F): Values<F>;
	/** In this version. */
	callTo(endpoint: Endpoint, ...ids: string[]): Call;
	/** For fields that a schema reads together. */
	readAs<T>(names: readonly string[], schema: SchemaFor<T>): T;
	/** For a fault of several fields together. */
	fault(fault: Fault): NodeOperationError;
	error(message: string, description: string): NodeOperationError;
}

/** What every `<name>.operation.ts` exports. */
export interface Operation {
	option: INodePropertyOptions & { action: string };
	/** For agents, if action and description aren't enough. */
	forAgents?: string;
	fields: Field[];
	/** All by default. */
	versions?: Versions;
	/** If the usual version depends on the address: how, in the words of the form. */
	versionByRegion?: string;
	/** All by default. */
	dialects?: readonly Dialect[];
	/** All calls that it may make, the main one first. */
	endpoints: readonly Endpoint[];
	/** The default of Batch Size. Otherwise as many as possible. */
	itemsAtOnce?: number;
	/** "sealed", for "Already sealed: item 1" in errors. */
	done?: string;
	execute(item: ItemContext): Promise<Result | Result[]>;
	/** The output of a failed item if the workflow continues. The first by default. */
	failureOutput?(item: ItemContext): number;
	/** Called after all items, if none has failed. */
	afterSuccess?(context: IExecuteFunctions): Promise<void>;
	/** Returns the output items, or puts the execution to wait. So the checkpoints stay. */
	finish?(context: IExecuteFunctions, results: PairedResult[]): Promise<PairedResult[]>;
}

/** Resource, then operation, by their saved values. */
export type Operations = Record<string, Record<string, Operation>>;

/** Runs the chosen operation for all items concurrently. The outputs are in order and paired with their inputs. */
export async function runOperations(
	context: IExecuteFunctions,
	operations: Operations,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const chosen = items.map((_, itemIndex) => operationFor(context, operations, itemIndex));
	const targets = chosen.map((operation, itemIndex) => targetOf(context, operation, itemIndex));
	startProgress(context, items.length);
	const settled = await runConcurrently(chainsOf(targets), {
		most: mostAtOnce(context, chosen[0]?.itemsAtOnce),
		work: async (itemIndex) => {
			const results = await runItem(context, chosen[itemIndex] as Operation, itemIndex);
			noteItem(context);
			return results;
		},
		onFailure: () => stopRetries(context),
	});
	if (settled.failures.size > 0) throw forReader(context, firstFailure(context, settled, chosen));
	hintAtCost(context);

	const results = items.flatMap((_, itemIndex) => settled.done.get(itemIndex) ?? []);
	// Retry On Fail also repeats a run that continued after failures. n8n finds them by this field, even if Skribble has
	// sent it. Then the checkpoints have to stay.
	const allSucceeded = results.every(({ json }) => json.error === undefined);
	const { afterSuccess, finish } = chosen[0] ?? {};
	if (allSucceeded) await afterSuccess?.(context);
	if (finish) return byOutput(await finish(context, results));
	if (allSucceeded) deleteCheckpoints(context);
	return byOutput(results);
}

function onlyReads({ endpoints }: Operation): boolean {
	return endpoints.every(isRead);
}

/** Changes to the same request are made one after the other, in the order of the items. */
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
		// The item itself reports the failed expression.
		return undefined;
	}
}

/** n8n drops the outputs and the other errors of a failed run, so the first error names the completed items. */
function firstFailure(
	context: IExecuteFunctions,
	{ done, failures }: Settled<PairedResult[]>,
	chosen: Operation[],
): NodeError {
	const itemIndex = Math.min(...failures.keys());
	const error = failures.get(itemIndex) as NodeError;
	const acted = [...done].filter(([index]) => !onlyReads(chosen[index] as Operation));
	const left = [...failures].filter(
		([index, other]) =>
			other !== error && (outcomeOf(other) === 'unknown' || hasSent(context, index)),
	);
	if (acted.length + left.length === 0) return error;

	const { fields, done: verb } = chosen[itemIndex] as Operation;
	const results = acted.map(([index, found]) => ({ itemIndex: index, results: found }));
	const failedToo = left.map(([index, other]) => {
		const { message, description } = other as NodeError;
		return `Failed too: ${describeItem(context, index, fields)}. ${message}. ${description ?? ''}`;
	});
	const words = describeCompleted(context, { itemIndex, done: results, verb, fields });
	error.description = [error.description, words, ...failedToo].filter(Boolean).join('\n');
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
		{ itemIndex, description: 'Choose an operation from the list in the node. Nothing was sent.' },
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
		const { fields, option, dialects } = operation;
		if (dialects) await requireDialect(item, operationLabel(item, option.name), dialects);
		const fault = onlyReads(operation) ? undefined : hiddenValue(context, itemIndex, fields);
		if (fault) throw item.fault(fault);
		const result = await operation.execute(item);
		const results = [result].flat();
		const shown = isToolType(context.getNode().type)
			? await Promise.all(results.map(async (one) => await toolResult(context, one)))
			: results;
		return shown.map((one) => ({ ...one, pairedItem }));
	} catch (error) {
		const known = asNodeError(context, error, itemIndex);
		if (!onlyReads(operation)) qualifyNothingSent(context, itemIndex, known);
		if (!context.continueOnFail()) throw known;
		const output = operation.failureOutput?.(item);
		return [{ json: failureItem(withItemNumber(context, known)), pairedItem, output }];
	}
}

/** Before anything is sent, because another service doesn't know the call. `what` is its label in the form. */
export async function requireDialect(
	{ context, error }: ItemContext,
	what: string,
	dialects: readonly Dialect[],
): Promise<void> {
	if (dialects.includes(dialectOf(await readCredentials(context)))) return;
	throw error(
		`${what} isn't available at the address in this credential`,
		'Choose a credential for Switzerland or Germany, or for a custom address with Dialect: Public Regions. Nothing was sent.',
	);
}

/** As in the lists of the form: "Send-To: Create" for `sendTo` and Create. */
function operationLabel({ context, itemIndex }: ItemContext, name: string): string {
	const resource = context.getNodeParameter('resource', itemIndex) as string;
	const words = resource.replace(/[A-Z]/g, '-$&').replace(/^./, (first) => first.toUpperCase());
	return `${words}: ${name}`;
}

function itemContext(
	context: IExecuteFunctions,
	itemIndex: number,
	{ fields, versions = everyVersion }: Operation,
): ItemContext {
	const form = { context, itemIndex, fields };
	return {
		context,
		itemIndex,
		get version() {
			return readVersion(form, versions);
		},
		read: (wanted) => readForm(form, wanted),
		callTo: (endpoint, ...ids) => ({
			...callTo(endpoint, ...ids),
			version: readVersion(form, versions),
			itemIndex,
		}),
		readAs: (names, schema) => readAs(form, names, schema),
		fault: (fault) => fieldFault(form, fault),
		error: (message, description) =>
			new NodeOperationError(context.getNode(), message, { itemIndex, description }),
	};
}

/** Without a choice, or if the form doesn't show it, the usual version. */
function readVersion(form: Form, versions: Versions): ApiVersion {
	if (versions.length === 1) return versions[0];
	const chosen = { ...apiVersionField, reader: oneOf(...[...versions].sort()) };
	return readForm({ ...form, fields: [chosen] }, [chosen]).apiVersion ?? versions[0];
}
