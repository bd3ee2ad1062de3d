/** A worker killed in a create, as docs/scale.md has it: it keeps no folder, and n8n has its own lock times. */
import { openSession } from '../../../scripts/n8n/n8nSession.ts';
import { pathOf } from '../../e2e/support/flows.ts';
import { startAnew } from '../support/breaking.ts';
import { creates, killWorkersAt } from '../support/killing.ts';
import type { Stage } from '../support/stage.ts';

/** The lock runs out, and n8n looks for such runs every half minute. */
const GIVEN_UP_MS = 600_000;

export function killed(stage: () => Stage) {
	/** Answers with the run that n8n has given up, and the request that it had sent. */
	const giveUpIn = async (workflow: string, hook: string) => {
		const { cluster, sandbox } = stage();
		const { executions, workers } = cluster;
		const title = `given up in ${hook}`;
		const before = new Set((await executions(workflow)).map(({ id }) => id));
		const isKilled = killWorkersAt(stage(), creates);
		const trigger = `${cluster.address}/webhook/${pathOf('alone')}`;
		const asked = stage().send({ hook, title, trigger });
		await isKilled;
		for (const one of workers) await startAnew(one);
		await asked;
		const given = async () =>
			(await executions(workflow)).find(({ id, status }) => !before.has(id) && status === 'error');
		const run = await stage().until('run that n8n gives up', given, GIVEN_UP_MS);
		const sent = () => sandbox.store.requests.filter((one) => one.title === title);
		expect(sent()).toHaveLength(1);

		const session = await openSession(cluster.main);
		// Nothing is left that could run, and the old error may come as the answer.
		await session
			.post(`/executions/${run.id}/retry`, { loadWorkflow: false })
			.catch(() => undefined);
		await stage().untilEnded(workflow);
		expect(sent()).toHaveLength(1);
		return sent()[0]!;
	};

	it('Create: no Retry, and the trigger gets what was sent', async () => {
		const request = await giveUpIn('create', 'create-v2');
		await stage().sandbox.people.sign(request.id);
		await stage().deliver();
		expect(await stage().untilReceived('/alone', [request])).toEqual([1]);
	});

	it('Send and Wait: no Retry, and alert-undelivered-callbacks.json names what was sent', async () => {
		const request = await giveUpIn('wait', 'wait-v2');
		await stage().sandbox.people.sign(request.id);
		await stage().deliver();
		await stage().run('alert');
		const alert = await stage().until('alert', () =>
			stage().receiver.received.find(({ url }) => url === '/alert'),
		);
		expect(alert.body).toContain(request.id);
		expect(alert.body).toContain('refused');
	});
}
