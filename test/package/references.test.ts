import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const page = 'interface.md';
const contract = readFileSync(path.join('docs', page), 'utf8');

/** Every text that we write ourselves. */
const texts = globSync([
	'*.{md,js,mjs}',
	'.github/**/*.{md,yml,yaml}',
	'{nodes,credentials,sandbox,test,scripts,bench,docs,examples}/**/*.{ts,js,mjs,cjs,json,md,yml}',
]).filter((file) => !/node_modules|\bdist\b|package-lock\.json$/.test(file));

/** `2.5` and `5.8`: a heading by its number, or a rule of a numbered list below it. */
const places = placesIn(contract);

function placesIn(markdown: string): Set<string> {
	const found = new Set<string>();
	let heading = '';
	for (const line of markdown.split('\n')) {
		const [, part, rule] = /^(?:#+ (\d+(?:\.\d+)?)\b|(\d+)\. )/.exec(line) ?? [];
		if (part) heading = part;
		if (part ?? (rule && heading)) found.add(part ?? `${heading}.${rule}`);
	}
	return found;
}

const number = String.raw`\d+(?:\.\d+)?(?![.\d]*\d)`;
const series = `${number}(?:(?:, rule |, | and | to )${number})*`;

/** The places that a text names: `interface.md part 6`, `interface.md 2.1 to 2.4 and 4.3`, `… 2.5, rule 1`. */
function referencesIn(
	text: string,
	before = `${page.replace('.', '\\.')},? (?:parts? )?`,
): string[] {
	const inOneLine = text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
	const matches = inOneLine.matchAll(new RegExp(`${before}(${series})`, 'gi'));
	return [...matches].flatMap(([, named = '']) =>
		named.replaceAll(', rule ', '.').split(/, | and | to /),
	);
}

function strayIn(references: string[]): string[] {
	return references.filter((place) => !places.has(place));
}

describe('every text', () => {
	const read = texts.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
	/** In every evidence package. */
	const written = 'verify.md';
	const pages = read.map(({ file }) => path.basename(file)).filter((name) => name.endsWith('.md'));

	it('names only parts that the contract has', () => {
		const faults = read.flatMap(({ file, text }) =>
			strayIn(referencesIn(text)).map((place) => `${file}: ${place}`),
		);
		expect(faults).toEqual([]);
		expect(read.flatMap(({ text }) => referencesIn(text)).length).toBeGreaterThan(150);
	});

	it('names only pages that are in this repository', () => {
		const faults = read.flatMap(({ file, text }) =>
			[...text.matchAll(/[\w-]+\.md\b/g)]
				.filter(([name]) => name !== written && !pages.includes(name))
				.map(([name]) => `${file}: ${name}`),
		);
		expect(faults).toEqual([]);
	});
});

it('the contract refers to parts of its own', () => {
	// Three digits in brackets are a status.
	const own = referencesIn(contract, String.raw`(?:parts? |\((?!\d{3}))`);
	expect(own.length).toBeGreaterThan(30);
	expect(strayIn(own)).toEqual([]);
});
