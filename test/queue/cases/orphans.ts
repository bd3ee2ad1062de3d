/** An execution that was lost after its callback had been answered. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openSession } from '../../../scripts/n8n/n8nSession.ts';
import { createElsewhere } from '../../e2e/support/createdElsewhere.ts';
import { publishPickUp, READ } from '../support/pickUp.ts';
import type { Stage } from '../support/stage.ts';

export function orphans(stage: () => Stage) {
	/** A request has ended, and an execution with this number has taken the call. */
	const endTakenBy = async (executionId: string) => {
		const { sandbox, receiver } = stage();
		const callback = { address: `${receiver.address}/webhook-waiting/${executionId}/node` };
		const asked = { title: 'Taken', signer: 'ann@example.com', callback };
		await sandbox.people.sign(await createElsewhere(sandbox, asked));
		await sandbox.settled();
	};

	it.each([
		['refuses', { scopes: READ, isRevoked: true }],
		['lets list executions, and not read them', { scopes: ['execution:list'] }],
	])(
		'the example fails with an API key that n8n %s, and Retry goes on with a right one',
		async (_, key) => {
			const { main, executions } = stage().cluster;
			const example = await publishPickUp(stage(), key);
			await endTakenBy('1');
			const failed = await stage().until('failed run', async () =>
				(await executions(example.id)).find(({ status }) => status === 'error'),
			);
			expect(await stage().cluster.lastError()).toContain('Check the API Key');

			await example.withdraw();
			await example.takeKey(READ);
			const session = await openSession(main);
			await session.post(`/executions/${failed.id}/retry`, { loadWorkflow: false });
			await stage().until('run that goes on', async () =>
				(await executions(example.id)).find(({ status }) => status === 'success'),
			);
		},
	);

	it('the example leaves out an execution that n8n no longer has', async () => {
		const example = await publishPickUp(stage(), { scopes: READ });
		await endTakenBy('999999');
		await stage().until('first run', async () => (await stage().cluster.executions(example.id))[0]);
		const runs = await stage().untilEnded(example.id);
		await example.withdraw();
		expect(runs.map(({ status }) => status)).toEqual(['success']);
	});

	it('a request whose waiting execution crashed after the callback is picked up by the example', async () => {
		const { cluster, sandbox, figures } = stage();
		const { executions, workers, files } = cluster;
		const example = await publishPickUp(stage(), { scopes: READ });
		const [request] = await stage().askForMany(1, 'wait-v2');
		const waiting = await stage().until('waiting execution', async () => {
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
			const one = (await executions('wait')).find(({ id }) => id === waiting.id);
			return one?.status === 'crashed' || undefined;
		});

		const picked = path.join(files, `${request!.id}.pdf`);
		await stage().until('signed PDF', () => existsSync(picked) || undefined);
		await example.withdraw();
		figures.push({
			what: 'crashed after the callback, picked up by the example',
			number: 1,
			of: 1,
		});
	});
}
