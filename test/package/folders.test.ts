/** Folders and files that a reader can take in at a glance. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** From here on a run suggests what could move. */
const MANY = 15;
const TOO_MANY = 21;

const files = globSync('{nodes,credentials,sandbox,scripts,test/support}/**/*.{ts,mjs,cjs,js}', {
	exclude: (name) => name === 'node_modules' || name === 'dist',
}).map((file) => file.split(path.sep).join('/'));

const folders = [...new Set(files.map((file) => path.posix.dirname(file)))].map((folder) => ({
	folder,
	names: files
		.filter((file) => path.posix.dirname(file) === folder)
		.map((file) => path.posix.basename(file)),
}));

/** Names the largest group of files that begin with the same word. */
function suggestionFor({ folder, names }: { folder: string; names: string[] }): string {
	const subjectOf = (name: string) => /^[A-Z]?[a-z0-9]*/.exec(name)![0];
	const groups = names.map((name) => names.filter((one) => subjectOf(one) === subjectOf(name)));
	const [largest = []] = groups.sort((one, other) => other.length - one.length);
	const proposal =
		largest.length > 1
			? `${largest.join(', ')} could move to ${folder}/${subjectOf(largest[0]!)}.`
			: 'Look for files with one subject, and move them to a folder of their own.';
	return `${folder} has ${names.length} files. ${proposal}`;
}

it.each([
	[
		['poll.ts', 'listIndex.ts', 'listPage.ts'],
		'listIndex.ts, listPage.ts could move to here/list.',
	],
	[
		['poll.ts', 'scan.ts'],
		'Look for files with one subject, and move them to a folder of their own.',
	],
])('suggests what could move out of a folder with %j', (names, proposal) => {
	const said = suggestionFor({ folder: 'here', names });
	expect(said).toBe(`here has ${names.length} files. ${proposal}`);
});

it('no folder has more files than one can take in', () => {
	const crowded = folders.filter(({ names }) => names.length >= MANY);
	process.stderr.write(crowded.map((one) => `Suggestion: ${suggestionFor(one)}\n`).join(''));
	const tooMany = crowded.filter(({ names }) => names.length >= TOO_MANY);
	expect(tooMany.map(({ folder }) => folder)).toEqual([]);
});

it('no file that is shipped or run has more than 250 lines', () => {
	const long = files
		.filter((file) => /^(nodes|credentials|sandbox)\/.*\.ts$/.test(file))
		.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
		.filter(({ lines }) => lines > 250);
	expect(long).toEqual([]);
});
