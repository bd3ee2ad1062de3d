/** What several processes do with one account, one queue and one database. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestRecord } from '../../../sandbox/state/requestRecord.ts';
import type { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { durableCursors } from '../../e2e/support/durableCursors.ts';
import { pathOf } from '../../e2e/support/workflows.ts';
import { untilPolled } from '../../e2e/support/untilPolled.ts';
import { pdfOfSize } from '../../support/files/pdf.ts';
import { restartAll } from '../support/breaking.ts';
import { peakBytes } from '../support/cluster.ts';
import { someOf } from '../support/extent.ts';
import { oncePath } from '../support/workflows.ts';
import type { Stage } from '../support/stage.ts';

const REQUESTS = 10;
const ROUNDS = 2;
const PROCESSES = 5;
/** The largest that the service takes. */
const LARGEST_BYTES = 112.5 * 1024 * 1024;
const TOKEN_LIFE_MS = 20 * 60_000;
/** No one is there, so that the calls are ours to make. */
const NOWHERE = 'http://127.0.0.1:1/webhook/';

const ones = (count: number) => Array<number>(count).fill(1);

export function sharing(stage: () => Stage) {
	it('every process logs in at most once in the life of a token', async () => {
		const { cluster, sandbox, figures } = stage();
		const logins = () => sandbox.calls.count({ path: '/access/login' });
		const trigger = `${cluster.address}/webhook/${pathOf('alone')}`;
		const before = { logins: logins(), calls: sandbox.calls.length, at: sandbox.clock.now() };
		for (let round = 0; round < ROUNDS; round++) {
			const requests = await stage().askForMany(REQUESTS, 'create-v2', trigger);
			for (const { id } of requests) await sandbox.people.sign(id);
			await stage().deliver();
			expect(await stage().untilReceived('/alone', requests)).toEqual(ones(REQUESTS));
			await sandbox.clock.advance(TOKEN_LIFE_MS);
		}
		const lives = Math.ceil((sandbox.clock.now() - before.at) / TOKEN_LIFE_MS);
		figures.push(
			{ what: `logins in ${lives} lives of a token`, number: logins() - before.logins },
			{ what: 'calls meanwhile', number: sandbox.calls.length - before.calls },
		);
		expect(logins() - before.logins).toBeLessThanOrEqual(lives * PROCESSES);
	});

	it('an event that comes to both webhook processes at the same instant gets past the example once', async () => {
		const { cluster, sandbox, figures } = stage();
		const requests = await stage().askForMany(REQUESTS, 'create-v2', NOWHERE + oncePath);
		for (const { id } of requests) await sandbox.people.sign(id);
		await sandbox.settled();
		const call = async ({ callbacks }: RequestRecord, hook: N8n) => {
			const { pathname, search } = new URL(callbacks[0]!.url);
			return (await fetch(hook.address + pathname + search, { method: 'POST' })).status;
		};
		const twice = async () =>
			await Promise.all(
				requests.flatMap((request) => cluster.hooks.map(async (hook) => await call(request, hook))),
			);
		expect(new Set([...(await twice()), ...(await twice())])).toEqual(new Set([200]));
		await stage().untilReceived('/once', requests);
		const runs = await stage().untilEnded('once');
		const passed = requests.map(({ id }) => stage().timesReceived('/once', id));
		figures.push(
			{ what: 'events, each called 4 times over two processes', number: requests.length },
			{ what: 'runs that they started', number: runs.length, of: 4 * requests.length },
			{ what: 'second runs past the example', number: passed.filter((one) => one > 1).length },
		);
		expect(runs.every(({ status }) => status === 'success')).toBe(true);
		expect(passed).toEqual(ones(REQUESTS));
	});

	/** The most memory that a worker had, in bytes; both begin anew, so that nothing else is in it. */
	const takeThrough = async (workflow: string, pdf: Buffer) => {
		const { cluster } = stage();
		const [from, to] = ['in.pdf', 'out.pdf'].map((name) => path.join(cluster.files, name));
		writeFileSync(from!, pdf);
		rmSync(to!, { force: true });
		await restartAll(cluster.workers);
		const { status } = await fetch(`${cluster.address}/webhook/${workflow}`, { method: 'POST' });
		expect(status).toBe(200);
		await stage().untilEnded(workflow);
		expect(existsSync(to!) && readFileSync(to!).equals(pdf)).toBe(true);
		return Math.max(...cluster.workers.map(peakBytes));
	};

	it('112.5 MiB go up and come down intact, through the database', async () => {
		const memory = await takeThrough('round-trip', pdfOfSize(LARGEST_BYTES));
		stage().figures.push({ what: 'most memory of a worker, MB', number: Math.round(memory / 1e6) });
	});

	it('executions that began to wait in one worker go on in the other', async () => {
		const { cluster, sandbox, figures } = stage();
		const { workers } = cluster;
		const requests = [
			...(await stage().askForMany(3, 'wait-v2')),
			...(await stage().askForMany(3, 'wait-v3')),
		];
		const waiting = await stage().until('waiting executions', async () => {
			const waiting = (await cluster.executions('wait')).filter(
				({ status }) => status === 'waiting',
			);
			return waiting.length === requests.length ? waiting : undefined;
		});
		const leaving = workers.find((worker) => stage().hasRun(worker, waiting[0]!.id))!;
		const moved = waiting.filter(({ id }) => stage().hasRun(leaving, id)).length;
		await leaving.stop();
		for (const { id } of requests) await sandbox.people.sign(id);
		await stage().deliver();
		const places = ['/waiting-v2', '/waiting-v3'];
		const received = (id: string) =>
			places.reduce((sum, one) => sum + stage().timesReceived(one, id), 0);
		for (const { id } of requests) {
			await stage().until(`end of ${id}`, () => received(id) > 0 || undefined);
		}
		await stage().untilEnded('wait');
		await leaving.start();
		figures.push({
			what: 'begun to wait in a worker that has left, ended by the other',
			number: moved,
			of: waiting.length,
		});
		expect(moved).toBeGreaterThan(0);
		expect(requests.map(({ id }) => received(id))).toEqual(ones(requests.length));
	});

	const ways = [
		['without', {}],
		['with', durableCursors],
	] as const;

	it.each(someOf(ways, 1))(
		'every end is polled once though the main process is restarted, %s durable cursors',
		async (title, env) => {
			const { cluster, sandbox, figures } = stage();
			const { main } = cluster;
			await main.stop();
			await main.start(env);
			await untilPolled({ n8n: main, sandbox }, 1);
			const requests = await stage().askForMany(6, 'create-v3', `${NOWHERE}none`);
			const [before, after] = [requests.slice(0, 3), requests.slice(3)];
			for (const { id } of before) await sandbox.people.sign(id);
			await stage().untilReceived('/watch', before);
			await untilPolled({ n8n: main, sandbox }, 1);
			await main.stop();
			for (const { id } of after) await sandbox.people.sign(id);
			await main.start(env);
			await stage().untilReceived('/watch', after);
			await untilPolled({ n8n: main, sandbox }, 2);
			const received = requests.map(({ id }) => stage().timesReceived('/watch', id));
			figures.push({
				what: `polled once over a restart, ${title} durable cursors`,
				number: received.filter((one) => one === 1).length,
				of: requests.length,
			});
			expect(received).toEqual(ones(requests.length));
		},
	);
}
