/** What has become of every request, as the service says and as the workflows received it. */
import type { RequestRecord } from '../../../../sandbox/state/requestRecord.ts';
import { signInto } from '../executions.ts';
import type { Execution, Executions } from '../executions.ts';
import { waitingRunOf } from '../workflows.ts';
import { until } from '../until.ts';
import type { KillStage } from './stage.ts';

/** All lists are to be empty. */
export interface Fates {
	/** Asked for once, and more than once in the service. */
	createdTwice: string[];
	/** Received, and different from what the service says. */
	wrong: string[];
	/** Neither passed on by the workflow that should know, nor in a run that n8n shows as crashed. */
	lost: string[];
	/** Received twice without a mark. */
	repeatedUnmarked: string[];
	/** Executions that wait for ever. */
	stuck: string[];
}

/** One end or event of a request, and the workflow that should pass it on. */
interface Notice {
	workflow: 'alone' | 'waiting' | 'watch';
	id: string;
	what: string;
}

interface Run extends Execution {
	/** Only of crashed ones: all that n8n has stored. */
	text: string;
}

type Runs = Record<Notice['workflow'], Run[]>;

const workflows = { alone: 'one-trigger', waiting: 'wait', watch: 'watch' } as const;

export async function fatesOf(
	stage: KillStage,
): Promise<{ fates: Fates; counts: Record<string, number> }> {
	const { requests } = stage.scene.sandbox.store;
	const runs = await readRuns(stage);
	const received = stage.receiver.received.map(({ url, body }) => readNotice(url, body));
	const ended = requests.filter(({ status }) => status === 'SIGNED' || status === 'DECLINED');
	const due = ended.flatMap(noticesOf);
	const missed = due.filter((notice) => !received.some((one) => isSame(one, notice)));
	const unmarked = received.filter(({ isMarked }) => !isMarked);
	const titles = requests.map(({ title }) => title);
	const isBroken = (notice: Notice) => isInCrashedRun(notice, requests, runs);
	return {
		fates: {
			createdTwice: titles.filter((title, index) => titles.indexOf(title) !== index),
			wrong: inWords(received.filter((one) => !due.some((notice) => isSame(one, notice)))),
			lost: inWords(missed.filter((notice) => !isBroken(notice))),
			repeatedUnmarked: inWords(
				due.filter((notice) => unmarked.filter((one) => isSame(one, notice)).length > 1),
			),
			stuck: runs.waiting.filter(({ status }) => status === 'waiting').map(({ id }) => id),
		},
		counts: {
			asked: stage.asked.length,
			requests: requests.length,
			ended: ended.length,
			received: received.length,
			marked: received.length - unmarked.length,
			crashedRuns: Object.values(runs).flatMap((all) => all.filter(isCrashed)).length,
			inCrashedRunsOnly: missed.filter(isBroken).length,
		},
	};
}

async function readRuns(stage: KillStage): Promise<Runs> {
	const executions = await signInto(stage.scene.n8n);
	const [alone, waiting, watch] = await Promise.all(
		Object.values(workflows).map(async (one) => await readRunsOf(stage, executions, one)),
	);
	return { alone: alone!, waiting: waiting!, watch: watch! };
}

async function readRunsOf(
	{ scene: { n8n } }: KillStage,
	executions: Executions,
	workflow: string,
): Promise<Run[]> {
	const ended = await until(n8n, `end of all runs of ${workflow}`, async () => {
		const all = await executions.listAll(workflow);
		const isRunning = all.some(({ status }) => status === 'new' || status === 'running');
		return isRunning ? undefined : all;
	});
	return await Promise.all(
		ended.map(async (one) => ({
			...one,
			text: isCrashed(one) ? await executions.read(one.id) : '',
		})),
	);
}

function isCrashed({ status }: Execution): boolean {
	return status === 'crashed';
}

/** Everything that ended is polled; besides, a trigger hears of it, or the execution that waits for it. */
function noticesOf(request: RequestRecord): Notice[] {
	const { id, status, callbacks } = request;
	const what = status.toLowerCase();
	const own: Notice[] = waitingRunOf(request)
		? [{ workflow: 'waiting', id, what }]
		: callbacks.map(({ type }) => ({ workflow: 'alone', id, what: type }));
	return [{ workflow: 'watch', id, what }, ...own];
}

/** n8n keeps a crashed run where its owner sees it; one that waits is known by its address. */
function isInCrashedRun({ workflow, id }: Notice, requests: RequestRecord[], runs: Runs): boolean {
	const crashed = runs[workflow].filter(isCrashed);
	if (workflow !== 'waiting') return crashed.some(({ text }) => text.includes(id));
	const runId = waitingRunOf(requests.find((one) => one.id === id)!);
	return crashed.some((run) => run.id === runId);
}

/** What a workflow received, as it passed it on. */
export function readNotice(url = '', body: string): Notice & { isMarked: boolean } {
	const item = JSON.parse(body) as {
		requestId?: string;
		id?: string;
		request?: { id: string };
		event?: string;
		outcome?: string;
		mayBeRepeated?: boolean;
	};
	const workflow = url.startsWith('/waiting') ? 'waiting' : url === '/watch' ? 'watch' : 'alone';
	return {
		workflow,
		id: String(item.requestId ?? item.request?.id ?? item.id),
		what: String(workflow === 'alone' ? item.event : item.outcome),
		isMarked: item.mayBeRepeated === true,
	};
}

function isSame(one: Notice, other: Notice): boolean {
	return one.workflow === other.workflow && one.id === other.id && one.what === other.what;
}

function inWords(notices: Notice[]): string[] {
	return notices.map(({ workflow, id, what }) => `${workflow} ${id} ${what}`);
}
