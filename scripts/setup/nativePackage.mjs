/** Packages with machine code in them: brought along, fetched ready made, or compiled here. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failure, interruption, run, SetupError, wasInterrupted } from './command.mjs';
import { withProgress } from './progress.mjs';

const BUILD_TOOLS = [['python3', 'python'], ['make'], ['c++', 'g++', 'clang++']];
/** A network that swallows what goes elsewhere than to npm would keep us waiting for minutes. */
const FETCH_LIMIT_MS = 30_000;

/** Makes sure that a package of an installation can be loaded, in the quickest way that works here. */
export async function makeLoadable(name, folder) {
	if (loads(name, folder)) return;
	if (await fetchReadyMade(name, folder)) return;
	requireBuildTools();
	await withProgress({ doing: `Compiling ${name}` }, () => compile(name, folder));
	if (!loads(name, folder)) throw new SetupError(compilerNeeded(`${name} does not load`));
}

function loads(name, folder) {
	const args = ['--eval', `require(${JSON.stringify(name)})`];
	return spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore' }).status === 0;
}

/** What the authors of the package have compiled; whether it fits shows when it is loaded. */
async function fetchReadyMade(name, folder) {
	const fetcher = path.join(folder, 'node_modules', 'prebuild-install', 'bin.js');
	if (!existsSync(fetcher)) return false;
	return await withProgress({ doing: `Fetching ${name} ready made` }, async () => {
		const code = await run(process.execPath, [fetcher, '--runtime', 'napi'], {
			cwd: path.join(folder, 'node_modules', name),
			stdio: 'ignore',
			timeout: FETCH_LIMIT_MS,
			killSignal: 'SIGKILL',
		});
		if (wasInterrupted(code)) throw interruption();
		return loads(name, folder);
	});
}

/** Said before minutes of fetching, since it decides how they end where github.com cannot be reached. */
export function warnOfMissingBuildTools() {
	const missing = missingBuildTools();
	if (missing.length === 0) return;
	console.log(
		`There is no compiler here (missing: ${missing.join(', ')}), so n8n's database driver has to come ready made from github.com.`,
	);
}

function requireBuildTools() {
	const missing = missingBuildTools();
	if (missing.length > 0) throw new SetupError(compilerNeeded(`missing: ${missing.join(', ')}`));
}

function missingBuildTools() {
	// On Windows the compiler is not on the path; node-gyp looks for it, and says so when there is none.
	if (process.platform === 'win32') return [];
	return BUILD_TOOLS.filter((names) => !names.some(canRun)).map(([name]) => name);
}

function canRun(name) {
	return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}

function compilerNeeded(reason) {
	return `n8n's database driver could not be fetched ready made from github.com, and has to be compiled here, which needs Python 3, make and a C++ compiler (${reason}). Install them (Debian and Ubuntu: apt-get install python3 make g++; macOS: xcode-select --install; Windows: the Visual Studio build tools) and run the command again.`;
}

async function compile(name, folder) {
	const nodeGyp = path.join(folder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
	const logFile = path.join(folder, `${name}.log`);
	const log = openSync(logFile, 'w');
	const code = await run(
		process.execPath,
		[nodeGyp, 'rebuild', '--jobs', 'max', ...headersOption()],
		{
			cwd: path.join(folder, 'node_modules', name),
			env: { ...process.env, ...quickly() },
			stdio: ['ignore', log, log],
		},
	);
	closeSync(log);
	if (code === 0) return;
	console.error(readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20).join('\n'));
	throw failure(code, compilerNeeded(`compiling ${name} failed as shown above`));
}

/** Optimised, compiling takes five times as long, which pays only in what runs for days. */
function quickly() {
	const unoptimised = (name) => [process.env[name], '-O0'].filter(Boolean).join(' ');
	return { CFLAGS: unoptimised('CFLAGS'), CXXFLAGS: unoptimised('CXXFLAGS') };
}

/** Node brings its headers along in most installations; elsewhere node-gyp fetches them. */
function headersOption() {
	const prefix = path.dirname(path.dirname(process.execPath));
	const hasHeaders = existsSync(path.join(prefix, 'include', 'node', 'node_api.h'));
	return hasHeaders ? [`--nodedir=${prefix}`] : [];
}
