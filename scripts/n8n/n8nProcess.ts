import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A command under guard.mjs: it and all it starts end with us, whatever happens to us. */
export interface GuardedProcess {
	/** Of the command itself, not of its guard. */
	pid: number;
	/** Settles when nothing of the command is running any more. */
	ended: Promise<Ending>;
	/** Everything written so far, both outputs. */
	log: () => string;
	/** Asks the command to end, forces it after some seconds, and waits for that. */
	stop: () => Promise<void>;
}

export interface Ending {
	code?: number;
	/** For people: "exit code 1" or "killed by SIGKILL". */
	reason: string;
}

export interface Command {
	node: string;
	/** What runs under the guard, if it is not Node. */
	program?: string;
	args: string[];
	env: Record<string, string>;
	/** Where it runs; here if not given. */
	cwd?: string;
	logFile: string;
}

type Message = { pid: number } | { ended: string; code?: number };

/** Everything here is started at the package's root. */
const guardFile = path.resolve('scripts/n8n/guard.mjs');

export async function startGuarded({
	node,
	program = node,
	args,
	env,
	cwd,
	logFile,
}: Command): Promise<GuardedProcess> {
	const output = openSync(logFile, 'w');
	const guard = spawn(node, [guardFile, program, ...args], {
		env,
		cwd,
		// A file, because a pipe would break under the command when we die before it.
		stdio: ['ignore', output, output, 'ipc'],
		// A group of its own: Ctrl-C reaches us alone, and we end the command in order.
		detached: true,
	});
	closeSync(output);

	let ending: Ending = { reason: 'its guard was killed' };
	const ended = new Promise<Ending>((resolve) =>
		guard.on('exit', () => {
			endGroup(guard.pid);
			resolve(ending);
		}),
	);
	const pid = await new Promise<number>((resolve, reject) => {
		guard.on('error', reject);
		guard.on('message', (message: Message) => {
			if ('pid' in message) return resolve(message.pid);
			ending = { reason: message.ended, code: message.code };
			reject(new Error(`${program} does not start: ${message.ended}`));
		});
	});

	return {
		pid,
		ended,
		log: () => readFileSync(logFile, 'utf8'),
		stop: async () => {
			if (guard.connected) {
				ending = { reason: 'stopped' };
				guard.disconnect();
			}
			await ended;
		},
	};
}

/** A command that another process has started, and will end. */
export function attachTo(pid: number, logFile: string): GuardedProcess {
	const ended = new Promise<Ending>((resolve) => {
		const look = setInterval(() => {
			if (isAlive(pid)) return;
			clearInterval(look);
			resolve({ reason: 'in another process' });
		}, 1000);
		look.unref();
	});
	return { pid, ended, log: () => readFileSync(logFile, 'utf8'), stop: () => Promise.resolve() };
}

export function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** The guard does this itself, unless the guard was killed. */
function endGroup(leader: number | undefined) {
	if (leader === undefined || process.platform === 'win32') return;
	try {
		process.kill(-leader, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

export function lastLines(log: string, count = 15): string {
	return log.trimEnd().split('\n').slice(-count).join('\n');
}
