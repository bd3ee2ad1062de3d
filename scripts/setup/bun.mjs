/**
 * Bun installs what npm's lock file names, and takes a tenth of npm's time: for n8n, whose 300,000 files npm unpacks for
 * minutes. Where there is no Bun, or it fails, npm does it with the same lock file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './cache.mjs';
import { interruption, run, SetupError, wasInterrupted } from './command.mjs';
import { bringPackage, npmCommand } from './npm.mjs';
import { watchInstallation, withProgress } from './progress.mjs';

const VERSION = '1.3.14';
const SYSTEMS = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
/** The one that runs on older processors too. */
const PROCESSORS = { x64: 'x64-baseline', arm64: 'aarch64' };

/** Installs into `cwd` without install scripts, and returns whether that worked. */
export async function installWithBun({ cwd, doing }) {
	const bun = await bringBun();
	if (!bun) return false;
	addAddresses(path.join(cwd, 'package-lock.json'));
	const describe = watchInstallation(cwd, { withDev: true });
	return await withProgress({ doing, describe }, async () => {
		const code = await run(bun, ['install', '--frozen-lockfile', '--ignore-scripts', '--no-save'], {
			cwd,
			env: { ...process.env, BUN_INSTALL_CACHE_DIR: path.join(cacheFolder(), 'bun-packages') },
			stdio: 'ignore',
		});
		if (wasInterrupted(code)) throw interruption();
		return code === 0;
	});
}

async function bringBun() {
	const [system, processor] = [SYSTEMS[process.platform], PROCESSORS[process.arch]];
	if (!system || !processor) return undefined;
	const name = `@oven/bun-${system}-${processor}`;
	try {
		const folder = await bringPackage({
			name,
			version: VERSION,
			what: 'Bun',
			doing: `Fetching Bun ${VERSION}, to install the rest faster`,
			size: '100 MB',
		});
		return path.join(folder, 'bin', system === 'windows' ? 'bun.exe' : 'bun');
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		return undefined;
	}
}

/** Our lock files name no registry, and Bun takes each address from there: it is the one that npm uses here. */
export function addAddresses(lockFile) {
	const [command, args, options] = npmCommand(process.execPath, ['config', 'get', 'registry']);
	const registry = execFileSync(command, args, { ...options, encoding: 'utf8' }).trim();
	const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
	for (const [place, entry] of Object.entries(lock.packages)) {
		if (place === '') continue;
		const name = entry.name ?? place.split('node_modules/').at(-1);
		const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
		entry.resolved = `${registry.replace(/\/$/, '')}/${name}/-/${file}`;
	}
	writeFileSync(lockFile, JSON.stringify(lock));
}
