/** What has become of every request, as the service says and as the workflows received it. */
import type { RequestRecord } from '../../../../sandbox/state/requestRecord.ts';
import { signInto, type Execution, type Executions } from '../executions.ts';
import { inWords, noticesOf, readNotice, repeated, type Notice } from '../notices.ts';
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

interface Run extends Execution {
	/** Only of crashed ones: all that n8n has stored. */
	text: string;
}

type Runs = Record<keyof typeof workflows, Run[]>;

const workflows = { alone: 'one-trigger', waiting: 'wait', watch: 'watch' } as const;

export async function fatesOf(
	stage: KillStage,
): Promise<{ fates: Fates; counts: Record<string, number> }> {
	const { requests } = stage.scene.sandbox.store;
	const runs = await readRuns(stage);
	const received = stage.receiver.received.map(({ url, body }) => readNotice(url, body));
	const ended = requests.filter(({ status }) => status === 'SIGNED' || status === 'DECLINED');
	const due = ended.flatMap(noticesOf);
	const [dueLines, receivedLines] = [due.map(inWords), received.map(inWords)];
	const unmarked = received.filter(({ isMarked }) => !isMarked);
	const missed = due.filter((notice) => !receivedLines.includes(inWords(notice)));
	const lost = missed.filter((notice) => !isInCrashedRun(notice, requests, runs));
	return {
		fates: {
			createdTwice: repeated(requests.map(({ title }) => title)),
			wrong: receivedLines.filter((one) => !dueLines.includes(one)),
			lost: lost.map(inWords),
			repeatedUnmarked: repeated(unmarked.map(inWords)),
			stuck: runs.waiting.filter(({ status }) => status === 'waiting').map(({ id }) => id),
		},
		counts: {
			asked: stage.asked.length,
			requests: requests.length,
			ended: ended.length,
			received: received.length,
			marked: received.length - unmarked.length,
			crashedRuns: Object.values(runs).flatMap((all) => all.filter(isCrashed)).length,
			inCrashedRunsOnly: missed.length - lost.length,
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

/** n8n keeps a crashed run where its owner sees it; one that waits is known by its address. */
function isInCrashedRun({ by, id }: Notice, requests: RequestRecord[], runs: Runs): boolean {
	const crashed = runs[by as keyof Runs].filter(isCrashed);
	if (by !== 'waiting') return crashed.some(({ text }) => text.includes(id));
	const runId = waitingRunOf(requests.find((one) => one.id === id)!);
	return crashed.some((run) => run.id === runId);
}
