/** The single checks of `npm test` and `npm run check`: each says when it has ended, and all are added up at the end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interruption, run, wasInterrupted } from '../setup/command.mjs';
import { stalePictures } from '../browser/stalePictures.mjs';
import { root } from '../setup/setup.mjs';
import { toolPath } from '../setup/tools.mjs';

const SHIPPED = ['nodes', 'credentials', 'package.json'];

/** Each starter answers whether its check has passed. */
export function checksOn({ node, env }) {
	const ended = [];
	const check = async (title, command, count = countStep) => {
		const startedMs = performance.now();
		const code = await run(node, command, { cwd: root, env });
		if (wasInterrupted(code)) throw interruption();
		const { passed, failed, parts = '' } = count(code);
		const seconds = Math.round((performance.now() - startedMs) / 1000);
		ended.push({ title, passed, failed, line: `${title}: ${seconds} s${parts}` });
		console.log(`\n— ${title}: ${failed === 0 ? 'passed' : 'failed'} after ${seconds} s`);
		return failed === 0;
	};
	const tool = (title, name, ...args) => check(title, [toolPath(name), ...args]);
	return {
		tool,
		script: (title, file) => check(title, [path.join(root, 'scripts', file)]),
		/** Words first: jest takes all that follow --selectProjects for projects. */
		jest: (title, projects, ...words) => {
			const folder = mkdtempSync(path.join(tmpdir(), 'esignature-test-'));
			const report = path.join(folder, 'report.json');
			const written = ['--json', '--outputFile', report];
			const args = [...words, ...written, '--selectProjects', ...projects];
			return check(title, [toolPath('jest'), ...args], (code) => {
				const counted = countTests(report, code);
				rmSync(folder, { recursive: true });
				return counted;
			});
		},
		/** What needs nothing but the packages. */
		static: () => [
			tool('Format', 'oxfmt', '--check', '.'),
			tool('Types', 'tsc'),
			tool('Lint', 'oxlint'),
			tool('Lint by n8n', 'eslint', '--max-warnings', '0', ...SHIPPED),
		],
		/** Prints the last lines; answers with the exit code. */
		end: () => {
			const sum = (name) => ended.reduce((total, one) => total + one[name], 0);
			for (const { title } of ended.filter(({ failed }) => failed > 0))
				console.error(`${title}: failed`);
			const stale = stalePictures();
			if (stale.length > 0) console.log(`\nStale pictures in docs/: ${stale.join(', ')}`);
			console.log(`\n${ended.map(({ line }) => line).join('\n')}\n`);
			console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
			return sum('failed') === 0 ? 0 : 1;
		},
	};
}

function countStep(code) {
	return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function countTests(report, code) {
	try {
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
			readFileSync(report, 'utf8'),
		);
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		return {
			passed: numPassedTests,
			// A run that broke without a failed test counts as one failure.
			failed: failed || (code === 0 ? 0 : 1),
			parts: `, of which ${partsOf(testResults)}`,
		};
	} catch {
		return { passed: 0, failed: 1 };
	}
}

/** The time in each folder of tests, as if its files ran one after the other. */
function partsOf(testResults) {
	const milliseconds = {};
	for (const { name, startTime, endTime } of testResults) {
		const [folder] = path.relative(path.join(root, 'test'), name).split(path.sep);
		milliseconds[folder] = (milliseconds[folder] ?? 0) + endTime - startTime;
	}
	return Object.entries(milliseconds)
		.toSorted(([, one], [, other]) => other - one)
		.map(([folder, time]) => `${folder} ${Math.round(time / 1000)} s`)
		.join(', ');
}
