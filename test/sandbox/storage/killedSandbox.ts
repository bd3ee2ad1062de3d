import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const main = path.join(__dirname, '../../../sandbox/main.ts');

/** A sandbox in a process of its own, on a data folder, which can be killed at any time. */
export interface KillableSandbox {
	address: string;
	username: string;
	apiKey: string;
	/** Without any chance to tidy up. */
	kill(): Promise<void>;
}

export async function startKillable(folder: string, ...flags: string[]): Promise<KillableSandbox> {
	const child = spawn(process.execPath, [main, '--port', '0', '--data', folder, ...flags]);
	const output = await firstWords(child);
	const [address = ''] = /http:\S+/.exec(output) ?? [];
	const [, username = '', apiKey = ''] = /(api_demo\S+) {2}(\S+)/.exec(output) ?? [];
	return {
		...{ address, username, apiKey },
		kill: async () => {
			const isGone = child.exitCode !== null || child.signalCode !== null;
			if (isGone) return;
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
		},
	};
}

/** What it says when it is ready, or why it does not become so. */
async function firstWords({ stdout, stderr }: ChildProcess): Promise<string> {
	let complaint = '';
	stderr?.on('data', (text: Buffer) => (complaint += text.toString()));
	for await (const text of stdout ?? []) return String(text);
	throw new Error(`The sandbox did not start: ${complaint}`);
}
