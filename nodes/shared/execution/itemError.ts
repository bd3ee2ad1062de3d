import { isToolType, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { omitUndefined } from '../network/json';
import { hasSent } from './checkpoints';

export type NodeError = NodeApiError | NodeOperationError;

/** The title names the item if there are several: n8n's list of executions shows nothing else. */
export function withItemNumber(context: IExecuteFunctions, error: NodeError): NodeError {
	const { itemIndex } = error.context;
	const isOneOfMany = typeof itemIndex === 'number' && context.getInputData().length > 1;
	if (isOneOfMany) error.message = `${error.message} (item ${itemIndex + 1})`;
	return error;
}

/** A model reads only the title of an error, so the title has to include the remedy. */
export function forReader(context: IExecuteFunctions, error: NodeError): NodeError {
	const { message, description } = withItemNumber(context, error);
	if (isToolType(context.getNode().type) && description)
		error.message = `${message}. ${description}`;
	return error;
}

/** "Nothing was sent" is about the item of the error. Other items, or its earlier steps, may have sent something. */
export function qualifyNothingSent(
	context: IExecuteFunctions,
	itemIndex: number,
	error: NodeError,
): void {
	const isSent = hasSent(context, itemIndex);
	const isAlone = context.getInputData().length === 1;
	if (isAlone && !isSent) return;
	const truth = isSent ? '' : "This item wasn't $1.";
	error.description = error.description?.replace(/Nothing was (sent|changed)\./, truth).trim();
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
 * For a workflow that continues after a failure. n8n sends an item to the error output if it has no other fields than
 * `error`, `message`, and `details`, and empties it if it contains an error object.
 */
export function failureItem(error: NodeError, about: IDataObject = {}): IDataObject {
	const { status, key } = error.context as { status?: number; key?: string };
	return {
		error: error.message,
		details: omitUndefined({ description: error.description ?? '', status, key, ...about }),
	};
}
