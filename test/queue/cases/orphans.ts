/** An execution that was lost after its callback had been answered. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { forSandbox, sandboxCredential } from '../../../scripts/start/demoContent.ts';
import { openSession, publishAll } from '../../../scripts/n8n/n8nSession.ts';
import type { Workflow } from '../../../scripts/n8n/n8nServer.ts';
import { crashedWaitsTo } from '../support/flows.ts';
import type { Stage } from '../support/stage.ts';

export function orphans(stage: () => Stage) {
	it('a request whose waiting execution crashed after the callback is picked up by the example', async () => {
		const { cluster, sandbox, figures } = stage();
		const { executions, workers, files } = cluster;
		await publishExample(stage());
		const [request] = await stage().askForMany(1, 'wait-v2');
		const parked = await stage().until('parked execution', async () => {
			const [newest] = await executions('wait');
			return newest?.status === 'waiting' ? newest : undefined;
		});

		for (const { pid } of workers) process.kill(pid, 'SIGKILL');
		await Promise.all(workers.map(async (one) => await one.stop()));
		await sandbox.people.sign(request!.id);
		await stage().deliver();
		expect(request!.callbacks.at(-1)).toMatchObject({ state: 'COMPLETED' });
		// Their folders still say that they ran it, so that they give it up.
		await Promise.all(workers.map(async (one) => await one.start()));
		await stage().until('crashed execution', async () => {
			const one = (await executions('wait')).find(({ id }) => id === parked.id);
			return one?.status === 'crashed' || undefined;
		});

		const picked = path.join(files, `${request!.id}.pdf`);
		await stage().until('signed PDF', () => existsSync(picked) || undefined);
		figures.push({
			what: 'crashed after the callback, picked up by the example',
			number: 1,
			of: 1,
		});
	});
}

/** With a credential for n8n's own interface, as its user makes one. */
async function publishExample({ cluster, sandbox }: Stage): Promise<void> {
	const { main, files } = cluster;
	const session = await openSession(main);
	const { rawApiKey } = (await session.post('/api-keys', {
		...{ label: 'Example', expiresAt: null, scopes: ['execution:list', 'execution:read'] },
	})) as { rawApiKey: string };
	const api = { name: 'n8n', type: 'n8nApi' };
	const data = { apiKey: rawApiKey, baseUrl: `${main.address}/api/v1` };
	const { id } = (await session.post('/credentials', { ...api, data })) as { id: string };
	const own = [sandboxCredential(sandbox)];
	const example = forSandbox(crashedWaitsTo(files), { address: sandbox.address, credentials: own });
	const nodes = example.nodes.map((node) =>
		node.type === 'n8n-nodes-base.n8n'
			? { ...node, credentials: { n8nApi: { id, name: api.name } } }
			: node,
	);
	const workflow = (await session.post('/workflows', { ...example, nodes })) as Workflow;
	await publishAll(main, [workflow.id]);
}
