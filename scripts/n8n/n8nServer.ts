import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './freePort.ts';
import { attachTo, isAlive, lastLines, startGuarded } from './n8nProcess.ts';
import type { GuardedProcess } from './n8nProcess.ts';
import { environmentOf, owner } from './n8nSettings.ts';
import type { Account } from './n8nSettings.ts';

const PACKAGE = 'n8n-nodes-esignature';
const START_LIMIT_MS = 180_000;

/** n8n closes a kept connection that lies idle, and a call that is just on its way is lost then. */
export const ownConnection = { connection: 'close' };

export interface N8nOptions {
	/** n8n's command file, in an installation of its own. */
	command: string;
	/** Holds everything that this n8n keeps, and nothing of another. */
	userFolder: string;
	port: number;
	/** More settings of n8n. */
	env?: Record<string, string>;
	/** Which of n8n's processes it is; in queue mode there are others besides the main one. */
	role?: Role;
	/** How long it may take to become ready. */
	startLimitMs?: number;
	/** Who works with it; its owner if not given. */
	account?: Account;
}

export type Role = 'start' | 'webhook' | 'worker';

/** What each says last; the health check alone answers while modules are still being loaded. */
const readyWords: Record<Role, string> = {
	start: 'Editor is now accessible',
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
};

export interface Credential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface Workflow {
	id: string;
	name: string;
	nodes: { type: string }[];
	connections: Record<string, unknown>;
}

/** What a run leaves behind, as far as we read it. */
export interface Run {
	status: string;
	data: { resultData: { runData: Record<string, NodeRun[]>; error?: { message: string } } };
}

interface NodeRun {
	executionStatus: string;
	data?: { main: (Item[] | null)[] };
	error?: { message: string; description?: string };
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { id?: string; fileName?: string; mimeType: string }>;
}

/** A real n8n with a user folder of its own: its command line, and its server while that runs. */
export class N8n {
	readonly address: string;
	readonly account: Account;
	/** The only folder whose files workflows may read and write. */
	readonly files: string;
	readonly #options: N8nOptions;
	#server?: GuardedProcess;

	constructor(options: N8nOptions) {
		this.#options = options;
		this.account = options.account ?? owner;
		this.address = `http://127.0.0.1:${options.port}`;
		mkdirSync(this.#logs, { recursive: true });
		// Named as n8n names it by default, and found from where n8n runs, as in n8n's own container.
		this.files = path.join(options.userFolder, '.n8n-files');
		mkdirSync(this.files, { recursive: true });
	}

	/** Puts a packed package where n8n keeps the community packages that a user has installed. */
	install(tarball: string): void {
		const nodes = path.join(this.#options.userFolder, '.n8n', 'nodes');
		const target = path.join(nodes, 'node_modules', PACKAGE);
		rmSync(target, { recursive: true, force: true });
		mkdirSync(target, { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
		const manifest = { name: 'installed-nodes', private: true, dependencies: { [PACKAGE]: '*' } };
		writeFileSync(path.join(nodes, 'package.json'), JSON.stringify(manifest));
	}

	async importCredentials(credentials: Credential[]): Promise<void> {
		await this.#import('import:credentials', credentials);
	}

	async importWorkflows(workflows: Workflow[]): Promise<void> {
		await this.#import('import:workflow', workflows);
	}

	/** Runs a workflow by command; a run that ended with an error is an answer too. Settings are for this run only. */
	async execute(workflowId: string, env?: Record<string, string>): Promise<Run> {
		const command = ['execute', `--id=${workflowId}`, '--rawOutput'];
		const output = await this.#run(command, '\n}\n', env);
		const [json] = /^\{\n.*?^\}$/ms.exec(output) ?? [];
		if (!json) throw new Error(`n8n printed no result:\n${lastLines(output)}`);
		return JSON.parse(json) as Run;
	}

	/** With settings for this time only. */
	async start(env?: Record<string, string>): Promise<void> {
		await this.launch(env);
		await this.#untilReady();
	}

	/** Answers with its process, before it is ready. */
	async launch(env?: Record<string, string>): Promise<number> {
		const { role = 'start' } = this.#options;
		this.#server = await this.#launch([role], env);
		return this.#server.pid;
	}

	/** Works with a server that another process has started, with the same user folder and port. */
	async attach(pid: number): Promise<void> {
		this.#server = attachTo(pid, this.#logFileOf(this.#options.role ?? 'start'));
		await this.#untilReady();
	}

	async #untilReady(): Promise<void> {
		const { role = 'start' } = this.#options;
		const { log } = this.#running();
		await this.#until(
			'ready',
			async () =>
				log().includes(readyWords[role]) && (role !== 'start' || (await this.#isHealthy())),
		);
	}

	/** Published workflows begin to listen some seconds after the server is ready. */
	async untilListening(webhookPath: string): Promise<void> {
		await this.#until(`listening to ${webhookPath}`, async () => {
			const { headers } = await fetch(`${this.address}/webhook/${webhookPath}`, {
				method: 'OPTIONS',
				headers: { ...ownConnection, origin: this.address },
			});
			return /OPTIONS, \w+/.test(headers.get('access-control-allow-methods') ?? '');
		});
	}

	/** The server's process, for tests that end it the hard way. */
	get pid(): number {
		return this.#running().pid;
	}

	/** It can also have ended by itself. */
	get isAlive(): boolean {
		return isAlive(this.pid);
	}

	/** All that the server has printed. */
	get words(): string {
		return this.#running().log();
	}

	/** What the server has printed last. */
	get lastWords(): string {
		return lastLines(this.#running().log());
	}

	/** Waits for something that needs the server, and fails at once when the server ends meanwhile. */
	async whileAlive<T>(work: () => Promise<T>): Promise<T> {
		const { ended, log } = this.#running();
		const death = ended.then(({ reason }) => {
			throw new Error(`n8n has ended (${reason}). Its last words:\n${lastLines(log())}`);
		});
		try {
			return await Promise.race([work(), death]);
		} catch (error) {
			// A call that breaks off is often the first sign of the server's end.
			await Promise.race([death, sleep(1000)]);
			throw error;
		}
	}

	/** As in a container that is new each time: n8n gives up what its old log does not say to have ended. */
	dropEventLog(): void {
		const folder = path.join(this.#options.userFolder, '.n8n');
		for (const name of readdirSync(folder)) {
			if (name.startsWith('n8nEventLog')) rmSync(path.join(folder, name));
		}
	}

	async stop(): Promise<void> {
		await this.#server?.stop();
		this.#server = undefined;
	}

	#logFileOf(command: string): string {
		return path.join(this.#logs, `${command.replace(':', '-')}.log`);
	}

	get #logs(): string {
		return path.join(this.#options.userFolder, 'logs');
	}

	#running(): GuardedProcess {
		if (!this.#server) throw new Error('n8n has not been started.');
		return this.#server;
	}

	async #until(state: string, isReached: () => Promise<boolean>): Promise<void> {
		const { log } = this.#running();
		const { startLimitMs = START_LIMIT_MS } = this.#options;
		const deadline = performance.now() + startLimitMs;
		await this.whileAlive(async () => {
			while (!(await isReached())) {
				if (performance.now() > deadline) {
					throw new Error(`n8n was not ${state} in time:\n${lastLines(log())}`);
				}
				await sleep(100);
			}
		});
	}

	async #isHealthy(): Promise<boolean> {
		return await fetch(`${this.address}/healthz/readiness`, { headers: ownConnection }).then(
			(response) => response.ok,
			() => false,
		);
	}

	async #import(command: string, entries: object[]): Promise<void> {
		if (entries.length === 0) return;
		const folder = mkdtempSync(path.join(this.#options.userFolder, 'import-'));
		const file = path.join(folder, 'entries.json');
		writeFileSync(file, JSON.stringify(entries), { mode: 0o600 });
		try {
			await this.#run([command, `--input=${file}`], 'Successfully imported');
		} finally {
			rmSync(folder, { recursive: true });
		}
	}

	/**
	 * Runs one of n8n's commands. What it prints when it is through is the proof, not the exit code:
	 * n8n sometimes dies in a native module on its way out, when all is done.
	 */
	async #run(args: string[], proof: string, env?: Record<string, string>): Promise<string> {
		const { ended, log } = await this.#launch(args, env);
		const { reason } = await ended;
		const output = log();
		if (output.includes(proof)) return output;
		throw new Error(`"n8n ${args.join(' ')}" failed (${reason}):\n${lastLines(output, 40)}`);
	}

	async #launch(args: string[], more?: Record<string, string>): Promise<GuardedProcess> {
		const { command, userFolder, port, env } = this.#options;
		const placement = {
			command,
			userFolder,
			files: this.files,
			port,
			brokerPort: await freePort(),
		};
		const [name = 'n8n'] = args;
		return await startGuarded({
			node: process.execPath,
			args: [command, ...args],
			env: { ...environmentOf(placement), ...env, ...more },
			cwd: userFolder,
			logFile: this.#logFileOf(name),
		});
	}
}
