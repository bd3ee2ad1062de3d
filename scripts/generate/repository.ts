/** The repository's own address: `repository` in package.json, from which every other text takes it. */
import { globSync, readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };

const GITHUB = /(?<=github(?:usercontent)?\.com[/:])[\w.-]+\/[\w-]+/;

/** All that can name it. */
export function texts(): string[] {
	return globSync([
		'*.{md,json,js,mjs}',
		'.github/**/*.{md,yml}',
		'{bench,credentials,docs,examples,nodes,sandbox,scripts,test}/**/*.{ts,js,mjs,cjs,json,md,yaml,html}',
	]).filter((file) => !/node_modules|\bdist\b|package-lock\.json$/.test(file));
}

/** By file, its text with this owner and name in place of those that were written before. */
export function repositoryAddresses(to = nameIn(manifest.repository.url)): Map<string, string> {
	const from = nameIn(readFileSync('credentials/ESignatureApi.credentials.ts', 'utf8'));
	const [oldMail, newMail] = [from, to].map((name) => name.replace(/\/.*/, '@users.noreply.'));
	const renamed = texts().map((file) => {
		const text = readFileSync(file, 'utf8');
		const address = new RegExp(GITHUB, 'g');
		const after = text.replace(address, (name) => (name === from ? to : name));
		return { file, text, after: after.replaceAll(oldMail!, newMail!) };
	});
	const stale = renamed.filter(({ text, after }) => after !== text);
	return new Map(stale.map(({ file, after }) => [file, after]));
}

export function nameIn(text: string): string {
	return GITHUB.exec(text)?.[0] ?? '';
}
