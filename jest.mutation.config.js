/** For `npm test mutation`: the tests of the nodes that need no n8n, on code that has all mutants in it. */
const { projects } = require('./jest.config.js');

const tested = projects.filter(({ displayName }) => ['unit', 'workflows'].includes(displayName));

/** @type {import('jest').Config} */
module.exports = {
	projects: tested.map((project) => ({
		...project,
		transform: { '\\.ts$': '<rootDir>/scripts/test/mutation/transform.cjs' },
		testEnvironment: '<rootDir>/scripts/test/mutation/environment.cjs',
		// They reach no node.
		testPathIgnorePatterns: ['<rootDir>/test/scripts/'],
		// The engine loads the package as it is built; here the sources, which are the ones that are changed.
		moduleNameMapper: { '^.*/dist/((?:nodes|credentials)/.*)\\.js$': '<rootDir>/$1.ts' },
	})),
};
