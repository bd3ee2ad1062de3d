/** A browser for the tests: npm brings one for Linux on x64; elsewhere the machine's own is used. */
import { SetupError } from '../setup/command.mjs';
import { installFromDebian } from '../setup/debian.mjs';
import { installedBrowser, npmBringsBrowser } from './installedBrowser.cjs';

export async function requireBrowser() {
	if (npmBringsBrowser() || installedBrowser()) return;
	await installFromDebian(['chromium'], 'Installing Chromium (npm has none for this processor)');
	if (!installedBrowser()) {
		throw new SetupError(
			'The tests need a browser, and npm has none for this machine. Install Chromium or Chrome (Debian and Ubuntu: apt-get install chromium), or name its file in CHROMIUM_PATH, and run the command again.',
		);
	}
}
