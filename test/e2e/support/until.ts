import { setTimeout as sleep } from 'node:timers/promises';
import type { N8n } from '../../../scripts/n8n/n8nServer.ts';

const LIMIT_MS = 180_000;

/** Looks again and again until there is something; fails when n8n dies meanwhile, or when nothing comes. */
export async function until<T>(
	n8n: N8n,
	what: string,
	look: () => T | undefined | Promise<T | undefined>,
	limitMs = LIMIT_MS,
): Promise<T> {
	return await n8n.whileAlive(async () => {
		const deadline = performance.now() + limitMs;
		for (;;) {
			const found = await look();
			if (found !== undefined) return found;
			if (performance.now() > deadline) throw new Error(`There was no ${what} in time.`);
			await sleep(250);
		}
	});
}
