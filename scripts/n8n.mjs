/** Fetches n8n itself into the cache; runs on the Node that n8n will run on. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, fetchOnce } from './cache.mjs';
import { SetupError } from './command.mjs';
import { makeLoadable, tellMissingBuildTools } from './nativePackage.mjs';
import { notEnoughSpace, npm } from './npm.mjs';
import { freeBytes } from './progress.mjs';
import { root } from './setup.mjs';

const NEEDED_GIGABYTES = 4;
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc'];

/** `manifests` is a folder with a package.json and a lock file for n8n; answers with n8n's command. */
export async function bringN8n(manifests = path.join(root, 'scripts', 'n8n')) {
	const manifest = JSON.parse(readFileSync(path.join(manifests, 'package.json'), 'utf8'));
	const what = `n8n ${manifest.dependencies.n8n}`;
	const folder = path.join(cacheFolder(), cacheKey(manifests, manifest.dependencies.n8n));
	await fetchOnce({
		folder,
		what,
		fill: async (unfinished) => {
			tellMissingBuildTools();
			requireDiskSpace(unfinished, what);
			for (const name of MANIFESTS) {
				copyFileSync(path.join(manifests, name), path.join(unfinished, name));
			}
			await install(unfinished, what);
			for (const name of nativePackagesIn(unfinished)) await makeLoadable(name, unfinished);
		},
	});
	return path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

/** n8n 2.6 has no isolated-vm. */
function nativePackagesIn(folder) {
	return ['sqlite3', 'isolated-vm'].filter((name) =>
		existsSync(path.join(folder, 'node_modules', name)),
	);
}

function cacheKey(manifests, version) {
	const lock = readFileSync(path.join(manifests, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const [major] = process.versions.node.split('.');
	return `n8n-${version}-${hash}-${process.platform}-${process.arch}-node${major}`;
}

function requireDiskSpace(folder, what) {
	if (freeBytes(folder) < NEEDED_GIGABYTES * 1e9) {
		throw new SetupError(notEnoughSpace(what, `${NEEDED_GIGABYTES} GB in ${cacheFolder()}`));
	}
}

async function install(folder, what) {
	await npm({
		// Without install scripts: they would compile and download far more than n8n needs to start.
		args: ['ci', '--ignore-scripts', '--loglevel=error'],
		node: process.execPath,
		cwd: folder,
		env: process.env,
		doing: `Fetching ${what} into ${path.dirname(folder)} (once, several minutes)`,
		what,
		size: `${NEEDED_GIGABYTES} GB`,
	});
}
