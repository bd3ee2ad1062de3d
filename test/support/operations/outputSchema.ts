/** Holds what a node hands out against the schema that the editor shows for it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

interface Schema {
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: boolean;
}

const ajv = new Ajv({ allErrors: true });
const known = new Map<string, ValidateFunction>();

/** Throws when an item does not fit, or holds what its schema does not name. */
export function expectSchema(
	{
		type,
		parameters,
		unknownFields = false,
	}: { type: string; parameters: INodeParameters; unknownFields?: boolean },
	items: INodeExecutionData[],
): void {
	const file = schemaFile(type, parameters);
	const isFit = validator(file, { isClosed: !unknownFields && !isWhole(parameters) });
	for (const { json } of items.filter((item) => !isFailure(item))) {
		if (isFit(json)) continue;
		const faults = ajv.errorsText(isFit.errors, { dataVar: 'json' });
		throw new Error(`The output does not fit ${file}: ${faults}\n${JSON.stringify(json, null, 2)}`);
	}
}

function schemaFile(type: string, parameters: INodeParameters): string {
	const { resource, operation } = parameters as { resource?: string; operation?: string };
	const name = type.replace(/Tool$/, '');
	const place = operation === undefined ? '.json' : `/${resource}/${operation}.json`;
	return path.posix.join('nodes', `E${name.slice(1)}`, `__schema__/v1.0.0${place}`);
}

/** The schema is that of the fields which come out by default; the service may add others at any time. */
function isWhole({ simplify, output }: INodeParameters): boolean {
	return simplify === false || output === 'raw' || output === 'selected';
}

/** What a workflow that goes on after a failure gets instead of a result. */
function isFailure({ json }: INodeExecutionData): boolean {
	return Object.keys(json).sort().join() === 'details,error';
}

function validator(file: string, { isClosed }: { isClosed: boolean }): ValidateFunction {
	const name = `${file} ${String(isClosed)}`;
	const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
	const validate = known.get(name) ?? ajv.compile(isClosed ? closed(schema) : schema);
	known.set(name, validate);
	return validate;
}

function closed({ properties, items, ...rest }: Schema): IDataObject {
	return {
		...rest,
		...(items && { items: closed(items) }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, schema]) => [name, closed(schema)]),
			),
			// As in the schema, if users name the fields.
			additionalProperties: rest.additionalProperties ?? false,
		}),
	};
}
