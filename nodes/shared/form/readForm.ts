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
	/** "is empty", after the labels of the fields. The remedy, if there is a better one than usual, is the next line. */
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
	const { path = [], message = "isn't valid" } = issue ?? {};
	throw fieldFault(form, { path: [...within, ...path], message });
}

/** Titled like `Signers > Signer 2 > Email: "ann@" isn't an email address`. */
export function fieldFault(form: Form, { path, message }: Fault): NodeOperationError {
	const { context, itemIndex } = form;
	const [problem = '', remedy = ''] = message.split('\n');
	const { labels, isSecret } = placeOf(path, shownFirst(form));
	const shown = isSecret ? problem.replace(/^".*" /, '') : problem;
	const steps = isToolType(context.getNode().type)
		? [remedy, nextCall(context, path[0], labels[0])]
		: [remedy || 'Correct the value, or its expression.'];
	const description = [...steps, 'Nothing was sent.'].filter(Boolean).join(' ');
	return new NodeOperationError(context.getNode(), titleFor(labels, shown), {
		itemIndex,
		description,
	});
}

/** A quoted value comes after a colon: `Title is empty`, but `Email: "ann@" isn't an email address`. */
export function titleFor(labels: string[], problem: string): string {
	return `${labels.join(' > ')}${problem.startsWith('"') ? ':' : ''} ${problem}`;
}

/** A model can only fill in the fields that are left to it. */
function nextCall(context: FileContext, name: string | number = '', label = ''): string {
	const entered = JSON.stringify(context.getNode().parameters[name] ?? '');
	return entered.includes('$fromAI')
		? `Call the tool again with another value in ${label}.`
		: `The tool doesn't ask you for ${label}, so report this to the user.`;
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

/** The labels of a path such as ['options', 'readAccess', 0], and whether the form hides the value. */
function placeOf(
	path: Fault['path'],
	fields: INodeProperties[],
): { labels: string[]; isSecret: boolean } {
	let level = fields;
	let found: INodeProperties | undefined;
	const labels = path.map((part) => {
		if (typeof part === 'number') return `${entryName(found)} ${part + 1}`;
		found = level.find(({ name }) => name === part);
		if (found) level = fieldsIn(found);
		return found?.displayName ?? part;
	});
	return { labels, isSecret: found?.typeOptions?.password === true };
}

/** A list of entries has its own name for an entry. */
function entryName({ options: [option] = [] }: Partial<INodeProperties> = {}): string {
	return option && 'values' in option ? option.displayName : 'entry';
}

/** The fields of one entry where n8n keeps a list of entries. */
export function fieldsIn({ options = [] }: INodeProperties): Field[] {
	return options.flatMap((option) =>
		'values' in option ? option.values : [option as INodeProperties],
	);
}
