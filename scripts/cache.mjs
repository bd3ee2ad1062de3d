/** What is fetched once and shared by every clone on this machine. */
import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const self = `${hostname()}-${process.pid}`;

export function cacheFolder() {
	const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
	return path.join(base, 'n8n-nodes-esignature');
}

/** Fills a folder of the cache: whole or not at all, by one process while others wait for it. */
export async function fetchOnce({ folder, what, fill }) {
	if (existsSync(folder)) return;
	mkdirSync(path.dirname(folder), { recursive: true });
	const lock = `${folder}.lock`;
	await acquire(lock, what);
	try {
		if (!existsSync(folder)) await fillWhole(folder, fill);
	} finally {
		rmSync(lock, { force: true });
	}
}

async function fillWhole(folder, fill) {
	await removeAbandoned(`${folder}.unfinished-`);
	const unfinished = `${folder}.unfinished-${self}`;
	mkdirSync(unfinished);
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

async function acquire(lock, what) {
	for (let waitedSeconds = 0; !(await tryLock(lock)); waitedSeconds++) {
		const holder = readHolder(lock);
		if (holder && isAbandoned(holder)) {
			rmSync(lock, { force: true });
			continue;
		}
		if (waitedSeconds === 0) {
			console.log(`Waiting for another process (${holder}) that is fetching ${what} …`);
			console.log(`  If there is no such process any more, delete ${lock}`);
		} else if (waitedSeconds % 15 === 0) {
			console.log(`  still waiting after ${waitedSeconds} s`);
		}
		await sleep(1000);
	}
}

async function tryLock(lock) {
	const own = `${lock}-${self}`;
	await writeFile(own, self);
	try {
		// A link appears with its content or not at all; a created file would be empty for a moment.
		linkSync(own, lock);
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
		return false;
	} finally {
		rmSync(own);
	}
}

function readHolder(lock) {
	try {
		return readFileSync(lock, 'utf8');
	} catch (error) {
		if (error.code !== 'ENOENT') throw error;
		return undefined;
	}
}

/** Of processes on another machine that shares the disk nothing is known: they count as alive. */
function isAbandoned(owner) {
	const [, host, pid] = /^(.*)-(\d+)$/.exec(owner) ?? [];
	return host === hostname() && !isRunning(Number(pid));
}

function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}
