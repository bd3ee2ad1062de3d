/** `npm test`: every check, how long each took, and one line at the end that counts them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interruption, main, run, wasInterrupted } from './command.mjs';
import { requireBrowser } from './browser.mjs';
import { prepare, root } from './setup.mjs';
import { toolPath } from './tools.mjs';
import { bringValidators } from './validators.mjs';

const WITHOUT_VALIDATORS =
	'Left out: no other validator has looked at our signatures. Install pdfsig, openssl, certutil, qpdf and mutool (Debian and Ubuntu: apt-get install poppler-utils openssl libnss3-tools qpdf mupdf-tools; macOS: brew install poppler openssl nss qpdf mupdf-tools) to have that checked too.';

await main(async () => {
	const { node, env } = await prepare();
	await requireBrowser();
	const hasValidators = await bringValidators();
	const work = mkdtempSync(path.join(tmpdir(), 'esignature-test-'));
	try {
		const { passed, failed, durations } = await runChecks({ node, env, work, hasValidators });
		if (!hasValidators) console.log(`\n${WITHOUT_VALIDATORS}`);
		console.log(`\n${durations.join('\n')}\n\n${passed} passed, ${failed} failed`);
		return failed === 0 ? 0 : 1;
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
});

async function runChecks({ node, env, work, hasValidators }) {
	const projects = [
		'unit',
		'sandbox',
		'pages',
		'workflows',
		...(hasValidators ? ['validators'] : []),
	];
	const jest = (report, ...args) => [toolPath('jest'), '--json', '--outputFile', report, ...args];
	const reports = ['tests.json', 'e2e.json', 'queue.json'].map((name) => path.join(work, name));
	const tsc = toolPath('tsc');
	const stages = [
		{
			Format: [toolPath('prettier'), '--check', '--log-level', 'warn', '.'],
			Lint: [toolPath('eslint'), '--max-warnings', '0', '.'],
			'Types of the package': [tsc, '--noEmit'],
			'Types of sandbox and tests': [tsc, '--noEmit', '-p', 'tsconfig.tools.json'],
			Build: [toolPath('gulp'), 'build', '--silent'],
		},
		{ 'Package scan': [path.join(root, 'scripts', 'scan.mjs')] },
		{
			Tests: jest(reports[0], '--selectProjects', ...projects),
			'n8n fetched': [path.join(root, 'scripts', 'bringAhead.mjs')],
		},
		// Each file has an n8n and a browser of its own, and often waits: three keep two cores busy.
		{ 'End-to-end tests': jest(reports[1], '--selectProjects', 'e2e', '--maxWorkers', '3') },
		{ "n8n's queue mode": jest(reports[2], 'test/queue/soak', '--selectProjects', 'queue') },
	];
	const total = { passed: 0, failed: 0, durations: [] };
	for (const stage of stages) {
		console.log(`\n— ${Object.keys(stage).join(', ')}`);
		const startedMs = performance.now();
		const checks = await inParallel(stage, async (command) => ({
			code: await run(node, command, { cwd: root, env }),
			seconds: Math.round((performance.now() - startedMs) / 1000),
		}));
		if (Object.values(checks).some(({ code }) => wasInterrupted(code))) throw interruption();
		for (const [title, { code, seconds }] of Object.entries(checks)) {
			total.durations.push(`${title}: ${seconds} s`);
			if (code !== 0) console.error(`${title}: failed`);
			const report = reports.find((file) => stage[title].includes(file));
			const { passed, failed } = report ? countTests(report) : countStep(code);
			total.passed += passed;
			// A run that broke before its tests could count counts as one failure.
			total.failed += failed || (code === 0 ? 0 : 1);
		}
		// Without a build nothing after it can be trusted.
		if (checks.Build?.code) break;
	}
	return total;
}

async function inParallel(named, work) {
	const entries = Object.entries(named).map(async ([name, value]) => [name, await work(value)]);
	return Object.fromEntries(await Promise.all(entries));
}

function countStep(code) {
	return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function countTests(report) {
	try {
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
			readFileSync(report, 'utf8'),
		);
		return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
	} catch {
		return { passed: 0, failed: 1 };
	}
}
