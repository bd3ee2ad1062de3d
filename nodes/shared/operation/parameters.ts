import { isToolType, NodeHelpers, NodeOperationError } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeProperties,
	INodeTypeDescription,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { z } from 'zod/v3';

import type { FileContext } from '../http/call';
import { perRun } from '../memory/perRun';
import { fieldValue } from './fieldValue';
import { plainWords } from './form.schema';
import type { SchemaFor } from './form.schema';

/** A schema, and the fields of the form that it looks at. */
interface FormSchema<T> {
	schema: SchemaFor<T>;
	names: readonly string[];
	fields: INodeProperties[];
}

export interface Fault {
	/** As in ['options', 'readAccess', 0]. */
	path: Array<string | number>;
	message: string;
}

/**
 * Reads the parameters that a schema looks at, checked before any call. A fault stops the item and
 * names the field as the form shows it.
 */
export function readParameters<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	form: FormSchema<T>,
): T {
	const get: Get = (name, fallback, options) =>
		context.getNodeParameter(name, itemIndex, fallback, options);
	return check(context, form, { values: readAll(context, form, get), itemIndex });
}

/** The same for triggers, which have no items. */
export function readTriggerParameters<Shape extends z.ZodRawShape>(
	context: IPollFunctions | IWebhookFunctions,
	{ schema, fields }: { schema: z.ZodObject<Shape>; fields: INodeProperties[] },
): z.output<z.ZodObject<Shape>> {
	const get: Get = (name, fallback, options) => context.getNodeParameter(name, fallback, options);
	const form = { schema, fields, names: Object.keys(schema.shape) };
	return check(context, form, { values: readAll(context, form, get) });
}

function check<T>(
	context: FileContext,
	{ schema, fields }: FormSchema<T>,
	{ values, itemIndex }: { values: Record<string, unknown>; itemIndex?: number },
): T {
	const result = schema.safeParse(values, { errorMap: plainWords });
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const { path = [], message = 'is not valid' } = issue ?? {};
	throw fieldFault(context, { fields, itemIndex, fault: { path, message } });
}

/** Names the field as the form shows it, and what to do about it. */
export function fieldFault(
	context: FileContext,
	{
		fields,
		itemIndex,
		fault: { path, message },
	}: { fields: INodeProperties[]; itemIndex?: number; fault: Fault },
): NodeOperationError {
	const shown = shownFirst(context, fields);
	return new NodeOperationError(context.getNode(), `${labelOf(path, shown)} ${message}`, {
		itemIndex,
		description: `${howToCorrect(context, itemIndex)} Nothing was sent.`,
	});
}

/** The model that has called a tool can only fill in its own fields. */
function howToCorrect(context: FileContext, itemIndex: number | undefined): string {
	if (isToolType(context.getNode().type)) {
		return 'Call the tool again with another value. If the tool does not ask for this field, correct it in the node.';
	}
	const item = itemIndex === undefined ? 'Correct' : `Item ${itemIndex + 1}: correct`;
	return `${item} this field in the node, or the expression that fills it, and run again.`;
}

/** Where two fields have the same name, the form shows one of them, and calls it by its own label. */
function shownFirst(context: FileContext, fields: INodeProperties[]): INodeProperties[] {
	const node = context.getNode();
	// Of the description n8n looks at the name alone, to know whether it shows the form of a tool.
	const description = { name: node.type } as INodeTypeDescription;
	const isShown = (field: INodeProperties) =>
		NodeHelpers.displayParameter(node.parameters, field, node, description);
	return [...fields.filter(isShown), ...fields.filter((field) => !isShown(field))];
}

type Get = (
	name: string,
	fallback?: never,
	options?: { extractValue?: boolean; rawExpressions?: boolean },
) => unknown;

function readAll(
	context: FileContext,
	{ names, fields }: Pick<FormSchema<unknown>, 'names' | 'fields'>,
	get: Get,
) {
	const place = { timeZone: context.getTimezone(), isTool: isToolType(context.getNode().type) };
	const values = names.filter(isShownIn(context, get)).map((name) => {
		const field = fields.find((one) => one.name === name);
		const value = get(name, undefined, { extractValue: true });
		return [name, field ? fieldValue(field, value, place) : value];
	});
	return Object.fromEntries(values) as Record<string, unknown>;
}

const hidden = Symbol('hidden');
const isShownByName = perRun(() => new Map<string, boolean>());

/** A hidden field has no value, for all items alike: its schema says whether that is all right. */
function isShownIn(context: FileContext, get: Get): (name: string) => boolean {
	const known = isShownByName(context);
	return (name) => {
		const isShown =
			known.get(name) ?? get(name, hidden as never, { rawExpressions: true }) !== hidden;
		known.set(name, isShown);
		return isShown;
	};
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
export function fieldsIn({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) =>
		'values' in option ? option.values : [option as INodeProperties],
	);
}
