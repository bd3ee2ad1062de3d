import type { IDataObject, IExecuteFunctions, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { fields } from '../form/field';
import type { Values } from '../form/field';
import { simplifyField } from '../form/fields';
import { oncePerContext } from '../memory/processMemory';
import { omitUndefined } from '../network/json';

/** Agents pay for every field that they read, so they can select fields. */
export function outputFields(selectable: readonly string[]) {
	return fields(
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
					description: 'For the most used fields',
				},
				{ name: 'Raw', value: 'raw', description: 'For all fields that Skribble returns' },
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'For the fields that you choose below',
				},
			],
			description: 'Part of the answer to return',
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			default: ['id'],
			displayOptions: { show: { '@tool': [true], output: ['selected'] } },
			options: selectable.map(asOption),
			reader: z.array(z.string()),
			description: 'The fields to return',
		},
	);
}

function asOption(name: string): INodePropertyOptions {
	const words = name.replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ');
	const titled = words.replace(/\b\w/g, (letter) => letter.toUpperCase());
	return {
		name: titled.replace(/\b(?:Id|Url|Cc)\b/g, (word) => word.toUpperCase()),
		value: name,
	};
}

export type OutputChoice = Partial<Values<ReturnType<typeof outputFields>>>;

/** The form shows Output only to agents, and Simplify only to people. */
function partOf({ simplify, output = simplify ? 'simplified' : 'raw' }: OutputChoice) {
	return output;
}

/** Whether the output shows one of these fields, which only a further call can fill. */
export function asksFor(names: readonly string[], choice: OutputChoice): boolean {
	const output = partOf(choice);
	if (output === 'selected') return names.some((name) => choice.outputFields?.includes(name));
	return output === 'simplified';
}

export function shapeOutput<T extends IDataObject>(
	answer: T,
	{ outputFields: chosen = [], ...choice }: OutputChoice,
	simplified: (answer: T) => IDataObject,
): IDataObject {
	const output = partOf(choice);
	if (output === 'simplified') return simplified(answer);
	if (output === 'raw') return answer;
	return pick({ ...simplified(answer), ...answer }, chosen);
}

/** In the order of the names, without absent fields. */
export function pick(from: IDataObject, names: readonly string[]): IDataObject {
	return omitUndefined(Object.fromEntries(names.map((name) => [name, from[name]])));
}

const shownHints = oncePerContext(() => new Set<string>());

/** Shows a hint above the output. Items with the same hint share it. */
export function hintOnce(context: IExecuteFunctions, message: string): void {
	const shown = shownHints(context);
	if (shown.has(message)) return;
	shown.add(message);
	context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
}
