import { execFileSync } from 'node:child_process';
import { chromium, type Browser } from 'playwright-core';
import { installedBrowser, npmBringsBrowser } from '../../../scripts/browser/installedBrowser.cjs';

interface Executable {
	executablePath: string;
	args: string[];
	env?: Record<string, string>;
}

const FLAGS = [
	'--no-sandbox',
	// Here too only this machine can be reached.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** A real browser without a window; the caller closes it. */
export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ headless: true, ...findExecutable() });
}

/** CHROMIUM_PATH, the machine's own browser, or the one that npm brought. */
function findExecutable(): Executable {
	const executablePath = installedBrowser();
	if (executablePath) return { executablePath, args: FLAGS };
	if (npmBringsBrowser()) return unpackExecutable();
	throw new Error(
		'There is no browser for the tests of the pages. Install one (apt-get install -y chromium) or name it in CHROMIUM_PATH.',
	);
}

/** The package is an ES module, which jest cannot load, and it says by the environment what it needs. */
function unpackExecutable(): Executable {
	const script = `import chromium from '@sparticuz/chromium';
const executablePath = await chromium.executablePath();
console.log(JSON.stringify({ executablePath, env: process.env }));`;
	const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
	// Its own flags are for AWS Lambda: with --single-process it ends when a page is closed.
	return { ...(JSON.parse(output.toString()) as Executable), args: FLAGS };
}
