import fs from 'node:fs';
import path from 'node:path';

const REPORT_EVERY_MS = 15_000;

/** Tells the person who waits what is going on, how long it has taken and how far it has come. */
export async function withProgress({ doing, folder }, work) {
	const started = performance.now();
	const seconds = () => Math.round((performance.now() - started) / 1000);
	const describeProgress = watch(folder);
	console.log(`${doing} …`);
	const timer = setInterval(
		() => console.log(`  still at it after ${seconds()} s: ${describeProgress()}`),
		REPORT_EVERY_MS,
	);
	try {
		const result = await work();
		console.log(`  done in ${seconds()} s`);
		return result;
	} finally {
		clearInterval(timer);
	}
}

/** Looks at the free space of the disk, because adding up 250,000 files takes ten seconds each time. */
function watch(folder) {
	const freeBefore = freeBytes(folder);
	const packages = lockedPackages(folder);
	return () => {
		const size = `${Math.max(0, Math.round((freeBefore - freeBytes(folder)) / 1e6))} MB so far`;
		if (packages.length === 0) return size;
		const arrived = packages.filter((name) => fs.existsSync(path.join(folder, name, 'package.json')));
		return `${arrived.length} of ${packages.length} packages, ${size}`;
	};
}

export function freeBytes(folder) {
	const { bavail, bsize } = fs.statfsSync(folder);
	return bavail * bsize;
}

function lockedPackages(folder) {
	const lock = path.join(folder, 'package-lock.json');
	if (!fs.existsSync(lock)) return [];
	return Object.keys(JSON.parse(fs.readFileSync(lock, 'utf8')).packages).filter(Boolean);
}
