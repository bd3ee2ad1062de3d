/** Runs one test file after the other, with a mutant or without: n8n's engine is loaded once for all of them. */
import { createRequire } from 'node:module';
import { root } from '../../setup/setup.mjs';

const require = createRequire(import.meta.url);
// Its parts are those that it has installed for itself.
const partOfJest = createRequire(require.resolve('jest'));
const { SearchSource } = partOfJest('@jest/core');
const { readConfigs } = partOfJest('jest-config');
const { default: Runner } = partOfJest('jest-runner');
const { default: Runtime } = require('jest-runtime');

/** Shared with environment.cjs. */
const trial = (globalThis.trial = { onEvent: () => process.send({ isAlive: true }) });

const args = { $0: '', _: [], config: 'jest.mutation.config.js', silent: true };
const { globalConfig, configs } = await readConfigs(args, [root]);
const tests = new Map();
for (const config of configs) {
	const options = { console, maxWorkers: 1, watch: false, watchman: false };
	const context = await Runtime.createContext(config, options);
	const found = await new SearchSource(context).getTestPaths(globalConfig, config);
	for (const test of found.tests) tests.set(test.path, test);
}

process.on('message', async ({ file, mutant, titles, wanted }) => {
	Object.assign(trial, { mutant, titles, isFailed: false, failed: undefined, reached: {} });
	const runner = new Runner(globalConfig, {});
	runner.on('test-file-failure', () => (trial.isFailed = true));
	runner.on('test-file-success', ([, { numFailingTests, testExecError }]) => {
		if (numFailingTests > 0 || testExecError) trial.isFailed = true;
	});
	const startedMs = performance.now();
	const before = process.cpuUsage();
	await runner.runTests([tests.get(file)], { isInterrupted: () => false }, { serial: true });
	const { isFailed, failed } = trial;
	const reaching = wanted && reachingTests(trial.reached, wanted);
	const seconds = (performance.now() - startedMs) / 1000;
	const { user, system } = process.cpuUsage(before);
	const bytes = process.memoryUsage.rss();
	process.send({ isFailed, failed, reaching, seconds, cpuSeconds: (user + system) / 1e6, bytes });
});
/** By mutant: the titles of the tests that reach it, or `all` if loading the file does. */
function reachingTests({ always = {}, perTest = {} }, wanted) {
	const tests = Object.entries(perTest);
	const titlesOf = (id) => tests.filter(([, hits]) => hits[id]).map(([title]) => title);
	const found = wanted.map((id) => [id, always[id] ? 'all' : titlesOf(id)]);
	return Object.fromEntries(found.filter(([, titles]) => titles.length > 0));
}

// What a changed node leaves behind is no reason to end.
for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, () => undefined);
process.on('disconnect', () => process.exit());
process.send({ files: [...tests.keys()] });
