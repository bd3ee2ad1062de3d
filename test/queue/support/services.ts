/** PostgreSQL and Redis for one test, on ports of their own; each can be stopped and started again. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines, startGuarded } from '../../../scripts/n8n/n8nProcess.ts';
import type { Command, GuardedProcess } from '../../../scripts/n8n/n8nProcess.ts';
import { recommendedConnections } from './recommended.ts';

const START_LIMIT_MS = 120_000;

/** A program that says when it is ready. */
export class Service {
	readonly #command: Omit<Command, 'node' | 'env'>;
	readonly #readyWords: string;
	#process?: GuardedProcess;

	constructor(command: Omit<Command, 'node' | 'env'>, readyWords: string) {
		this.#command = command;
		this.#readyWords = readyWords;
	}

	async start(): Promise<void> {
		const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
		const running = await startGuarded({ node: process.execPath, env, ...this.#command });
		this.#process = running;
		let hasEnded = false;
		void running.ended.then(() => (hasEnded = true));
		const deadline = performance.now() + START_LIMIT_MS;
		while (!running.log().includes(this.#readyWords)) {
			if (hasEnded || performance.now() > deadline) {
				throw new Error(`${this.#command.program} is not ready:\n${lastLines(running.log())}`);
			}
			await sleep(20);
		}
	}

	/** At once, also while others are connected. */
	async break(): Promise<void> {
		if (this.#process) process.kill(this.#process.pid, 'SIGINT');
		await this.#process?.ended;
		this.#process = undefined;
	}

	async stop(): Promise<void> {
		await this.#process?.stop();
		this.#process = undefined;
	}
}

/** `binaries` as bringPostgres() answers. */
export function postgresIn(folder: string, binaries: string, port: number): Service {
	const home = path.join(folder, 'postgres');
	const data = path.join(home, 'data');
	mkdirSync(data, { recursive: true });
	// PostgreSQL does not run as root, and no one else may look into root's cache.
	const isRoot = process.getuid?.() === 0;
	const own = isRoot ? path.join(home, 'native') : binaries;
	const user = ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'];
	if (isRoot) {
		cpSync(binaries, own, { recursive: true, verbatimSymlinks: true });
		for (const one of [folder, home]) chmodSync(one, 0o755);
		execFileSync('chown', ['nobody:nogroup', data]);
	}
	const asUser = (name: string, args: string[]) => {
		const [program = '', ...rest] = [...(isRoot ? user : []), path.join(own, 'bin', name), ...args];
		return { program, args: rest };
	};
	const { program, args } = asUser('initdb', [
		...['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
	]);
	execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: home });
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
	const server = asUser('postgres', [
		...['-D', data, '-p', String(port)],
		...[...settings, recommendedConnections()].flatMap((one) => ['-c', one]),
	]);
	const logFile = path.join(folder, 'postgres.log');
	return new Service({ ...server, cwd: home, logFile }, 'ready to accept connections');
}

export function redisIn(folder: string, port: number): Service {
	const home = path.join(folder, 'redis');
	mkdirSync(home, { recursive: true });
	const args = [
		'--port',
		String(port),
		'--bind',
		'127.0.0.1',
		'--dir',
		home,
		'--appendonly',
		'yes',
	];
	const logFile = path.join(folder, 'redis.log');
	return new Service(
		{ program: 'redis-server', args, cwd: home, logFile },
		'Ready to accept connections',
	);
}
