/** Folders outside the clone, and what is fetched into them once for every clone on this machine. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAbandoned, releaseLock, self, takeLock } from './lock.mjs';

const NAME = 'n8n-nodes-esignature';

export function cacheFolder() {
	return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), NAME);
}

/** What is kept from one start to the next; unlike the cache it cannot be fetched again. */
export function dataFolder() {
	return path.join(process.env.XDG_DATA_HOME || path.join(homedir(), '.local', 'share'), NAME);
}

/** Fills a folder of the cache: whole or not at all, by one process while others wait for it. */
export async function fetchOnce({ folder, what, fill }) {
	if (existsSync(folder)) return;
	await oneAtATime(`${folder}.lock`, what, async () => {
		if (!existsSync(folder)) await fillWhole(folder, fill);
	});
}

/** Does what another process must not do at the same time. */
export async function oneAtATime(lock, what, work) {
	mkdirSync(path.dirname(lock), { recursive: true });
	await waitForLock(lock, what);
	try {
		await work();
	} finally {
		releaseLock(lock);
	}
}

async function fillWhole(folder, fill) {
	await removeAbandoned(`${folder}.unfinished-`);
	const unfinished = `${folder}.unfinished-${self}`;
	mkdirSync(unfinished, { recursive: true });
	try {
		await fill(unfinished);
		await rename(unfinished, folder).catch((error) => {
			// Another machine on the same disk was faster and has left the same thing there.
			if (!existsSync(folder)) throw error;
		});
	} finally {
		await rm(unfinished, { recursive: true, force: true });
	}
}

async function removeAbandoned(prefix) {
	const parent = path.dirname(prefix);
	for (const name of readdirSync(parent)) {
		const entry = path.join(parent, name);
		if (entry.startsWith(prefix) && isAbandoned(entry.slice(prefix.length))) {
			await rm(entry, { recursive: true, force: true });
		}
	}
}

async function waitForLock(lock, what) {
	for (let seconds = 0; ; seconds++) {
		const holder = takeLock(lock);
		if (!holder) return;
		if (seconds === 0) {
			console.log(`Waiting for another process (${holder}) that is fetching ${what} …`);
			console.log(`  If there is no such process any more, delete ${lock}`);
		} else if (seconds % 15 === 0) {
			console.log(`  still waiting after ${seconds} s`);
		}
		await sleep(1000);
	}
}
