/** Fetches n8n itself into the cache; runs on the Node that n8n will run on. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, fetchOnce } from './cache.mjs';
import { failure, run, SetupError } from './command.mjs';
import { notEnoughSpace, npm } from './npm.mjs';
import { freeBytes, withProgress } from './progress.mjs';
import { root } from './setup.mjs';

const NEEDED_GIGABYTES = 4;
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc'];
const BUILD_TOOLS = [['python3', 'python'], ['make'], ['c++', 'g++', 'clang++']];

/** `manifests` is a folder with a package.json and a lock file for n8n; answers with n8n's command. */
export async function bringN8n(manifests = path.join(root, 'scripts', 'n8n')) {
	const manifest = JSON.parse(readFileSync(path.join(manifests, 'package.json'), 'utf8'));
	const what = `n8n ${manifest.dependencies.n8n}`;
	const folder = path.join(cacheFolder(), cacheKey(manifests, manifest.dependencies.n8n));
	await fetchOnce({
		folder,
		what,
		fill: async (unfinished) => {
			requireBuildTools();
			requireDiskSpace(unfinished, what);
			for (const name of MANIFESTS) {
				copyFileSync(path.join(manifests, name), path.join(unfinished, name));
			}
			await install(unfinished, what);
			for (const name of ['sqlite3', 'isolated-vm']) await makeLoadable(name, unfinished);
		},
	});
	return path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

function cacheKey(manifests, version) {
	const lock = readFileSync(path.join(manifests, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const [major] = process.versions.node.split('.');
	return `n8n-${version}-${hash}-${process.platform}-${process.arch}-node${major}`;
}

function requireBuildTools() {
	// On Windows the compiler is not on the path; node-gyp looks for it, and says so when there is none.
	if (process.platform === 'win32') return;
	const missing = BUILD_TOOLS.filter((names) => !names.some(canRun)).map(([name]) => name);
	if (missing.length > 0) throw new SetupError(compilerNeeded(`missing: ${missing.join(', ')}`));
}

function canRun(name) {
	return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}

function compilerNeeded(reason) {
	return `n8n's database driver has to be compiled here, which needs Python 3, make and a C++ compiler (${reason}). Install them (Debian and Ubuntu: apt-get install python3 make g++; macOS: xcode-select --install; Windows: the Visual Studio build tools) and run the command again.`;
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

/** Compiles a native package unless the binary that it brings along fits this machine. */
async function makeLoadable(name, folder) {
	if (loads(name, folder)) return;
	await withProgress({ doing: `Compiling ${name}` }, () => compile(name, folder));
	if (!loads(name, folder)) throw new SetupError(compilerNeeded(`${name} does not load`));
}

function loads(name, folder) {
	const args = ['--eval', `require(${JSON.stringify(name)})`];
	return spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore' }).status === 0;
}

async function compile(name, folder) {
	const nodeGyp = path.join(folder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
	const logFile = path.join(folder, `${name}.log`);
	const log = openSync(logFile, 'w');
	const code = await run(process.execPath, [nodeGyp, 'rebuild', ...headersOption()], {
		cwd: path.join(folder, 'node_modules', name),
		stdio: ['ignore', log, log],
	});
	closeSync(log);
	if (code === 0) return;
	console.error(readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20).join('\n'));
	throw failure(code, compilerNeeded(`compiling ${name} failed as shown above`));
}

/** Node brings its headers along in most installations; elsewhere node-gyp fetches them. */
function headersOption() {
	const prefix = path.dirname(path.dirname(process.execPath));
	const hasHeaders = existsSync(path.join(prefix, 'include', 'node', 'node_api.h'));
	return hasHeaders ? [`--nodedir=${prefix}`] : [];
}
