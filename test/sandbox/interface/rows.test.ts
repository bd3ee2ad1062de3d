import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { part2 } from './part2.ts';
import { part3 } from './part3.ts';
import { part4 } from './part4.ts';
import { part10 } from './part10.ts';
import { part5, part6, part7, part8, part9 } from './part5to9.ts';

const ROWS = Object.entries({
	...part2,
	...part3,
	...part4,
	...part5,
	...part6,
	...part7,
	...part8,
	...part9,
	...part10,
});
const folder = path.join(__dirname, '..');

/** `describe › test`, or the test alone where it stands outside of any block, as prettier lays it out. */
function titlesIn(source: string): string[] {
	let block: string | undefined;
	const titles: string[] = [];
	for (const match of source.matchAll(/(describe|test|\))\(\s*'((?:[^'\\]|\\.)*)'/g)) {
		const [, call, title = ''] = match;
		const line = source.slice(source.lastIndexOf('\n', match.index) + 1, match.index);
		const isNested = line.startsWith('\t');
		if (call === 'describe') block = title;
		else titles.push(isNested && block !== undefined ? `${block} › ${title}` : title);
	}
	return titles;
}

const titles = new Set(
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts'))
		.flatMap((name) => titlesIn(readFileSync(path.join(folder, name), 'utf8'))),
);

describe('Every row of interface.md, parts 2 to 10', () => {
	test.each(ROWS)('%s', (_row, proof) => {
		if (!Array.isArray(proof)) {
			expect(proof.outside).not.toBe('');
			return;
		}
		expect(proof).not.toEqual([]);
		expect(proof.filter((title) => !titles.has(title))).toEqual([]);
	});

	// Counted in interface.md, so that a row cannot get lost here together with its test.
	test.each([
		['2.1', 23],
		['2.2', 12],
		['2.3', 4],
		['2.4', 5],
		['2.5', 17],
		['2.6', 2],
		['2.7', 3],
		['3.1', 9],
		['3.2', 6],
		['4', 3],
		['4.1', 1],
		['4.2', 6],
		['4.3', 12],
		['4.4', 1],
		['4.5', 5],
		['4.6', 7],
		['6', 8],
		['7', 22],
		['8', 11],
		['9', 17],
		['10', 24],
	])('part %s has %i rows', (part, count) => {
		expect(ROWS.filter(([row]) => row.startsWith(`${part} `))).toHaveLength(count);
	});

	test('part 5 has 9 rules', () => {
		expect(ROWS.filter(([row]) => row.startsWith('5.'))).toHaveLength(9);
	});
});
