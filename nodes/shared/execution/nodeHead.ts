import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import type { Operations } from './operation';

/** Relative to the folder of a node. */
export function iconOf(name: string): INodeTypeDescription['icon'] {
	return { light: `file:../../icons/${name}.svg`, dark: `file:../../icons/${name}.dark.svg` };
}

/** Reads like the menu: "Send and Wait", and "Signer: Add" for a resource that the node isn't named after. */
export function subtitleOf(resources: INodePropertyOptions[], operations: Operations): string {
	const titles = resources.flatMap(({ name, value }, at) =>
		Object.entries(operations[String(value)] ?? {}).map(([operation, { option }]) => [
			`${value}.${operation}`,
			at === 0 ? option.name : `${name}: ${option.name}`,
		]),
	);
	const byValue = JSON.stringify(Object.fromEntries(titles));
	return `={{ (${byValue})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

const head = {
	version: 1,
	outputs: [NodeConnectionTypes.Main],
	credentials: [{ name: 'eSignatureApi', required: true }],
} satisfies Partial<INodeTypeDescription>;

export const actionHead = {
	...head,
	group: ['transform'],
	inputs: [NodeConnectionTypes.Main],
} satisfies Partial<INodeTypeDescription>;

export const triggerHead = {
	...head,
	group: ['trigger'],
	inputs: [],
} satisfies Partial<INodeTypeDescription>;
