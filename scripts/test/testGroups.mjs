/** `npm test <group> [words]`, or `npm run test:<group>`: some of the tests, or what is too long or too particular for every run. */
import { buildIfStale } from '../package/builtPackage.mjs';
import { run, SetupError, wasInterrupted } from '../setup/command.mjs';
import { root } from '../setup/setup.mjs';
import { toolPath } from '../setup/tools.mjs';

/** Words first: jest takes all that follow --selectProjects for projects. */
const jest =
	(...args) =>
	(words) => [toolPath('jest'), ...words, ...args];
const project = (name, ...args) => jest(...args, '--selectProjects', name);

/** The arguments for Node. */
const GROUPS = {
	unit: project('unit'),
	sandbox: project('sandbox'),
	pages: project('pages'),
	validators: project('validators'),
	workflows: project('workflows'),
	e2e: project('e2e', '--maxWorkers', '3'),
	hostile: project('random', 'test/e2e/random/hostile.test.ts'),
	kill: project('random', 'random/kill', '--runInBand'),
	queue: project('queue', 'test/queue/queueMode.test.ts', '--runInBand'),
	soak: project('queue', 'test/queue/soak.test.ts', '--runInBand'),
	surge: project('queue', 'test/queue/surge.test.ts', '--runInBand'),
	operating: project('queue', 'test/queue/operating.test.ts', '--runInBand'),
	compat: jest('--config', 'jest.compat.config.js', '--runInBand'),
	random: jest(
		...['--findRelatedTests', 'test/support/jest/property.ts'],
		// These try more where TRIES says so.
		...['http/fuzz', 'container', 'documents/largeDocuments', 'validation/signatures/families'].map(
			(name) => `test/sandbox/${name}.test.ts`,
		),
		...['test/validators/foreign.test.ts', 'test/validators/otherWriters.test.ts'],
		...['--selectProjects', 'unit', 'sandbox', 'workflows', 'validators'],
	),
	live: async () => {
		await buildIfStale();
		return ['--require', './test/support/engine/commonjs.cjs', 'scripts/live/main.ts'];
	},
	templates: () => ['scripts/templates/main.ts'],
	mutation: (words) => ['scripts/test/mutate.mjs', ...words],
};

/** Those that begin with another seed each time, and what else they set. */
const AT_RANDOM = { random: { TRIES: '20' }, hostile: {}, kill: {}, queue: {}, soak: {} };

/** What `npm run test:all` runs after `npm test`; the others are in that, need a key of the service or a Python library, or take hours. */
const LONGER = ['random', 'hostile', 'kill', 'queue', 'soak', 'surge', 'operating', 'compat'];

/** Returns the exit code. */
export async function runGroup(group, words, { node, env }) {
	if (group === 'all') return await runAll({ node, env });
	if (!Object.hasOwn(GROUPS, group)) {
		const known = [...Object.keys(GROUPS), 'all'].join(', ');
		throw new SetupError(
			`There is no group of tests "${group}". Choose one of ${known}, or run a file with node scripts/run.mjs jest <path>.`,
		);
	}
	const args = await GROUPS[group](words);
	if (!Object.hasOwn(AT_RANDOM, group)) return await run(node, args, { cwd: root, env });
	const { SEED = String(Date.now() % 2 ** 31) } = env;
	const sameAgain = ['npm run', `test:${group}`, ...(words.length > 0 ? ['--', ...words] : [])];
	console.log(`The seed is ${SEED}.`);
	const code = await run(node, args, { cwd: root, env: { ...AT_RANDOM[group], ...env, SEED } });
	if (code !== 0) console.error(`To repeat this: SEED=${SEED} ${sameAgain.join(' ')}`);
	return code;
}

async function runAll({ node, env }) {
	const failed = [];
	for (const group of ['', ...LONGER]) {
		const command = group ? `npm run test:${group}` : 'npm test';
		console.log(`\n— ${command}`);
		const words = group ? [group] : [];
		const code = await run(node, ['scripts/test.mjs', ...words], { cwd: root, env });
		if (wasInterrupted(code)) return code;
		if (code !== 0) failed.push(command);
	}
	console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join(', ')}`);
	return failed.length === 0 ? 0 : 1;
}
