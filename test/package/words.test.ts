/** Words that readers stumbled over, kept out of everything that a user reads. A short list, no style police. */
import { globSync, readFileSync } from 'node:fs';

/** What to say instead. */
const WORDS: Array<[pattern: RegExp, instead: string]> = [
	[/\bwhoever\b/i, 'the passive, or the actor by name'],
	[/\b(?:no|some|any|every)body\b/i, 'no one, someone, anyone, everyone'],
	[/\b(?:tells?|told|telling)\b/i, 'say, show, report, return, warn'],
	[/\bin place of\b/i, 'instead of'],
	[/\ball the same\b/i, 'anyway'],
	[/\bwithout a word\b/i, 'silently'],
	[/\bknown again\b/i, 'recognised'],
	[/\bon wish\b/i, 'optionally'],
	[/\bmend(?:s|ed|ing)?\b/i, 'fix'],
	[/\belse than\b/i, 'other than'],
	[/\bbelongs? into\b/i, 'belongs in'],
	[/\bpark(?:s|ed|ing)?\b/i, 'wait; waiting execution'],
	[/\bflows?\b(?! control)/i, 'workflow'],
	[/\bE-Mail\b/i, 'email'],
];

/** The contract is not ours to word. */
const CONTRACT = 'docs/interface.md';

const texts = globSync([
	...['*.md', 'docs/*.md', 'sandbox/*.md', 'examples/**/*.json', 'nodes/**/*.ts'],
	'sandbox/{flags,**/*.texts,**/texts/en,mail/*}.ts',
])
	.filter((file) => file !== CONTRACT)
	.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }));

it.each(WORDS)('no text says %s', (pattern, instead) => {
	const found = texts.flatMap(({ file, lines }) =>
		lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
	);
	expect({ instead, found }).toEqual({ instead, found: [] });
});
