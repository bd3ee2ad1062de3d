import { NodeOperationError } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { z } from 'zod';

import type { FileContext } from '../http/call';

interface Form<Shape extends z.ZodRawShape> {
	schema: z.ZodObject<Shape>;
	fields: INodeProperties[];
}

/**
 * Reads the parameters that a schema names, checked before any call. A fault stops the item and names
 * the field as the form shows it.
 */
export function readParameters<Shape extends z.ZodRawShape>(
	context: IExecuteFunctions,
	itemIndex: number,
	form: Form<Shape>,
): z.output<z.ZodObject<Shape>> {
	const get: Get = (name, fallback, options) =>
		context.getNodeParameter(name, itemIndex, fallback, options);
	return check(context, form, { values: readAll(form, get), itemIndex });
}

/** The same for triggers, which have no items. */
export function readTriggerParameters<Shape extends z.ZodRawShape>(
	context: IPollFunctions | IWebhookFunctions,
	form: Form<Shape>,
): z.output<z.ZodObject<Shape>> {
	const get: Get = (name, fallback, options) => context.getNodeParameter(name, fallback, options);
	return check(context, form, { values: readAll(form, get) });
}

function check<Shape extends z.ZodRawShape>(
	context: FileContext,
	{ schema, fields }: Form<Shape>,
	{ values, itemIndex }: { values: Record<string, unknown>; itemIndex?: number },
): z.output<z.ZodObject<Shape>> {
	const result = schema.safeParse(values);
	if (result.success) return result.data;

	const [issue] = result.error.issues;
	const path = issue?.path ?? [];
	const item = itemIndex === undefined ? 'Correct' : `Item ${itemIndex}: correct`;
	throw new NodeOperationError(
		context.getNode(),
		`${labelOf(path, fields)} ${issue?.message ?? 'is not valid'}`,
		{
			itemIndex,
			description: `${item} this field in the node, or the expression that fills it, and run again. Nothing was sent.`,
		},
	);
}

type Get = (name: string, fallback?: never, options?: { extractValue: boolean }) => unknown;

function readAll<Shape extends z.ZodRawShape>({ schema }: Form<Shape>, get: Get) {
	return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, readOne(get, name)]));
}

/** A hidden field has no value: its schema says whether that is all right. */
function readOne(get: Get, name: string): unknown {
	const missing = Symbol(name) as never;
	if (get(name, missing) === missing) return undefined;
	return get(name, undefined, { extractValue: true });
}

/** The words of the form for a path such as ['options', 'readAccess', 0]. */
function labelOf(path: Array<string | number>, fields: INodeProperties[]): string {
	const labels: string[] = [];
	let level: INodeProperties[] = fields;
	for (const part of path) {
		const field = level.find(({ name }) => name === part);
		if (field) {
			labels.push(field.displayName);
			level = fieldsIn(field);
		} else if (typeof part === 'number') {
			labels.push(`entry ${part + 1}`);
		} else {
			labels.push(part);
		}
	}
	return labels.join(', ');
}

/** The fields of one entry where n8n keeps a list of entries. */
function fieldsIn({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) =>
		'values' in option ? option.values : [option as INodeProperties],
	);
}
