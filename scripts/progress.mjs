import fs from 'node:fs';
import path from 'node:path';

const REPORT_EVERY_MS = 15_000;

/** Tells the person who waits what is going on, how long it has taken and, if known, how far it is. */
export async function withProgress({ doing, describe = () => '' }, work) {
	const started = performance.now();
	const seconds = () => Math.round((performance.now() - started) / 1000);
	console.log(`${doing} …`);
	const timer = setInterval(
		() => console.log(`  still at it after ${seconds()} s${describe()}`),
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

/** The size is read off the free space of the disk: adding up n8n's 250,000 files takes ten seconds. */
export function watchInstallation(folder) {
	const freeBefore = freeBytes(folder);
	const packages = lockedPackages(folder);
	return () => {
		const megabytes = Math.round((freeBefore - freeBytes(folder)) / 1e6);
		const arrived = packages.filter((name) => fs.existsSync(path.join(folder, name)));
		const facts = [];
		if (packages.length > 0) facts.push(`${arrived.length} of ${packages.length} packages`);
		// Other programs free space too.
		if (megabytes > 0) facts.push(`${megabytes} MB`);
		return facts.length > 0 ? `: ${facts.join(', ')} so far` : '';
	};
}

/** Without the optional ones, of which each machine gets some. */
function lockedPackages(folder) {
	const lock = path.join(folder, 'package-lock.json');
	if (!fs.existsSync(lock)) return [];
	return Object.entries(JSON.parse(fs.readFileSync(lock, 'utf8')).packages)
		.filter(([folderName, { optional }]) => folderName && !optional)
		.map(([folderName]) => path.join(folderName, 'package.json'));
}

export function freeBytes(folder) {
	const { bavail, bsize } = fs.statfsSync(folder);
	return bavail * bsize;
}
