/** For `npm test mutation`: the tests of the nodes that need no n8n, on code that has all mutants in it. */
const { projects } = require('./jest.config.js');

const tested = projects.filter(({ displayName }) =>
	['unit', 'workflows', 'validators'].includes(displayName),
);
/** Of other people's validators, what looks at a file that the nodes write. */
const VALIDATED = { testMatch: ['<rootDir>/test/validators/textPdf.test.ts'] };

/** @type {import('jest').Config} */
module.exports = {
	projects: tested.map((project) => ({
		...project,
		...(project.displayName === 'validators' && VALIDATED),
		transform: { '\\.ts$': '<rootDir>/scripts/test/mutation/transform.cjs' },
		testEnvironment: '<rootDir>/scripts/test/mutation/environment.cjs',
		// The first reach no node; the others take minutes with mutants in the code, and add little to their neighbors.
		testPathIgnorePatterns: [
			'<rootDir>/test/scripts/',
			...['hostilePdfs', 'longList', 'randomForms', 'services'].map((name) => `/${name}.test.ts`),
		],
		// The engine loads the package as it is built; here the sources, which are the ones that are changed.
		moduleNameMapper: { '^.*/dist/((?:nodes|credentials)/.*)\\.js$': '<rootDir>/$1.ts' },
	})),
};
