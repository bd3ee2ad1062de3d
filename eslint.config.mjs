/** n8n's rules for the shipped code, as its package scanner applies them; .oxlintrc.json has those for all code. */
import { config } from '@n8n/node-cli/eslint';

export default config.map((entry) =>
	// ESLint takes no pattern with "./" for a file.
	entry.files
		? { ...entry, files: entry.files.map((pattern) => pattern.replace(/^\.\//, '')) }
		: entry,
);
