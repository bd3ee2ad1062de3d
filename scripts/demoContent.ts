/** What `npm start` puts into n8n: a credential for the sandbox and the example workflows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../sandbox/server.ts';
import type { Credential, Workflow } from './n8nServer.ts';

const CREDENTIAL_TYPE = 'eSignatureApi';
const NODE_PREFIX = 'n8n-nodes-esignature.';

export function sandboxCredential(
	sandbox: Pick<Sandbox, 'address' | 'validationAddress' | 'username' | 'apiKey'>,
): Credential {
	return {
		id: 'esignatureSandbox',
		name: 'E-Signature Sandbox',
		type: CREDENTIAL_TYPE,
		data: {
			username: sandbox.username,
			apiKey: sandbox.apiKey,
			region: 'custom',
			signingAddress: sandbox.address,
			validationAddress: sandbox.validationAddress,
			webAppAddress: `${sandbox.address}/app`,
			placeholderPrefix: 'SERVICE',
			loginVersion: 'v2',
		},
	};
}

/** The example files, each with its name as its identity. */
export function readExamples(folder: string): Workflow[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => {
			const workflow = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
			return { ...workflow, id: path.basename(file, '.json') };
		});
}

/** Lets all our nodes use the credential. */
export function withCredential(workflow: Workflow, { id, name }: Credential): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(NODE_PREFIX)
			? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}

/** Whether something other than a click in the editor starts it; n8n publishes nothing else. */
export function startsByItself({ nodes }: Workflow): boolean {
	return nodes.some(
		({ type }) => /(trigger|\.webhook)$/i.test(type) && !type.endsWith('.manualTrigger'),
	);
}
