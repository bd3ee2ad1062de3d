/** A browser for the tests: npm brings one for Linux on x64; elsewhere the machine's own is used. */
import { spawnSync } from 'node:child_process';
import { run, SetupError } from './command.mjs';
import { installedBrowser, npmBringsBrowser } from './installedBrowser.cjs';
import { withProgress } from './progress.mjs';

export async function requireBrowser() {
	if (npmBringsBrowser() || installedBrowser()) return;
	if (canInstall()) {
		await withProgress({ doing: 'Installing Chromium (npm has none for this processor)' }, install);
	}
	if (!installedBrowser()) {
		throw new SetupError(
			'The tests need a browser, and npm has none for this machine. Install Chromium or Chrome (Debian and Ubuntu: apt-get install chromium), or name its file in CHROMIUM_PATH, and run the command again.',
		);
	}
}

function canInstall() {
	return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

async function install() {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
	await run('apt-get', ['update'], options);
	await run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], options);
}
