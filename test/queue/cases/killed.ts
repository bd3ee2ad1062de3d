/** A worker killed as docs/operating.md has it: it keeps no folder, and n8n has its own lock times. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestRecord } from '../../../sandbox/state/requestRecord.ts';
import { openSession } from '../../../scripts/n8n/n8nSession.ts';
import type { Execution } from '../../e2e/support/executions.ts';
import { partsOf, pathOf, waitingRunOf } from '../../e2e/support/workflows.ts';
import { startAnew } from '../support/breaking.ts';
import { creates, killWorkersAt, readsRequest } from '../support/killing.ts';
import { publishPickUp, READ } from '../support/pickUp.ts';
import type { Stage } from '../support/stage.ts';

/** The lock runs out, and n8n looks for such runs every half minute. */
const GIVEN_UP_MS = 600_000;
/** By then n8n has given the execution up; n8n keeps so long a wait in its database, so that it survives the kill. */
const SECONDS_WHILE_WAITING = 150;

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

	const newestOf = async (workflow: string, requests: RequestRecord[]) => {
		const id = waitingRunOf(requests[0]!);
		return (await stage().cluster.executions(workflow)).find((one) => one.id === id)!;
	};

	/** The service calls for the last end, n8n answers, and the worker that goes on with the execution dies. */
	const killAfterCallback = async (requests: RequestRecord[]): Promise<Execution> => {
		const { cluster, sandbox } = stage();
		const { workers } = cluster;
		const last = requests.at(-1)!;
		// No poll may begin a run that dies as well.
		sandbox.faults.add({ method: 'GET', path: '/signature-requests', status: 503 });
		const id = waitingRunOf(last)!;
		const wordsBefore = workers.map(({ words }) => words.length);
		const hasBegun = () =>
			workers.some(({ words }, index) =>
				words.slice(wordsBefore[index]).includes(`execution ${id} `),
			);
		// It reads how the requests have ended, and is not answered any more.
		const killed = killWorkersAt(stage(), (call) => readsRequest(call) && hasBegun());
		await sandbox.people.sign(last.id);
		await killed;
		await stage().deliver();
		expect(last.callbacks.at(-1)).toMatchObject({ state: 'COMPLETED', attempts: 1 });
		for (const one of cluster.workers) await startAnew(one);
		return await newestOf('wait', requests);
	};

	/** By the downloads that each was given. */
	const expectPickedUpOnce = async (
		example: Awaited<ReturnType<typeof publishPickUp>>,
		requests: RequestRecord[],
	) => {
		const { cluster, sandbox } = stage();
		for (const { id } of requests) {
			const file = path.join(cluster.files, `${id}.pdf`);
			await stage().until(`signed PDF of ${id}`, () => existsSync(file) || undefined, GIVEN_UP_MS);
			expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
		}
		await example.withdraw();
		await stage().untilEnded(example.id);
		for (const { documentIds } of requests) {
			const called = `/documents/${documentIds[0]}/content`;
			expect(sandbox.calls.matching({ method: 'GET', path: called })).toHaveLength(1);
		}
	};

	it('Send and Wait, after the callback: while n8n calls it running, pick-up-crashed-waits.json picks it up once', async () => {
		const example = await publishPickUp(stage(), { scopes: READ });
		const requests = await stage().askForMany(1, 'wait-v2');
		await stage().untilWaiting(1);
		expect(await killAfterCallback(requests)).toMatchObject({ status: 'running' });
		stage().sandbox.faults.clear();
		await expectPickedUpOnce(example, requests);
	});

	it('Send and Wait of several, after the last callback: pick-up-crashed-waits.json picks up each once', async () => {
		const { sandbox, figures, cluster } = stage();
		const example = await publishPickUp(stage(), {
			scopes: READ,
			secondsWhileWaiting: SECONDS_WHILE_WAITING,
		});
		const title = 'several given up';
		await stage().send({ hook: 'wait-many', title });
		await stage().untilWaiting(1);
		const requests = partsOf(title).map((part) =>
			sandbox.store.requests.find((one) => one.title === part)!,
		);
		const [first, second] = requests;
		await sandbox.people.sign(first!.id);
		// The example has seen that the execution waits for the others, and looks again later.
		await stage().until('look at the first', async () =>
			(await cluster.executions(example.id)).find(({ status }) => status === 'waiting'),
		);
		await sandbox.people.sign(second!.id);
		await stage().deliver();
		await stage().until(
			'look at the second',
			async () =>
				(await cluster.executions(example.id)).filter(({ status }) => status === 'waiting')
					.length === 2 || undefined,
		);
		await killAfterCallback(requests);
		const givenUp = async () => (await newestOf('wait', requests)).status === 'error' || undefined;
		await stage().until('execution that n8n gives up', givenUp, GIVEN_UP_MS);
		sandbox.faults.clear();
		await expectPickedUpOnce(example, requests);
		figures.push({ what: 'given up after the callback, picked up', number: 3, of: 3 });
	});
}
