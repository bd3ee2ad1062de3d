/** What has become of every request of a load, as the service says and as the workflows received it. */
import type { RequestRecord } from '../../../sandbox/state/requestRecord.ts';
import type { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { wholeOf } from '../../e2e/support/workflows.ts';
import { readNotice } from '../../e2e/support/kill/fates.ts';
import { untilPolled } from '../../e2e/support/untilPolled.ts';
import type { BrokenRun } from './executions.ts';
import { titlesOf } from './load.ts';
import type { Load } from './load.ts';
import type { Stage } from './stage.ts';

/** One end or event of a request, and the workflow that should pass it on. */
interface Notice {
	workflow: Workflow;
	id: string;
	title: string;
	what: string;
}

const workflows = { alone: 'one-trigger', waiting: 'wait', watch: 'watch' } as const;
type Workflow = keyof typeof workflows;

type Broken = Record<Workflow | 'create', BrokenRun[]>;

export interface Fates {
	/** Asked for once, and more than once in the service. */
	createdTwice: string[];
	/** Received, and different from what the service says. */
	wrong: string[];
	/** Neither received, nor in an execution that n8n shows as broken. */
	lost: string[];
	/** n8n has taken the order, and there is neither a request nor a broken execution. */
	ordersLost: string[];
}

export interface Counts extends Record<string, number> {
	asked: number;
	requests: number;
	/** Left in the middle of their order, and so without an end. */
	drafts: number;
	ended: number;
	received: number;
	receivedTwice: number;
	missedInBrokenRuns: number;
	brokenRuns: number;
}

/** Ends every request, has the service call until it is heard or gives up, and waits until everything is polled. */
async function settle(stage: Stage, load: Load): Promise<void> {
	const { sandbox, cluster } = stage;
	do {
		// A caller is answered while the execution may still create requests.
		await untilQuiet(stage);
		await load.endAll();
		await stage.deliver();
		await untilPolled({ n8n: cluster.main, sandbox }, 2);
		await untilQuiet(stage);
	} while (load.hasOpen);
}

export interface Marks {
	received: number;
	broken: Broken;
}

/** Where things stand before a load, so that only what it adds is counted. */
export async function markOf(stage: Stage): Promise<Marks> {
	return { received: stage.receiver.received.length, broken: await brokenRuns(stage) };
}

/** The workers are stopped, so that what is called running afterwards, no one runs; those who go on revive them. */
export async function fatesOf(
	stage: Stage,
	load: Load,
	before: Marks,
): Promise<{ fates: Fates; counts: Counts; receivedTwice: string[] }> {
	await settle(stage, load);
	const { main, hooks, workers } = stage.cluster;
	const logs = [main, ...hooks, ...workers].map(({ words }) => words).join('\n');
	await Promise.all(workers.map(async (one) => await one.stop()));
	const broken = await brokenRuns(stage);

	const ids = new Set(load.requests.map(({ id }) => id));
	const received = stage.receiver.received
		.slice(before.received)
		.map(({ url, body }) => readNotice(url, body))
		.filter(({ id }) => ids.has(id));
	const ended = load.requests.filter(({ status }) => !['OPEN', 'DRAFT'].includes(status));
	const due = ended.flatMap(noticesOf);
	const keys = received.map(inWords);
	const receivedTwice = keys.filter((key, index) => keys.indexOf(key) !== index);
	const missed = due.filter((notice) => !keys.includes(inWords(notice)));
	const added = (workflow: keyof Broken) => {
		const known = before.broken[workflow].map(({ id }) => id);
		return broken[workflow].filter(({ id }) => !known.includes(id));
	};
	const titles = load.requests.map(({ title }) => title);
	// A draft was left in the middle of its order.
	const carriedOut = new Set(
		load.requests.filter(({ status }) => status !== 'DRAFT').map(({ title }) => title),
	);
	const orders = load.asked.filter(
		(one) => one.status === 200 && !titlesOf(one).every((title) => carriedOut.has(title)),
	);
	// A run that broke while it created a request knows the title that it was asked for, not yet the id.
	const knows = ({ data }: BrokenRun, title: string) => data.includes(`"${wholeOf(title)}"`);
	const lost = missed.filter(
		({ workflow, id, title }) =>
			!added(workflow).some((run) => run.data.includes(id) || knows(run, title)),
	);
	const brokenOrders = [...added('create'), ...added('waiting')];
	const ordersLost = orders.filter(({ title }) => !brokenOrders.some((run) => knows(run, title)));
	return {
		fates: {
			createdTwice: titles.filter((title, index) => titles.indexOf(title) !== index),
			wrong: received.map(inWords).filter((one) => !due.map(inWords).includes(one)),
			lost: await Promise.all(lost.map(async (one) => await withTraces(stage, one, logs))),
			ordersLost: ordersLost.map(({ title }) => title),
		},
		counts: {
			asked: load.asked.length,
			requests: titles.length,
			drafts: load.requests.filter(({ status }) => status === 'DRAFT').length,
			ended: ended.length,
			received: received.length,
			receivedTwice: receivedTwice.length,
			missedInBrokenRuns: missed.length,
			brokenRuns: brokenOrders.length + added('alone').length + added('watch').length,
		},
		receivedTwice,
	};
}

/** What is known of a notice that no one received, to find the reason. */
async function withTraces(
	{ cluster, sandbox }: Stage,
	notice: Notice,
	logs: string,
): Promise<string> {
	const { callbacks = [] } = sandbox.store.requests.find(({ id }) => id === notice.id) ?? {};
	const calls = callbacks.map(
		({ type, state, messages }) => `${type} ${state} (${messages.join()})`,
	);
	const runs = await cluster.runsWith(notice.id);
	const ids = runs.map((run) => run.split(' ')[1]);
	const lines = logs
		.split('\n')
		.filter((line) => ids.some((id) => line.includes(`execution ${id} `)));
	const traces = { calls, runs, lines };
	return [
		inWords(notice),
		...Object.entries(traces).map(([name, all]) => `${name}: ${all.join(', ')}`),
	].join('\n');
}

/** Workers have taken all that there is, and ended it: what they run when they stop, they give up after some seconds. */
async function untilQuiet(stage: Stage): Promise<void> {
	const { cluster } = stage;
	await stage.until('end of what is queued', async () =>
		(await cluster.queued()) === 0 && !cluster.workers.some(isBusy) ? true : undefined,
	);
}

function isBusy({ words }: N8n): boolean {
	const jobs = (pattern: RegExp) => [...words.matchAll(pattern)].map(([, job]) => job);
	const ended = jobs(/Worker (?:finished|errored while running) execution \d+ \(job (\d+)\)/g);
	return jobs(/Worker started execution \d+ \(job (\d+)\)/g).some((job) => !ended.includes(job));
}

async function brokenRuns({ cluster }: Stage): Promise<Broken> {
	return {
		alone: await cluster.broken(workflows.alone),
		waiting: await cluster.broken(workflows.waiting),
		watch: await cluster.broken(workflows.watch),
		create: await cluster.broken('create'),
	};
}

/** Everything that ended is polled; besides, a trigger hears of it, or the execution that waits for it. */
function noticesOf({ id, title, status, callbacks, callbackUrls }: RequestRecord): Notice[] {
	const ended = { id, title, what: status.toLowerCase() };
	const own: Notice[] = (callbackUrls.success ?? '').includes('/webhook-waiting/')
		? [{ ...ended, workflow: 'waiting' }]
		: callbacks.map(({ type }) => ({ ...ended, workflow: 'alone', what: type }));
	return [{ ...ended, workflow: 'watch' }, ...own];
}

function inWords({ workflow, id, what }: Omit<Notice, 'title'>): string {
	return `${workflow} ${id} ${what}`;
}
