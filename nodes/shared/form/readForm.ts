import { isToolType, NodeHelpers, NodeOperationError } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeProperties,
	INodeTypeDescription,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { FileContext } from '../client/call';
import { oncePerContext } from '../memory/processMemory';
import { readerOf } from './field';
import type { Field, Values } from './field';
import { fieldValue } from './fieldValue';
import { Flag, plainWords } from './readers';
import type { SchemaFor } from './readers';

export interface Fault {
	/** As in ['options', 'readAccess', 0]. */
	path: Array<string | number>;
	message: string;
}

export interface Form {
	context: FileContext;
	/** All fields of the operation: a fault names them by their labels. */
	fields: readonly Field[];
	/** Undefined for triggers, which have no items. */
	itemIndex?: number;
}

/** Reads the values of some fields, checked before any call. The first fault stops the item. */
export function readForm<F extends readonly Field[]>(form: Form, wanted: F): Values<F> {
	const valueOf = valuesIn(form);
	const values: Record<string, unknown> = {};
	for (const one of wanted) {
		const reader = readerOf(one);
		if (!reader || one.name in values) continue;
		const given = valueOf(one.name, one);
		if (given !== HIDDEN) values[one.name] = check(form, reader, given, [one.name]);
		else if (one.type === 'boolean') values[one.name] = Flag.parse(undefined);
	}
	return values as Values<F>;
}

/** For a schema whose fields depend on each other, or on what is known only then. */
export function readAs<T>(form: Form, names: readonly string[], schema: SchemaFor<T>): T {
	const valueOf = valuesIn(form);
	const fieldCalled = (name: string) => form.fields.find((one) => one.name === name);
	const values = names.map((name) => [name, valueOf(name, fieldCalled(name))] as const);
	return check(form, schema, Object.fromEntries(values.filter(([, value]) => value !== HIDDEN)));
}

/** The values of a trigger. */
export function readTriggerForm<F extends readonly Field[]>(
	context: IPollFunctions | IWebhookFunctions,
	fields: F,
): Values<F> {
	return readForm({ context, fields }, fields);
}

function check<T>(form: Form, schema: SchemaFor<T>, value: unknown, within: Fault['path'] = []): T {
	const result = schema.safeParse(value, { errorMap: plainWords });
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const { path = [], message = 'is not valid' } = issue ?? {};
	throw fieldFault(form, { path: [...within, ...path], message });
}

/** Names the field as the form shows it, and what to do about it. */
export function fieldFault(form: Form, { path, message }: Fault): NodeOperationError {
	const { context, itemIndex } = form;
	return new NodeOperationError(
		context.getNode(),
		`${labelOf(path, shownFirst(form))} ${message}`,
		{
			itemIndex,
			description: `${howToCorrect(context, itemIndex)} Nothing was sent.`,
		},
	);
}

/** The model that has called a tool can only fill in its own fields. */
function howToCorrect(context: FileContext, itemIndex: number | undefined): string {
	if (isToolType(context.getNode().type)) {
		return 'Call the tool again with another value. If the tool does not ask for this field, correct it in the node.';
	}
	const item = itemIndex === undefined ? 'Correct' : `Item ${itemIndex + 1}: correct`;
	return `${item} this field in the node, or the expression that fills it, and run again.`;
}

/** Of two fields with the same name the form shows one, and calls it by its own label. */
function shownFirst({ context, fields }: Form): Field[] {
	const node = context.getNode();
	// Of the description n8n looks at the name alone, to know whether it shows the form of a tool.
	const description = { name: node.type } as INodeTypeDescription;
	const isShown = (one: Field) =>
		NodeHelpers.displayParameter(node.parameters, one, node, description);
	return [...fields.filter(isShown), ...fields.filter((one) => !isShown(one))];
}

type Get = (
	name: string,
	fallback?: never,
	options?: { extractValue?: boolean; rawExpressions?: boolean },
) => unknown;

const HIDDEN = Symbol('hidden');
const isShownByName = oncePerContext(() => new Map<string, boolean>());

/** A field that n8n hides has no value, for all items alike. */
function valuesIn({ context, itemIndex }: Form): (name: string, one?: Field) => unknown {
	const get: Get = (name, fallback, options) =>
		itemIndex === undefined
			? (context as IPollFunctions).getNodeParameter(name, fallback, options)
			: (context as IExecuteFunctions).getNodeParameter(name, itemIndex, fallback, options);
	const known = isShownByName(context);
	const isShown = (name: string) =>
		known.get(name) ?? get(name, HIDDEN as never, { rawExpressions: true }) !== HIDDEN;
	const place = { timeZone: context.getTimezone(), isTool: isToolType(context.getNode().type) };
	return (name, one) => {
		known.set(name, isShown(name));
		if (!known.get(name)) return HIDDEN;
		const value = get(name, undefined, { extractValue: true });
		return one ? fieldValue(one, value, place) : value;
	};
}

/** The words of the form for a path such as ['options', 'readAccess', 0]. */
function labelOf(path: Array<string | number>, fields: INodeProperties[]): string {
	const labels: string[] = [];
	let level: INodeProperties[] = fields;
	for (const part of path) {
		const found = level.find(({ name }) => name === part);
		if (found) {
			labels.push(found.displayName);
			level = fieldsIn(found);
		} else if (typeof part === 'number') {
			labels.push(`entry ${part + 1}`);
		} else {
			labels.push(part);
		}
	}
	return labels.join(', ');
}

/** The fields of one entry where n8n keeps a list of entries. */
export function fieldsIn({ options = [] }: INodeProperties): Field[] {
	return options.flatMap((option) =>
		'values' in option ? option.values : [option as INodeProperties],
	);
}
