/** Programs that npm does not bring, where we may install them: as root on Debian and its kin. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { cacheFolder, oneAtATime } from './cache.mjs';
import { run } from './command.mjs';
import { withProgress } from './progress.mjs';

/** Whether it worked shows when the program is looked for. */
export async function installFromDebian(names, doing) {
	const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
	if (!mayInstall) return;
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
	const install = ['install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
	const lock = path.join(cacheFolder(), 'apt-get.lock');
	await oneAtATime(lock, names.join(', '), async () => {
		await withProgress({ doing }, async () => {
			await run('apt-get', ['update'], options);
			await run('apt-get', [...install, ...names], options);
		});
	});
}
