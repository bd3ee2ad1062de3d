import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeTypeDescription } from 'n8n-workflow';

/** Named in each node, because n8n's rules look for it there. */
export const icon: INodeTypeDescription['icon'] = {
	light: 'file:../../icons/esignature.svg',
	dark: 'file:../../icons/esignature.dark.svg',
};

/** The same; for nodes with operations. */
export const subtitle = '={{ $parameter["operation"] + ": " + $parameter["resource"] }}';

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
