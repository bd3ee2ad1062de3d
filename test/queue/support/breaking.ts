import { setTimeout as sleep } from 'node:timers/promises';
import type { N8n } from '../../../scripts/n8n/n8nServer.ts';
import type { Cluster } from './cluster.ts';
import type { Service } from './services.ts';

const AWAY_MS = 10_000;

/** For ten seconds, also for those who are connected. */
async function takeAway(service: Service): Promise<void> {
	await service.break();
	await sleep(AWAY_MS);
	await service.start();
}

async function killAndStart(one: N8n, meanwhile?: () => Promise<void>): Promise<void> {
	process.kill(one.pid, 'SIGKILL');
	await one.stop();
	await meanwhile?.();
	await startAnew(one);
}

export interface Fault {
	name: string;
	/** `meanwhile` is what happens before a killed process is started again. */
	happen: (cluster: Cluster, meanwhile?: () => Promise<void>) => Promise<void>;
}

const ofProcesses = (
	what: string,
	happen: (one: N8n, meanwhile?: () => Promise<void>) => Promise<void>,
): Fault[] =>
	[0, 1].flatMap((at) => [
		{
			name: `webhook process ${at + 1} ${what}`,
			happen: async ({ hooks }, meanwhile) => await happen(hooks[at]!, meanwhile),
		},
		{
			name: `worker ${at + 1} ${what}`,
			happen: async ({ workers }, meanwhile) => await happen(workers[at]!, meanwhile),
		},
	]);

export const kills = ofProcesses('killed', killAndStart);
export const absences: Fault[] = [
	{ name: 'Redis away', happen: async ({ redis }) => await takeAway(redis) },
	{ name: 'PostgreSQL away', happen: async ({ postgres }) => await takeAway(postgres) },
];
/** As in an update: the process ends what it runs, and starts again. */
export const restarts = ofProcesses('restarted', restart);

/** Orderly, as in an update. */
export async function restart(one: N8n): Promise<void> {
	await one.stop();
	await startAnew(one);
}

/**
 * Without its event log, as docs/scale.md recommends: n8n reads the executions that wait in it, and writes them back as
 * they were, over those that a callback has woken up in between.
 */
export async function startAnew(one: N8n): Promise<void> {
	one.dropEventLog();
	await one.start();
}

export async function restartAll(
	processes: readonly N8n[],
	env?: Record<string, string>,
): Promise<void> {
	await Promise.all(processes.map(async (one) => await one.stop()));
	await Promise.all(processes.map(async (one) => await one.start(env)));
}
