/** `npm test <group> [words]`: one group of tests, or what is too long or too particular for every run. */
import { buildIfStale } from '../package/builtPackage.mjs';
import { run, SetupError } from '../setup/command.mjs';
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
	hostile: project('e2e', 'test/e2e/hostile.test.ts'),
	kill: project('e2e', 'test/e2e/kill.test.ts'),
	queue: project('queue', 'test/queue/queueMode.test.ts', '--runInBand'),
	soak: project('queue', 'test/queue/soak.test.ts', '--runInBand'),
	surge: project('queue', 'test/queue/surge.test.ts', '--runInBand'),
	operating: project('queue', 'test/queue/operating.test.ts', '--runInBand'),
	compat: jest('--config', 'jest.compat.config.js', '--runInBand'),
	random: jest(
		...['--findRelatedTests', 'test/support/jest/property.ts'],
		...['--selectProjects', 'unit', 'sandbox'],
	),
	live: async () => {
		await buildIfStale();
		return ['--require', './test/support/engine/commonjs.cjs', 'test/live/main.ts'];
	},
	mutation: (words) => ['scripts/test/mutate.mjs', ...words],
};

/** Returns the exit code. Tests read TEST_GROUP to know whether they have more time than in a run of all. */
export async function runGroup(group, words, { node, env }) {
	if (!Object.hasOwn(GROUPS, group)) {
		const known = Object.keys(GROUPS).join(', ');
		throw new SetupError(
			`There is no group of tests "${group}". Choose one of ${known}, or run a file with node scripts/run.mjs jest <path>.`,
		);
	}
	const args = await GROUPS[group](words);
	return await run(node, args, { cwd: root, env: { ...env, TEST_GROUP: group } });
}
