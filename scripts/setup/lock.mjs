/** Locks between processes; one that was left behind by a dead process does not count. */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** How this process signs what it holds. */
export const self = `${hostname()}-${process.pid}`;

/** Answers with nothing when the lock is ours now, otherwise with the process that holds it. */
export function takeLock(lock) {
	for (;;) {
		if (tryLock(lock)) return undefined;
		const holder = readHolder(lock);
		if (holder === undefined) continue;
		if (!isAbandoned(holder)) return holder;
		rmSync(lock, { force: true });
	}
}

export function releaseLock(lock) {
	rmSync(lock, { force: true });
}

function tryLock(lock) {
	const own = `${lock}-${self}`;
	writeFileSync(own, self);
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
export function isAbandoned(owner) {
	// Left by a process that once had our number, as happens in containers.
	if (owner === self) return true;
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
