/** The log lines that docs/operating.md alerts on are what these nodes and n8n write. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PreparedN8n } from './support/scene.ts';

const { command } = JSON.parse(process.env.PREPARED_N8N!) as PreparedN8n;
const [, table = ''] =
	/## What to alert on\n(.*?)\n## /s.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];

/** The quoted lines in the rows for this log. */
const linesOf = (log: string) =>
	[...table.matchAll(/^\| Log of ([^,|]+), \w+ +\| `([^`]+)`/gm)].flatMap(([, of, line]) =>
		of === log ? [line!] : [],
	);

const textOf = (folder: string, files: string) =>
	globSync(files, { cwd: folder })
		.map((file) => readFileSync(path.join(folder, file), 'utf8'))
		.join('\n');

/** What stands in a template, such as a status. */
const withPlaceholders = (line: string) =>
	new RegExp(line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+/g, '(?:$&|\\$\\{\\w+\\})'));

it('every row about a log says whose it is', () => {
	const rows = table.split('\n').filter((row) => /^\| Log\b/.test(row));
	expect(rows).toHaveLength(linesOf('these nodes').length + linesOf('n8n').length);
});

it('these nodes write what is quoted as theirs', () => {
	const calls = [...textOf('nodes', '**/*.ts').matchAll(/logger\.\w+\((.*?)\);\n/gs)];
	const written = calls.map(([, call]) => call).join('\n');
	const lines = linesOf('these nodes');
	expect(lines.length).toBeGreaterThan(3);
	expect(lines.filter((line) => !withPlaceholders(line).test(written))).toEqual([]);
});

it('n8n, its queue and its database driver write what is quoted as theirs', () => {
	const folderOf = (name: string) => path.dirname(createRequire(command).resolve(name));
	const written = [
		textOf(path.resolve(command, '../../dist/scaling'), '**/*.js'),
		textOf(folderOf('bull'), 'lib/scripts/*.js'),
		textOf(folderOf('pg-pool'), '**/index.js'),
	].join('\n');
	const lines = linesOf('n8n');
	expect(lines.length).toBeGreaterThan(2);
	expect(lines.filter((line) => !written.includes(line))).toEqual([]);
});
