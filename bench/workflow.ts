import type { Credential, Workflow } from '../scripts/n8nServer.ts';

/** What is done to each of some items, by one node. */
export interface Work {
	id: string;
	node: { type: string; typeVersion: number; parameters: Record<string, unknown> };
	items: object[];
}

/** Called by HTTP with the items; the measured node is the last one. */
export function benchWorkflow(
	{ id, node }: Work,
	{ id: credentialId, name }: Credential,
): Workflow {
	const main = (...names: string[]) =>
		Object.fromEntries(
			names
				.slice(1)
				.map((next, index) => [
					names[index]!,
					{ main: [[{ node: next, type: 'main', index: 0 }]] },
				]),
		);
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: id,
			parameters: {
				httpMethod: 'POST',
				path: id,
				responseMode: 'lastNode',
				responseData: 'noData',
			},
		},
		{
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items', options: {} },
		},
		{ name: 'Measured', ...node, credentials: { eSignatureApi: { id: credentialId, name } } },
	];
	return {
		id,
		name: id,
		nodes: nodes.map((one, index) => ({ id: one.name, position: [200 * index, 0], ...one })),
		connections: main('Webhook', 'Split Out', 'Measured'),
	} as Workflow;
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
