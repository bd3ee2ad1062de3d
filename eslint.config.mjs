import { config as n8nConfig } from '@n8n/node-cli/eslint';
import { globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'];

/** n8n's rules, as its package scanner applies them, to the shipped code alone. */
const n8nRules = n8nConfig.map((entry) =>
	entry.files ? { ...entry, files: entry.files.flatMap(withinShipped) } : entry,
);

function withinShipped(pattern) {
	return pattern === '**/*.ts' ? shipped.slice(0, 2) : [pattern.replace(/^\.\//, '')];
}

export default tseslint.config(
	globalIgnores(['**/dist', 'coverage', '.tmp']),
	...n8nRules,
	{
		files: ['sandbox/**/*.ts', 'scripts/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.tools.json' } },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			// Fastify and jest take async callbacks where their types say void.
			'@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
		},
	},
	{
		files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
		extends: [tseslint.configs.recommended],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		// Loaded by the sandbox's pages, in a browser.
		files: ['sandbox/pages/assets/*.js'],
		languageOptions: { sourceType: 'script', globals: globals.browser },
		rules: { 'no-undef': 'error' },
	},
);
