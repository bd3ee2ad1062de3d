/** The example pick-up-crashed-waits.json, published with a key of n8n's own interface. */
import { openSession, publishAll } from '../../../scripts/n8n/n8nSession.ts';
import type { Workflow } from '../../../scripts/n8n/n8nServer.ts';
import { forSandbox, sandboxCredential } from '../../../scripts/start/demoContent.ts';
import { untilPolled } from '../../e2e/support/untilPolled.ts';
import { crashedWaitsTo } from './workflows.ts';
import type { Stage } from './stage.ts';

export const READ = ['execution:read'];

interface Key {
	scopes: string[];
	isRevoked?: boolean;
}

/** With a credential for n8n's own interface, as its user makes one. */
export async function publishPickUp(
	{ cluster, sandbox }: Stage,
	{ secondsWhileWaiting = 1, ...key }: Key & { secondsWhileWaiting?: number },
) {
	const { main, files } = cluster;
	const session = await openSession(main);
	const credentialWith = async ({ scopes, isRevoked }: Key) => {
		const label = `Example ${crypto.randomUUID()}`;
		const { id, rawApiKey } = (await session.post('/api-keys', {
			...{ label, expiresAt: null, scopes },
		})) as { id: string; rawApiKey: string };
		if (isRevoked) await session.delete(`/api-keys/${id}`);
		const data = { apiKey: rawApiKey, baseUrl: `${main.address}/api/v1` };
		return { name: 'n8n', type: 'n8nApi', data };
	};
	const { id } = (await session.post('/credentials', await credentialWith(key))) as { id: string };
	const own = [sandboxCredential(sandbox)];
	const example = forSandbox(crashedWaitsTo(files, secondsWhileWaiting), {
		address: sandbox.address,
		credentials: own,
	});
	const nodes = example.nodes.map((node) =>
		node.type === 'n8n-nodes-base.n8n'
			? { ...node, credentials: { n8nApi: { id, name: 'n8n' } } }
			: node,
	);
	const workflow = (await session.post('/workflows', { ...example, nodes })) as Workflow;
	await publishAll(main, [workflow.id]);
	// The first poll takes what it finds for seen.
	await untilPolled({ n8n: main, sandbox }, 2);
	return {
		id: workflow.id,
		withdraw: async () => void (await session.post(`/workflows/${workflow.id}/deactivate`, {})),
		takeKey: async (scopes: string[]) =>
			void (await session.patch(`/credentials/${id}`, await credentialWith({ scopes }))),
	};
}
