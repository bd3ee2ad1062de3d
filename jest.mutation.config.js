/** For `npm test mutation`, which names the tests itself. */
const { projects } = require('./jest.config.js');

const { transform, setupFilesAfterEnv } = projects[0];

/** @type {import('jest').Config} */
module.exports = {
	transform,
	testEnvironment: 'node',
	setupFilesAfterEnv,
	// The engine loads the package as it is built; here the sources, which are the ones that are changed.
	moduleNameMapper: { '^.*/dist/((?:nodes|credentials)/.*)\\.js$': '<rootDir>/$1.ts' },
};
