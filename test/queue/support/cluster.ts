/** n8n's queue mode: a main process, one or two for webhooks, two workers, over PostgreSQL and Redis, and a sandbox. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.ts';
import { forSandbox, sandboxCredential } from '../../../scripts/start/demoContent.ts';
import { freePort } from '../../../scripts/n8n/freePort.ts';
import { N8n, type Credential, type Role, type Workflow } from '../../../scripts/n8n/n8nServer.ts';
import type { Execution } from '../../e2e/support/executions.ts';
import { withoutEditor } from '../../e2e/support/leftOut.ts';
import type { PreparedN8n } from '../../e2e/support/scene.ts';
import { addCredentials, addWorkflows, publishAll } from '../../../scripts/n8n/n8nSession.ts';
import { startBalancer } from './balancer.ts';
import {
	brokenAt,
	connectionsAt,
	executionsAt,
	keepRunData,
	lastErrorAt,
	queuedAt,
} from './executions.ts';
import type { BrokenRun } from './executions.ts';
import { recommendedSettings } from './recommended.ts';
import { postgresIn, redisIn, type Service } from './services.ts';

export interface Cluster {
	main: N8n;
	hooks: N8n[];
	workers: [N8n, N8n];
	/** Under which the webhook processes are called in turn. */
	address: string;
	sandbox: Sandbox;
	/** The only folder whose files workflows may read and write, for all processes. */
	files: string;
	postgres: Service;
	redis: Service;
	/** What n8n keeps of the last execution that failed. */
	lastError: () => Promise<string>;
	/** Of all processes to PostgreSQL. */
	connections: () => Promise<number>;
	/** Runs that no worker has taken yet. */
	queued: () => Promise<number>;
	/** Of a workflow, or of all; the newest first. */
	executions: (workflowId?: string) => Promise<Execution[]>;
	/** Those that did not end well, or that n8n has lost sight of. */
	broken: (workflowId: string) => Promise<BrokenRun[]>;
	close: () => Promise<void>;
}

export interface ClusterOptions {
	/** `FILES` stands for the files that all processes see. */
	workflows: Workflow[];
	service?: SandboxOptions;
	/** Settings of all n8n processes. */
	env?: Record<string, string>;
	/** How many processes take webhooks. */
	hookCount?: 1 | 2;
}

/** With five processes on two cores. */
const START_LIMIT_MS = 600_000;

const roles = {
	main: 'start',
	'hook-1': 'webhook',
	'hook-2': 'webhook',
	'worker-1': 'worker',
	'worker-2': 'worker',
} as const satisfies Record<string, Role>;
type HostName = keyof typeof roles;

/** Reversed: what was opened last is closed first. */
class Closing {
	readonly #steps: Array<() => Promise<void> | void> = [];

	add(step: () => Promise<void> | void): void {
		this.#steps.unshift(step);
	}

	async run(): Promise<void> {
		for (const step of this.#steps) await step();
	}
}

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
	const closing = new Closing();
	try {
		return await open(options, closing);
	} catch (error) {
		await closing.run();
		throw error;
	}
}

async function open(
	{ workflows, service, env, hookCount = 2 }: ClusterOptions,
	closing: Closing,
): Promise<Cluster> {
	const folder = mkdtempSync(path.join(tmpdir(), 'esignature-queue-'));
	closing.add(() => rmSync(folder, { recursive: true }));
	const ports = { postgres: await freePort(), redis: await freePort() };
	const postgres = postgresIn(folder, process.env.POSTGRES!, ports.postgres);
	const redis = redisIn(folder, ports.redis);
	for (const one of [postgres, redis]) {
		closing.add(async () => await one.stop());
		await one.start();
	}
	const sandbox = await startSandbox({
		accounts: ['ann@example.com', 'bob@example.com'],
		...service,
	});
	closing.add(async () => await sandbox.close());

	const hookNames = (['hook-1', 'hook-2'] as const).slice(0, hookCount);
	const hookPorts = await Promise.all(hookNames.map(freePort));
	const balancer = await startBalancer(hookPorts);
	closing.add(async () => await balancer.close());
	const files = path.join(folder, 'files');
	mkdirSync(files);
	const settings = {
		...settingsFor(ports),
		N8N_WEBHOOK_URL: balancer.address,
		N8N_RESTRICT_FILE_ACCESS_TO: files,
		...env,
	};
	const processes = {} as Record<HostName, N8n>;
	const workerNames = ['worker-1', 'worker-2'] as const;
	for (const [at, name] of [...hookNames, 'main' as const, ...workerNames].entries()) {
		const port = hookPorts[at] ?? (await freePort());
		processes[name] = processOf(name, { folder, port, settings });
	}
	closing.add(async () => {
		await Promise.all(Object.values(processes).map(async (one) => await one.stop()));
	});
	const { main } = processes;
	// Not all at once: each takes a core for some seconds, and n8n gives up a database that does not answer.
	await main.start();
	await keepRunData(ports.postgres);
	for (const pair of [hookNames, workerNames]) {
		await Promise.all(pair.map(async (name) => await processes[name].start()));
	}
	const credentials = await addCredentials(main, [
		sandboxCredential(sandbox),
		redisCredential(ports.redis),
	]);
	const placed = JSON.parse(JSON.stringify(workflows).replaceAll('FILES', files)) as Workflow[];
	const { address } = sandbox;
	await addWorkflows(
		main,
		placed.map((workflow) => forSandbox(workflow, { address, credentials })),
	);
	await publishAll(
		main,
		workflows.map(({ id }) => id),
	);
	return {
		main,
		hooks: hookNames.map((name) => processes[name]),
		workers: [processes['worker-1'], processes['worker-2']],
		address: balancer.address,
		sandbox,
		files,
		postgres,
		redis,
		lastError: async () => await lastErrorAt(ports.postgres),
		connections: async () => await connectionsAt(ports.postgres),
		queued: async () => await queuedAt(ports.redis),
		executions: async (workflowId) => await executionsAt(ports.postgres, workflowId),
		broken: async (workflowId) => await brokenAt(ports.postgres, workflowId),
		close: async () => await closing.run(),
	};
}

/** A user folder of its own, in which nothing is but the package. */
function processOf(
	name: HostName,
	{ folder, port, settings }: { folder: string; port: number; settings: Record<string, string> },
): N8n {
	const prepared = JSON.parse(process.env.QUEUE_N8N!) as PreparedN8n;
	const userFolder = path.join(folder, name);
	const packages = path.join('.n8n', 'nodes');
	mkdirSync(path.join(userFolder, packages), { recursive: true });
	cpSync(path.join(prepared.userFolder, packages), path.join(userFolder, packages), {
		recursive: true,
	});
	// A worker listens to nothing else.
	const { command } = prepared;
	const env = {
		...withoutEditor(command),
		...settings,
		...{ OWN_HOST_NAME: name, QUEUE_HEALTH_CHECK_PORT: String(port) },
	};
	const role = roles[name];
	return new N8n({ command, userFolder, port, env, role, startLimitMs: START_LIMIT_MS });
}

function settingsFor({ postgres, redis }: Record<'postgres' | 'redis', number>) {
	return {
		...recommendedSettings([
			...['EXECUTIONS_MODE', 'DB_TYPE', 'N8N_DEFAULT_BINARY_DATA_MODE'],
			...['N8N_DISABLE_PRODUCTION_MAIN_PROCESS', 'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS'],
			'QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD',
		]),
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres),
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_DATABASE: 'postgres',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis),
		N8N_ENCRYPTION_KEY: 'of-all-processes-of-this-test',
		// Who starts again first, a killed worker or the check for stalled jobs, is not left to chance.
		QUEUE_WORKER_LOCK_DURATION: '1800000',
		NODE_OPTIONS: `${process.env.NODE_OPTIONS} --require ${path.resolve('test/queue/support/hostName.cjs')}`,
	};
}

/** For n8n's own Redis node, in a database of its own beside that of the queue. */
function redisCredential(port: number): Credential {
	const data = { host: '127.0.0.1', port, database: 1, user: '', password: '' };
	return { id: 'redis', name: 'Redis', type: 'redis', data };
}

/** The most memory that a process has ever held, in bytes; what Linux says. */
export const peakBytes = (n8n: N8n) => memoryOf(n8n, 'VmHWM');

/** What it holds now. */
export const presentBytes = (n8n: N8n) => memoryOf(n8n, 'VmRSS');

function memoryOf({ pid }: N8n, name: string): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
	return Number(kilobytes) * 1024;
}
