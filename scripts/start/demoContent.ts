/** What `npm start` puts into n8n: credentials for the sandbox and the example workflows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../../sandbox/server.ts';
import type { Credential, Workflow } from '../n8n/n8nServer.ts';

const CREDENTIAL_TYPE = 'eSignatureApi';

/** The nodes of the examples that need a credential, and of which type. */
const CREDENTIAL_TYPES: Array<[nodes: RegExp, type: string]> = [
	[/^n8n-nodes-esignature\./, CREDENTIAL_TYPE],
	[/^n8n-nodes-base\.emailSend$/, 'smtp'],
	[/\.lmChatOpenAi$/, 'openAiApi'],
	[/^n8n-nodes-base\.redis$/, 'redis'],
];

/** Addresses in the examples for which the sandbox stands in: of the service, and its own usual one. */
const ADDRESSES = ['https://api.skribble.com', 'http://127.0.0.1:8377'];

export function sandboxCredential(
	sandbox: Pick<Sandbox, 'address' | 'validationAddress' | 'username' | 'apiKey'> &
		Partial<Pick<Sandbox, 'settings'>>,
): Credential {
	const { dialect = 'contract', placeholderPrefix = 'SERVICE' } = sandbox.settings ?? {};
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
			dialect,
			placeholderPrefix,
			loginVersion: 'v2',
		},
	};
}

/** For workflows that send mails of their own, which the sandbox takes and shows. */
export function mailCredential(port: number): Credential {
	return {
		id: 'esignatureMail',
		name: 'Emails to the Sandbox',
		type: 'smtp',
		data: {
			user: '',
			password: '',
			host: '127.0.0.1',
			port,
			secure: false,
			disableStartTls: true,
			hostName: '',
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

/** Lets the nodes use the credentials of their types, and the sandbox instead of the service. */
export function forSandbox(
	workflow: Workflow,
	{ address, credentials }: { address: string; credentials: Credential[] },
): Workflow {
	const text = ADDRESSES.reduce(
		(sum, one) => sum.replaceAll(one, address),
		JSON.stringify(workflow),
	);
	const moved = JSON.parse(text) as Workflow;
	const nodes = moved.nodes.map((node) => {
		const credential = credentials.find(({ type }) => type === credentialTypeOf(node));
		if (!credential) return node;
		const { id, name, type } = credential;
		return { ...node, credentials: { [type]: { id, name } } };
	});
	return { ...moved, nodes };
}

/** Whether every node that needs a credential has one; n8n publishes nothing else. */
export function isComplete({ nodes }: Workflow): boolean {
	return nodes.every((node) => !credentialTypeOf(node) || 'credentials' in node);
}

function credentialTypeOf({ type }: Workflow['nodes'][number]): string | undefined {
	return CREDENTIAL_TYPES.find(([nodes]) => nodes.test(type))?.[1];
}

/** Whether something other than a click in the editor starts it; n8n publishes nothing else. */
export function startsByItself({ nodes }: Workflow): boolean {
	return nodes.some(
		({ type }) => /(trigger|\.webhook)$/i.test(type) && !type.endsWith('.manualTrigger'),
	);
}
