/** `npm test`: every check, how long each took, and one line at the end that counts them; or one group of tests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interruption, main, run, wasInterrupted } from './setup/command.mjs';
import { requireBrowser } from './browser/browser.mjs';
import { prepare, prepareNode, root } from './setup/setup.mjs';
import { runGroup } from './test/testGroups.mjs';
import { toolPath } from './setup/tools.mjs';
import { bringValidators } from './test/validators.mjs';

const WITHOUT_VALIDATORS =
	'Left out: no other validator has looked at our signatures. Install pdfsig, openssl, certutil, qpdf and mutool (Debian and Ubuntu: apt-get install poppler-utils openssl libnss3-tools qpdf mupdf-tools; macOS: brew install poppler openssl nss qpdf mupdf-tools) to have that checked too.';

const PRETTIER_CACHE = ['--cache', '--cache-location', '.tmp/prettier'];

await main(async () => {
	const [group, ...words] = process.argv.slice(2);
	if (group) return await runGroup(group, words, await prepare());
	const { node, env } = await prepareNode();
	const work = mkdtempSync(path.join(tmpdir(), 'esignature-test-'));
	const starters = startersOf({ node, env, work });
	// On a machine without n8n this takes longest, and until the end-to-end tests nothing needs n8n.
	const n8nFetched = starters.script('n8n/bringAhead.mjs');
	try {
		const [hasValidators] = await Promise.all([bringValidators(), prepare()]);
		await requireBrowser();
		const { passed, failed, durations } = await runChecks(starters, n8nFetched, hasValidators);
		if (!hasValidators) console.log(`\n${WITHOUT_VALIDATORS}`);
		console.log(`\n${durations.join('\n')}\n\n${passed} passed, ${failed} failed`);
		return failed === 0 ? 0 : 1;
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
});

async function runChecks({ tool, script, jest }, n8nFetched, hasValidators) {
	const validators = hasValidators ? ['validators'] : [];
	const stages = [
		() => {
			const build = tool('gulp', 'build', '--silent');
			return {
				Types: tool('tsc', '--noEmit', '-p', 'tsconfig.tools.json'),
				Build: build,
				'Package scan': build.then((built) =>
					built.code === 0 ? script('package/scan.mjs') : built,
				),
			};
		},
		() => ({
			Tests: jest(['unit', 'sandbox', 'pages', 'workflows', ...validators]),
			'n8n fetched': n8nFetched,
		}),
		() => {
			const format = tool('prettier', '--check', ...PRETTIER_CACHE, '--log-level', 'warn', '.');
			return {
				// Of queue mode what has no faults; the others have commands of their own.
				'End-to-end tests': jest(['e2e', 'queue'], 'test/(e2e|queue/throughWorkers)'),
				// These two take the time in which the others wait for n8n and browsers.
				Format: format,
				Lint: format.then(() => tool('eslint', '--max-warnings', '0', '.')),
			};
		},
	];
	const total = { passed: 0, failed: 0, durations: [] };
	for (const begin of stages) {
		const stage = begin();
		console.log(`\n— ${Object.keys(stage).join(', ')}`);
		const checks = await allOf(stage);
		if (Object.values(checks).some(({ code }) => wasInterrupted(code))) throw interruption();
		for (const [title, { code, seconds, passed, failed }] of Object.entries(checks)) {
			total.durations.push(`${title}: ${seconds} s`);
			if (code !== 0) console.error(`${title}: failed`);
			total.passed += passed;
			total.failed += failed;
		}
		// Without a build nothing after it can be trusted.
		if (checks.Build?.code) break;
	}
	// Also after a broken build, so that our last line is the last: what it brings serves the next run.
	await n8nFetched;
	return total;
}

/** What starts a check; each answers with its exit code, how long it took, and what it counts as. */
function startersOf({ node, env, work }) {
	const start = async (command, count = countStep) => {
		const startedMs = performance.now();
		const code = await run(node, command, { cwd: root, env });
		return { code, seconds: Math.round((performance.now() - startedMs) / 1000), ...count(code) };
	};
	return {
		tool: (name, ...args) => start([toolPath(name), ...args]),
		script: (name) => start([path.join(root, 'scripts', name)]),
		jest: (projects, ...paths) => {
			const report = path.join(work, `${projects[0]}.json`);
			const written = ['--json', '--outputFile', report];
			// What waits for a browser, a server or a clock leaves a core to others: three workers keep two busy.
			const words = [...paths, ...written, '--maxWorkers', '3', '--selectProjects', ...projects];
			return start([toolPath('jest'), ...words], (code) => countTests(report, code));
		},
	};
}

async function allOf(named) {
	const entries = Object.entries(named).map(async ([name, value]) => [name, await value]);
	return Object.fromEntries(await Promise.all(entries));
}

function countStep(code) {
	return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function countTests(report, code) {
	try {
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
			readFileSync(report, 'utf8'),
		);
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		// A run that broke without a failed test counts as one failure.
		return { passed: numPassedTests, failed: failed || (code === 0 ? 0 : 1) };
	} catch {
		return { passed: 0, failed: 1 };
	}
}
