/** `npm test compat`: apart from the other tests, because it fetches more n8n of 3 GB each. */
const { projects } = require('./jest.config.js');

const e2e = projects.find(({ displayName }) => displayName === 'e2e');

/** @type {import('jest').Config} */
module.exports = {
	...e2e,
	displayName: 'compat',
	testMatch: [
		'<rootDir>/test/compat/**/*.test.ts',
		// In the newest version.
		'<rootDir>/test/e2e/{editor,panel}.test.ts',
	],
	globalSetup: '<rootDir>/test/compat/globalSetup.mjs',
	globalTeardown: '<rootDir>/test/compat/globalTeardown.mjs',
};
