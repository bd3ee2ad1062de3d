/** Fetches n8n itself into the cache; runs on the Node that n8n will run on. */
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installWithBun } from '../setup/bun.mjs';
import { cacheFolder, fetchOnce } from '../setup/cache.mjs';
import { SetupError } from '../setup/command.mjs';
import { makeLoadable, warnOfMissingBuildTools } from '../setup/nativePackage.mjs';
import { bringPackage, notEnoughSpace, npm } from '../setup/npm.mjs';
import { freeBytes } from '../setup/progress.mjs';
import { root } from '../setup/setup.mjs';

const NEEDED_GIGABYTES = 4;
const LOCK = 'package-lock.json';

/**
 * `manifests` is a folder with a package.json for n8n; answers with n8n's command. Beside it lies a lock file or, for
 * the versions that only `npm test compat` runs, a date in .npmrc: npm then takes what the registry had on that day.
 */
export async function bringN8n(manifests = path.join(root, 'scripts', 'n8n', 'newest')) {
	const manifest = JSON.parse(readFileSync(path.join(manifests, 'package.json'), 'utf8'));
	const what = `n8n ${manifest.dependencies.n8n}`;
	const folder = path.join(cacheFolder(), cacheKey(manifests, manifest.dependencies.n8n));
	await fetchOnce({
		folder,
		what,
		fill: async (unfinished) => {
			warnOfMissingBuildTools();
			requireDiskSpace(unfinished, what);
			for (const file of filesIn(manifests)) {
				copyFileSync(file, path.join(unfinished, path.basename(file)));
			}
			// Without it, the same is tried below, and says why it can't be done.
			const driver = isLocked(unfinished) && bringDriver(unfinished).catch(() => undefined);
			await install(unfinished, what);
			const built = await driver;
			if (built) {
				const inside = path.join(unfinished, 'node_modules', 'sqlite3', 'build');
				cpSync(path.join(built, 'build'), inside, { recursive: true });
			}
			for (const name of nativePackagesIn(unfinished)) await makeLoadable(name, unfinished);
		},
	});
	return path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

/** The folder that n8n's own packages are in. */
export function packagesOf(command) {
	return path.resolve(command, '../../..');
}

/** n8n's database driver alone, compiled while the rest of n8n is fetched: the one takes the processor, the other the network. */
async function bringDriver(folder) {
	const { packages } = JSON.parse(readFileSync(path.join(folder, LOCK), 'utf8'));
	const versionOf = (name) => packages[path.posix.join('node_modules', name)].version;
	return await bringPackage({
		name: 'sqlite3',
		version: versionOf('sqlite3'),
		tools: ['node-gyp', 'node-addon-api'].map((name) => `${name}@${versionOf(name)}`),
		what: "n8n's database driver",
		doing: "Fetching n8n's database driver",
		size: '100 MB',
		finish: (driver) => makeLoadable('sqlite3', path.resolve(driver, '../..')),
	});
}

/** n8n 2.6 has no isolated-vm. */
function nativePackagesIn(folder) {
	return ['sqlite3', 'isolated-vm'].filter((name) =>
		existsSync(path.join(folder, 'node_modules', name)),
	);
}

function cacheKey(manifests, version) {
	const pinning = isLocked(manifests) ? [path.join(manifests, LOCK)] : filesIn(manifests);
	const text = pinning.map((file) => readFileSync(file, 'utf8')).join('');
	const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
	const [major] = process.versions.node.split('.');
	return `n8n-${version}-${hash}-${process.platform}-${process.arch}-node${major}`;
}

function filesIn(manifests) {
	return ['package.json', '.npmrc', LOCK]
		.map((name) => path.join(manifests, name))
		.filter((file) => existsSync(file));
}

function isLocked(folder) {
	return existsSync(path.join(folder, LOCK));
}

function requireDiskSpace(folder, what) {
	if (freeBytes(folder) < NEEDED_GIGABYTES * 1e9) {
		throw new SetupError(notEnoughSpace(what, `${NEEDED_GIGABYTES} GB in ${cacheFolder()}`));
	}
}

async function install(folder, what) {
	const doing = `Fetching ${what} into ${path.dirname(folder)} (once)`;
	if (isLocked(folder) && (await installWithBun({ cwd: folder, doing }))) return;
	await npm({
		// Without install scripts: they would compile and download far more than n8n needs to start.
		args: [isLocked(folder) ? 'ci' : 'install', '--ignore-scripts', '--loglevel=error'],
		node: process.execPath,
		cwd: folder,
		env: process.env,
		doing: `${doing}, usually 4 to 6 min`,
		what,
		size: `${NEEDED_GIGABYTES} GB`,
	});
}
