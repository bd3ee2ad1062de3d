import { sandboxCredential } from '../scripts/start/demoContent.ts';
import type { Credential, Workflow } from '../scripts/n8n/n8nServer.ts';

export const username = 'bench@example.com';
export const apiKey = 'api_demo_bench';

/** What n8n knows it by. */
const credentialName = { id: 'bench', name: 'Bench' };

export function credentialFor(address: string): Credential {
	const parts = { address, validationAddress: address, username, apiKey };
	return { ...sandboxCredential(parts), ...credentialName };
}

/** What is done to each of some items, by one node. */
export interface Work {
	id: string;
	node: { type: string; typeVersion: number; parameters: Record<string, unknown> };
	items: object[];
}

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	webhookId?: string;
	parameters: Record<string, unknown>;
}

/** One node after the other. */
export function chainOf(id: string, nodes: Node[]): Workflow {
	const links = nodes.slice(1).map((next, index) => {
		const to = { node: next.name, type: 'main', index: 0 };
		return [nodes[index]!.name, { main: [[to]] }];
	});
	return {
		id,
		name: id,
		nodes: nodes.map((node, index) => ({
			id: node.name,
			position: [200 * index, 0],
			credentials: { eSignatureApi: credentialName },
			...node,
		})),
		connections: Object.fromEntries(links) as Workflow['connections'],
	};
}

export function webhook(path: string, parameters: Record<string, unknown>): Node {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, ...parameters },
	};
}

/** Called by HTTP with the items; the measured node is the last one. */
export function benchWorkflow({ id, node }: Work): Workflow {
	return chainOf(id, [
		webhook(id, { responseMode: 'lastNode', responseData: 'noData' }),
		{
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items', options: {} },
		},
		{ name: 'Measured', ...node },
	]);
}

/** n8n's own node for any call, with our credential: what people would use without us. */
export function httpRequest(
	address: string,
	{ method, path, body }: { method: string; path: string; body?: string },
): Work['node'] {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method,
			url: `=${address}${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'eSignatureApi',
			...(body && {
				sendBody: true,
				specifyBody: 'json',
				jsonBody: `={{ JSON.stringify(${body}) }}`,
			}),
			options: {},
		},
	};
}

export function ours(type: string, parameters: Record<string, unknown>): Work['node'] {
	return { type: `n8n-nodes-esignature.${type}`, typeVersion: 1, parameters };
}
