/** `npm test`: every check, one after the other, and one line at the end that counts them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interruption, main, run, wasInterrupted } from './command.mjs';
import { requireBrowser } from './browser.mjs';
import { prepare, root } from './setup.mjs';
import { toolPath } from './tools.mjs';

await main(async () => {
	const { node, env } = await prepare();
	await requireBrowser();
	const work = mkdtempSync(path.join(tmpdir(), 'esignature-test-'));
	try {
		const { passed, failed } = await runChecks({ node, env, work });
		console.log(`\n${passed} passed, ${failed} failed`);
		return failed === 0 ? 0 : 1;
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
});

async function runChecks({ node, env, work }) {
	const jest = (report, ...args) => [toolPath('jest'), '--json', '--outputFile', report, ...args];
	const reports = ['tests.json', 'e2e.json'].map((name) => path.join(work, name));
	const tsc = toolPath('tsc', 'typescript');
	const checks = [
		['Format', [toolPath('prettier'), '--check', '--log-level', 'warn', '.']],
		['Lint', [toolPath('eslint'), '--max-warnings', '0', '.']],
		['Types of the package', [tsc, '--noEmit']],
		['Types of sandbox and tests', [tsc, '--noEmit', '-p', 'tsconfig.tools.json']],
		['Build', [toolPath('gulp'), 'build', '--silent']],
		['Package scan', [path.join(root, 'scripts', 'scan.mjs')]],
		['Tests', jest(reports[0], '--selectProjects', 'unit', 'pages', 'workflows')],
		// One after the other: each file has an n8n and a browser of its own.
		['End-to-end tests', jest(reports[1], '--selectProjects', 'e2e', '--runInBand')],
	];
	const total = { passed: 0, failed: 0 };
	for (const [title, command] of checks) {
		console.log(`\n— ${title}`);
		const code = await run(node, command, { cwd: root, env });
		if (wasInterrupted(code)) throw interruption();
		if (code !== 0) console.error(`${title}: failed`);
		const report = reports.find((file) => command.includes(file));
		const { passed, failed } = report ? countTests(report) : countStep(code);
		total.passed += passed;
		// A run that broke before its tests could count counts as one failure.
		total.failed += failed || (code === 0 ? 0 : 1);
		// Without a build nothing after it can be trusted.
		if (code !== 0 && title === 'Build') break;
	}
	return total;
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
