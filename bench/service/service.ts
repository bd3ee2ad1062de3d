/** Starts the plain service, and speaks with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fast } from './settings.ts';
import type { Counts, ServiceSettings } from './settings.ts';

export interface Service {
	address: string;
	/** Counts anew, under other settings. */
	become: (settings: Partial<ServiceSettings>) => Promise<void>;
	counts: () => Promise<Counts>;
	/** All that was created is signed, and the callbacks go out, so many at a time. */
	signAll: (atOnce: number) => Promise<void>;
	close: () => void;
}

export async function startService(): Promise<Service> {
	const child = spawn(
		process.execPath,
		[...process.execArgv, path.join(import.meta.dirname, 'server.ts'), JSON.stringify(fast)],
		{ stdio: ['pipe', 'pipe', 'inherit'] },
	);
	const [port] = (await once(child.stdout, 'data')) as [Buffer];
	const address = `http://127.0.0.1:${Number(port.toString())}`;
	const ask = async (init?: RequestInit) =>
		(await (await fetch(`${address}/bench`, init)).json()) as Counts;
	return {
		address,
		become: async (settings) => {
			await ask({ method: 'PUT', body: JSON.stringify({ ...fast, ...settings }) });
		},
		counts: async () => await ask(),
		signAll: async (atOnce) => {
			await ask({ method: 'POST', body: JSON.stringify({ atOnce }) });
		},
		close: () => child.kill(),
	};
}
