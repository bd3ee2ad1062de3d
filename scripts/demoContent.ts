/** What `npm start` puts into n8n: a credential for the sandbox and the example workflows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../sandbox/server.ts';
import type { Credential, Workflow } from './n8nServer.ts';

const CREDENTIAL_TYPE = 'eSignatureApi';
const NODE_PREFIX = 'n8n-nodes-esignature.';

interface ExampleNode {
	type: string;
	credentials?: Record<string, { id: string; name: string }>;
}

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

/** The example files as n8n imports them: with an identity and with the credential filled in. */
export function readExamples(folder: string, credential: Credential): Workflow[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => {
			const workflow = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
			const nodes = (workflow.nodes as ExampleNode[]).map((node) => connect(node, credential));
			return { ...workflow, id: path.basename(file, '.json'), nodes };
		});
}

function connect(node: ExampleNode, { id, name }: Credential): ExampleNode {
	if (!node.type.startsWith(NODE_PREFIX)) return node;
	return { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } };
}

/** Whether something other than a click in the editor starts it; n8n publishes nothing else. */
export function startsByItself({ nodes }: Workflow): boolean {
	return (nodes as ExampleNode[]).some(
		({ type }) => /(trigger|\.webhook)$/i.test(type) && !type.endsWith('.manualTrigger'),
	);
}
