/** The n8n that `npm start` and the tests run, from which the images and texts of the same n8n take their version. */
import { globSync, readFileSync } from 'node:fs';
import manifest from '../n8n/newest/package.json' with { type: 'json' };

/** As an image, and as the example in the form for bugs. */
const NAMED = /(?<=n8nio\/n8n:|placeholder: .*\bn8n )\d+\.\d+\.\d+/g;

/** By file, its text with this version in place of the one that was written before. */
export function pinnedN8n(version = manifest.dependencies.n8n): Map<string, string> {
	const files = globSync(['{examples,sandbox}/**/compose.yaml', '.github/ISSUE_TEMPLATE/*.yml']);
	const texts = files
		.filter((file) => !file.includes('node_modules'))
		.map((file) => [file, readFileSync(file, 'utf8')] as const)
		.map(([file, text]) => ({ file, text, after: text.replace(NAMED, version) }));
	return new Map(
		texts.filter(({ text, after }) => after !== text).map(({ file, after }) => [file, after]),
	);
}
