import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { nameIn } from '../../scripts/generate/repository.ts';

const { repository, scripts } = manifest;
const OURS = new RegExp(
	`^https://(?:raw\\.githubusercontent|github)\\.com/${nameIn(repository.url)}/(?:(?:blob|tree)/)?main/`,
);

const pages = globSync(['*.md', 'docs/*.md', 'sandbox/*.md', 'examples/*.md']).map((file) => ({
	file,
	text: readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, ''),
}));

/** As GitHub makes them of headings. */
function anchorsIn(file: string): string[] {
	const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm);
	return [...headings].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Where a link leads in this repository; undefined when it leads elsewhere. */
function placeOf(link: string, from: string): { file: string; anchor?: string } | undefined {
	const [address, anchor] = link.split('#') as [string, string?];
	if (OURS.test(address)) return { file: address.replace(OURS, ''), anchor };
	if (/^\w+:/.test(address)) return undefined;
	return { file: address === '' ? from : path.join(path.dirname(from), address), anchor };
}

it.each(pages)('$file leads nowhere that is not there', ({ file, text }) => {
	const written = text.matchAll(/\]\(([^)\s]+)\)|\s(?:src|srcset|href)="([^"\s]+)"/g);
	const links = [...written].map(([, link, attribute]) => (link ?? attribute)!);
	const broken = links.filter((link) => {
		const place = placeOf(link, file);
		if (!place) return false;
		if (!existsSync(place.file)) return true;
		return place.anchor !== undefined && !anchorsIn(place.file).includes(place.anchor);
	});
	expect(broken).toEqual([]);
});

it('the README leads somewhere', () => {
	const { text } = pages.find(({ file }) => file === 'README.md')!;
	expect(text.match(/\]\(/g)?.length).toBeGreaterThan(30);
});

it.each(pages)('$file names only commands that exist', ({ text }) => {
	const named = [...text.matchAll(/npm run ([a-z][\w:]*)/g)].map(([, name]) => name!);
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it.each(pages)('$file names only files that exist', ({ text }) => {
	const named = [
		...text.matchAll(/`((?:bench|docs|examples|nodes|sandbox|scripts|test)\/[\w./-]+)`/g),
	];
	expect(named.map(([, name]) => name!).filter((name) => !existsSync(name))).toEqual([]);
});

it('every page in docs is found from the README or from a page that it leads to', () => {
	const found = new Set(['README.md']);
	for (const file of found) {
		const { text } = pages.find((page) => page.file === file) ?? { text: '' };
		for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
			const place = placeOf(link!, file);
			if (place?.file.endsWith('.md')) found.add(place.file);
		}
	}
	const inDocs = pages.map(({ file }) => file).filter((file) => file.startsWith('docs/'));
	expect(inDocs.filter((file) => !found.has(file))).toEqual([]);
});

it('every picture in docs is shown by a page', () => {
	const shown = pages.map(({ text }) => text).join('\n');
	const images = globSync('docs/*.{png,svg}').map((file) => path.basename(file));
	expect(images.filter((name) => !shown.includes(name))).toEqual([]);
});
