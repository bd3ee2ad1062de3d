import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

/**
 * Reads the parameters that a schema names, checked before any call. A fault stops the item and names
 * the field as the form shows it.
 */
export function readParameters<Shape extends z.ZodRawShape>(
	context: IExecuteFunctions,
	itemIndex: number,
	{ schema, fields }: { schema: z.ZodObject<Shape>; fields: INodeProperties[] },
): z.output<z.ZodObject<Shape>> {
	const values = Object.fromEntries(
		Object.keys(schema.shape).map((name) => [name, readOne(context, itemIndex, name)]),
	);
	const result = schema.safeParse(values);
	if (result.success) return result.data;

	const [issue] = result.error.issues;
	const path = issue?.path ?? [];
	throw new NodeOperationError(
		context.getNode(),
		`${labelOf(path, fields)} ${issue?.message ?? 'is not valid'}`,
		{
			itemIndex,
			description: `Item ${itemIndex}: correct this field in the node, or the expression that fills it, and run again. Nothing was sent.`,
		},
	);
}

/** A hidden field has no value: its schema says whether that is all right. */
function readOne(context: IExecuteFunctions, itemIndex: number, name: string): unknown {
	const missing = Symbol(name) as never;
	const value: unknown = context.getNodeParameter(name, itemIndex, missing);
	if (value === missing) return undefined;
	return context.getNodeParameter(name, itemIndex, undefined, { extractValue: true });
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
