import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';

it.each([
	['unit', 'keyKind'],
	['sandbox', 'largeDocuments'],
	['pages', 'placement'],
	['validators', 'pdfsig'],
	['workflows', 'upload.operation'],
	['e2e', 'server'],
])('npm test %s %s runs that one file', (group, word) => {
	expect(filesRunBy(group, word)).toEqual([word]);
});

it.each([
	['hostile', 'hostile'],
	['kill', 'kill'],
	['queue', 'queueMode'],
	['soak', 'soak'],
	['surge', 'surge'],
	['operating', 'operating'],
])('npm test %s runs %s alone', (group, file) => {
	expect(filesRunBy(group)).toEqual([file]);
});

it('pages and comments name only groups that exist', () => {
	const { status, stderr } = spawnSync('node', ['scripts/test.mjs', 'nonsense']);
	const [, known] = /"nonsense". Choose one of (.*), or/.exec(stderr.toString())!;
	expect(status).toBe(1);
	const files = globSync(['*.{md,js}', 'docs/*.md', 'scripts/**/*.mjs', 'test/*/*.ts']);
	const named = files.flatMap((file) => [
		...readFileSync(file, 'utf8').matchAll(/`(?:\w+=\S+ )?npm test (\w+)/g),
	]);
	const groups = new Set(named.map(([, group]) => group!));
	expect(groups).toContain('compat');
	expect(known!.split(', ')).toEqual(expect.arrayContaining([...groups]));
});

it('npm test mutation names only files that exist', () => {
	const program = `import { EQUIVALENT, MUTATED } from './scripts/test/mutations.mjs';
const files = MUTATED.flatMap(({ file, tests }) => [file, ...tests]);
console.log(JSON.stringify([...files, ...Object.keys(EQUIVALENT)]));`;
	const args = ['--input-type=module', '--eval', program];
	const files = JSON.parse(execFileSync('node', args, { encoding: 'utf8' })) as string[];
	expect(files.length).toBeGreaterThan(20);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

function filesRunBy(group: string, ...more: string[]): string[] | null {
	const listed = execFileSync('node', ['scripts/test.mjs', group, ...more, '--listTests'], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return listed.toString().match(/[^/\\]+(?=\.test\.ts$)/gm);
}
