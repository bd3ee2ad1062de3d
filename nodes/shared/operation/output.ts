import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { simplifyField } from './fields';
import { omitUndefined } from './omit';
import { Flag, oneOf } from './scalars.schema';

/** How much of an answer a person or an agent wants to see. Agents pay for every field that they read. */
export function outputFields(selectable: readonly string[]): INodeProperties[] {
	return [
		{ ...simplifyField, displayOptions: { show: { '@tool': [false] } } },
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			default: 'simplified',
			displayOptions: { show: { '@tool': [true] } },
			options: [
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The fields that are used most',
				},
				{ name: 'Raw', value: 'raw', description: 'All fields that the service answers with' },
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'Only the fields that are chosen below',
				},
			],
			description: 'How much of the answer to return',
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			default: ['id'],
			displayOptions: { show: { '@tool': [true], output: ['selected'] } },
			options: selectable.map(asOption),
			description: 'The fields to return',
		},
	];
}

function asOption(name: string): INodePropertyOptions {
	const words = name.replace(/_/g, ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());
	return { name: words.replace(/\bId\b/g, 'ID').replace(/\bUrl\b/g, 'URL'), value: name };
}

/** Spread into the schema of an operation's parameters. */
export const outputShape = {
	simplify: Flag,
	output: oneOf('simplified', 'raw', 'selected').optional(),
	outputFields: z.array(z.string()).optional(),
};

type OutputChoice = z.output<z.ZodObject<typeof outputShape>>;

/** Only one of the two choices is shown, Output to agents and Simplify to people. */
export function shapeOutput<T extends IDataObject>(
	answer: T,
	{ simplify, output = simplify ? 'simplified' : 'raw', outputFields: chosen = [] }: OutputChoice,
	simplified: (answer: T) => IDataObject,
): IDataObject {
	if (output === 'simplified') return simplified(answer);
	if (output === 'raw') return answer;
	return pick({ ...simplified(answer), ...answer }, chosen);
}

/** In the order of the names, without what is absent. */
export function pick(from: IDataObject, names: readonly string[]): IDataObject {
	return omitUndefined(Object.fromEntries(names.map((name) => [name, from[name]])));
}
