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

/** Counts the packages that have arrived, and the bytes of those that are whole. */
export function watchInstallation(folder, { withDev }) {
	const packages = lockedPackages(folder, { withDev });
	const bytes = new Map();
	let earlier = [];
	return () => {
		// A package that was there at the last report has all its files by now.
		for (const name of earlier) {
			if (!bytes.has(name)) bytes.set(name, bytesIn(path.join(folder, path.dirname(name))));
		}
		earlier = packages.filter((name) => fs.existsSync(path.join(folder, name)));
		if (packages.length === 0) return '';
		const megabytes = Math.round([...bytes.values()].reduce((sum, one) => sum + one, 0) / 1e6);
		const size = megabytes > 0 ? `, ${megabytes} MB` : '';
		return `: ${earlier.length} of ${packages.length} packages${size} so far`;
	};
}

/** Packages inside of a package are counted by themselves. npm may move a folder away while it is read. */
function bytesIn(folder) {
	try {
		return fs
			.readdirSync(folder, { withFileTypes: true })
			.filter(({ name }) => name !== 'node_modules')
			.map((entry) => {
				const place = path.join(folder, entry.name);
				return entry.isDirectory() ? bytesIn(place) : fs.lstatSync(place).size;
			})
			.reduce((sum, one) => sum + one, 0);
	} catch (error) {
		if (error.code === 'ENOENT') return 0;
		throw error;
	}
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
