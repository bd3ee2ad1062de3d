const transform = { '\\.ts$': '<rootDir>/test/support/jest/typescript.cjs' };

const project = (displayName, testMatch, more = {}) => ({
	displayName,
	// Without these, `npm run watch` begins with a minute in which it lists the folders of node_modules.
	roots: ['bench', 'credentials', 'nodes', 'sandbox', 'scripts', 'test'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	// One for all of them, because the compiled files of each id lie apart.
	id: 'esignature',
	testMatch,
	transform,
	testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
	runtime: '<rootDir>/test/support/jest/runtime.cjs',
	// Copies of the whole tree lie there while mutations are tried.
	modulePathIgnorePatterns: ['<rootDir>/.tmp/'],
	// A build for the tests is no reason to run them again.
	watchPathIgnorePatterns: ['<rootDir>/dist/'],
	setupFilesAfterEnv: ['<rootDir>/test/support/jest/setup.ts'],
	...more,
});

/** As far from UTC as there is, on both sides: the units run in one, and the workflows that use them in the other. */
const inZone = (timeZone) => ({ testEnvironmentOptions: { timeZone } });
const EAST = inZone('Pacific/Kiritimati');
const WEST = inZone('Pacific/Niue');

/** Apart from the others, by commands of their own: what kills, and calls at random. */
const AT_RANDOM = '/random/';

const ofE2e = {
	setupFilesAfterEnv: ['<rootDir>/test/e2e/support/setup.ts'],
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.mjs',
	globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.mjs',
};

/** @type {import('jest').Config} */
module.exports = {
	// By default jest leaves one core idle, which on two cores is half of them.
	maxWorkers: '100%',
	// What jest does not forget of each file adds up.
	workerIdleMemoryLimit: '2GB',
	// A worker of that size needs longer to end than the usual 500 ms; one that something keeps open never ends.
	workerGracefulExitTimeout: 10_000,
	testSequencer: '<rootDir>/test/support/jest/longFirst.cjs',
	projects: [
		project('unit', ['<rootDir>/test/{credentials,nodes,package,scripts}/**/*.test.ts'], EAST),
		project('sandbox', ['<rootDir>/test/sandbox/**/*.test.ts'], {
			testPathIgnorePatterns: ['<rootDir>/test/sandbox/pages/', AT_RANDOM],
		}),
		// The sandbox's pages, in a browser.
		project('pages', ['<rootDir>/test/sandbox/pages/**/*.test.ts']),
		project('workflows', ['<rootDir>/test/{agents,workflows,live}/**/*.test.ts'], {
			...WEST,
			globalSetup: '<rootDir>/test/workflows/globalSetup.mjs',
		}),
		// Other people's validators, where the machine has them.
		project('validators', ['<rootDir>/test/validators/**/*.test.ts']),
		project('e2e', ['<rootDir>/test/e2e/**/*.test.ts'], {
			...ofE2e,
			testPathIgnorePatterns: [AT_RANDOM],
		}),
		project('random', ['<rootDir>/test/{e2e,sandbox}/random/*.test.ts'], ofE2e),
		// n8n as several processes, where the machine has Redis.
		project('queue', ['<rootDir>/test/queue/**/*.test.ts'], {
			setupFilesAfterEnv: ['<rootDir>/test/queue/support/setup.ts'],
			globalSetup: '<rootDir>/test/queue/support/globalSetup.mjs',
			globalTeardown: '<rootDir>/test/queue/support/globalTeardown.mjs',
		}),
	],
};
