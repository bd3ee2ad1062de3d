import fs from 'node:fs';
import path from 'node:path';

const REPORT_EVERY_MS = 15_000;

/** Reports what is going on, how long it has taken and, if known, how far it is. */
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

/** Counts the packages that have arrived. */
export function watchInstallation(folder, { withDev }) {
	const packages = lockedPackages(folder, { withDev });
	return () => {
		if (packages.length === 0) return '';
		const arrived = packages.filter((name) => fs.existsSync(path.join(folder, name)));
		return `: ${arrived.length} of ${packages.length} packages so far`;
	};
}

/** Without the optional ones, of which each machine gets some. */
function lockedPackages(folder, { withDev }) {
	const lock = path.join(folder, 'package-lock.json');
	if (!fs.existsSync(lock)) return [];
	return Object.entries(JSON.parse(fs.readFileSync(lock, 'utf8')).packages)
		.filter(([folderName, { optional, dev }]) => folderName && !optional && (withDev || !dev))
		.map(([folderName]) => path.join(folderName, 'package.json'));
}

export function freeBytes(folder) {
	const { bavail, bsize } = fs.statfsSync(folder);
	return bavail * bsize;
}
