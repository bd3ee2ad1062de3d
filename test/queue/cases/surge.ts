/** A thousand requests end within ten seconds, and every process of n8n is restarted meanwhile. */
import { restart } from '../support/breaking.ts';
import type { Stage } from '../support/stage.ts';

const WAITS = Number(process.env.SURGE ?? 1_000);
/** Callers at a time; more would only wait for a worker. */
const CALLERS = 20;
const FLOW = 'wait-v2';
const PLACE = '/parked-v2';

export function surge(stage: () => Stage) {
	it(`${WAITS} waiting executions go on once each when their requests end within ten seconds`, async () => {
		const { cluster, sandbox, figures } = stage();
		for (let left = WAITS; left > 0; left -= CALLERS) {
			await stage().askForMany(Math.min(CALLERS, left), FLOW);
		}
		const requests = sandbox.store.requests.slice(-WAITS);
		await stage().until('waiting executions', async () => {
			const all = await cluster.executions('wait');
			return all.filter(({ status }) => status === 'waiting').length === WAITS || undefined;
		});

		const restarted = restartInTurn(stage());
		const startedMs = performance.now();
		// One in ten signs, the others decline: signing a thousand PDFs would take the cores longer than ten seconds.
		for (const [index, { id }] of requests.entries()) {
			if (index % 10 === 0) await sandbox.people.sign(id);
			else sandbox.people.decline(id);
		}
		const seconds = Math.round((performance.now() - startedMs) / 1000);
		await restarted;
		await stage().deliver();
		await stage().until('end of what is queued', async () =>
			(await cluster.queued()) === 0 ? true : undefined,
		);

		const times = requests.map(({ id }) => stage().timesTold(PLACE, id));
		const left = (await cluster.executions('wait')).filter(({ status }) => status !== 'success');
		figures.push(
			{ what: 'requests that ended', number: requests.length, seconds },
			{ what: 'delivered by callback', number: times.filter((count) => count === 1).length },
			{ what: 'not delivered by callback', number: times.filter((count) => count === 0).length },
			{ what: 'delivered twice', number: times.filter((count) => count > 1).length },
			{ what: 'executions that did not succeed', number: left.length },
		);
		expect(times.filter((count) => count > 1)).toEqual([]);
	}, 3_600_000);
}

/** As in an update: one process after the other, so that one of each kind is always there. */
async function restartInTurn({ cluster }: Stage): Promise<void> {
	for (const one of [...cluster.hooks, ...cluster.workers]) await restart(one);
}
