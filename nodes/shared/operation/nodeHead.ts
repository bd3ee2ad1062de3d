import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeTypeDescription } from 'n8n-workflow';

/** Seen from the folder of a node. */
export function iconOf(name: string): INodeTypeDescription['icon'] {
	return { light: `file:../../icons/${name}.svg`, dark: `file:../../icons/${name}.dark.svg` };
}

/**
 * The saved values in words: `request: send and wait` for `sendAndWait`. Named in each node with operations, because
 * n8n's rules look for it there.
 */
export const subtitle =
	'={{ ($parameter["resource"] + ": " + $parameter["operation"]).replace(/[A-Z]/g, " $&").toLowerCase() }}';

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
