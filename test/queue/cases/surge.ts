/** A thousand requests are signed, their callbacks come within ten seconds, and n8n is restarted meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { restart } from '../support/breaking.ts';
import type { Stage } from '../support/stage.ts';

const WAITS = Number(process.env.SURGE ?? 1_000);
/** Callers at a time; more would only wait for a worker. */
const CALLERS = 20;
const WITHIN_MS = 10_000;
const HOOK = 'wait-v2';
const PLACE = '/waiting-v2';
const LONGEST_MS = 1_800_000;

export function surge(stage: () => Stage) {
	it(`${WAITS} waiting executions go on once each when their requests are signed within ten seconds`, async () => {
		const { cluster, sandbox, figures, receiver } = stage();
		await stage().askInTurn({ count: WAITS, callers: CALLERS, hook: HOOK });
		const requests = sandbox.store.requests.slice(-WAITS);
		await stage().untilWaiting(WAITS, LONGEST_MS);

		// Signing a thousand PDFs takes the cores longer than ten seconds: the service calls when all are signed.
		const send = sandbox.holdCallbacks();
		for (const { id } of requests) await sandbox.people.sign(id);
		const states = requests.map(({ id }) => sandbox.store.request(id)?.status);
		expect(new Set(states)).toEqual(new Set(['SIGNED']));
		await stage().untilWaiting(WAITS, LONGEST_MS);

		const watch = watchConnections(stage());
		const restarted = restartInTurn(stage());
		const seconds = await spread(WAITS, send);
		await restarted;
		await stage().untilReady();
		await stage().deliver();
		await untilQuiet(stage());
		const times = () => requests.map(({ id }) => stage().timesReceived(PLACE, id));
		const byCallback = times().filter((count) => count === 1).length;

		await stage().run('deliver');
		await stage().until('summary', () => summaryOf(stage()), LONGEST_MS);
		await untilQuiet(stage());
		const mostConnections = await watch.stop();
		const broken = (await cluster.executions('wait')).filter(({ status }) => status !== 'success');
		figures.push(
			{ what: 'requests that were signed, called for', number: WAITS, seconds },
			{ what: 'delivered by callback', number: byCallback },
			{ what: 'in the end', number: times().filter((count) => count === 1).length },
			{ what: 'delivered twice', number: times().filter((count) => count > 1).length },
			{ what: 'executions that did not succeed', number: broken.length },
			{ what: 'most connections to PostgreSQL', number: mostConnections },
			{ what: 'waits for a connection that were too long', number: timeoutsOf(stage()) },
			...receiver.received
				.filter(({ url }) => url === '/deliver')
				.map(({ body }) => ({ what: 'deliver-missed-callbacks.json', number: body })),
		);
		expect(times().filter((count) => count !== 1)).toEqual([]);
	}, 7_200_000);
}

/** Evenly; answers with the seconds that it took. */
async function spread(count: number, send: (count?: number) => void): Promise<number> {
	const startedMs = performance.now();
	for (let sent = 1; sent <= count; sent++) {
		await sleep(Math.max(0, startedMs + (WITHIN_MS * sent) / count - performance.now()));
		send(1);
	}
	send();
	return Math.round((performance.now() - startedMs) / 1000);
}

/** How many there are at most until it is stopped. */
function watchConnections({ cluster }: Stage) {
	const stopped = new AbortController();
	const most = (async () => {
		let count = 0;
		while (!stopped.signal.aborted) {
			count = Math.max(count, await cluster.connections());
			await sleep(1_000);
		}
		return count;
	})();
	return {
		stop: async () => {
			stopped.abort();
			return await most;
		},
	};
}

/** As n8n's processes say since they were started last. */
function timeoutsOf({ cluster: { main, hooks, workers } }: Stage): number {
	const logs = [main, ...hooks, ...workers].map(({ words }) => words).join('\n');
	return logs.split('timeout exceeded when trying to connect').length - 1;
}

const summaryOf = ({ receiver }: Stage) => receiver.received.find(({ url }) => url === '/deliver');

/** Workers have taken all that there is, and ended it. */
async function untilQuiet(stage: Stage): Promise<void> {
	const { cluster } = stage;
	const look = async () => {
		if ((await cluster.queued()) > 0) return undefined;
		const all = await cluster.executions();
		return !all.some(({ status }) => status === 'running' || status === 'new') || undefined;
	};
	await stage.until('end of what is queued', look, LONGEST_MS);
}

/** One process after the other, as docs/operating.md has it for updates: one of each kind but main is always there. */
async function restartInTurn({ cluster: { main, workers, hooks } }: Stage): Promise<void> {
	for (const one of [main, ...workers, ...hooks]) await restart(one);
}
