/** What has become of every request of a load, as the service says and as the workflows received it. */
import type { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { wholeOf } from '../../e2e/support/workflows.ts';
import { inWords, noticesOf, readNotice, repeated } from '../../e2e/support/notices.ts';
import { untilPolled } from '../../e2e/support/untilPolled.ts';
import type { BrokenRun } from './executions.ts';
import { titlesOf, type Load } from './load.ts';
import type { Stage } from './stage.ts';

const workflows = {
	...{ alone: 'one-trigger', waiting: 'wait', watch: 'watch', create: 'create' },
} as const;
type Broken = Record<keyof typeof workflows, BrokenRun[]>;

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
	const { workers } = stage.cluster;
	await Promise.all(workers.map(async (one) => await one.stop()));
	const broken = await brokenRuns(stage);

	const ids = new Set(load.requests.map(({ id }) => id));
	const received = stage.receiver.received
		.slice(before.received)
		.map(({ url, body }) => readNotice(url, body))
		.filter(({ id }) => ids.has(id));
	const ended = load.requests.filter(({ status }) => !['OPEN', 'DRAFT'].includes(status));
	const due = ended.flatMap((request) =>
		noticesOf(request).map((notice) => ({ ...notice, title: request.title })),
	);
	const dueLines = due.map(inWords);
	const lines = received.map(inWords);
	const receivedTwice = repeated(lines);
	const missed = due.filter((notice) => !lines.includes(inWords(notice)));
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
		({ by, id, title }) =>
			!added(by as keyof Broken).some((run) => run.data.includes(id) || knows(run, title)),
	);
	const brokenOrders = [...added('create'), ...added('waiting')];
	const ordersLost = orders.filter(({ title }) => !brokenOrders.some((run) => knows(run, title)));
	return {
		fates: {
			createdTwice: repeated(titles),
			wrong: lines.filter((one) => !dueLines.includes(one)),
			lost: lost.map(inWords),
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
	const runs = Object.entries(workflows).map(
		async ([name, workflow]) => [name, await cluster.broken(workflow)] as const,
	);
	return Object.fromEntries(await Promise.all(runs)) as Broken;
}
