import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import manifest from '../../package.json';
import core from '../../scripts/test/mutation/core.json';

it('groups name only files that exist, and each has its command', () => {
	const groups = readFileSync('scripts/test/testGroups.mjs', 'utf8');
	const files = groups.match(/test\/[\w/.]+\.ts/g)!;
	expect(files.length).toBeGreaterThan(5);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
	const long = Object.entries(manifest.scripts).filter(([name]) => name.startsWith('test:'));
	for (const [name, command] of long) {
		expect(command).toBe(`node scripts/test.mjs ${name.slice('test:'.length)}`);
	}
});

it('npm test leaves out what is random, and no other test throws dice', () => {
	const projects = ['unit', 'sandbox', 'pages', 'validators', 'workflows', 'e2e'];
	const required = pathsListedBy('scripts/run.mjs', 'jest', '--selectProjects', ...projects);
	expect(required.length).toBeGreaterThan(200);
	expect(required.filter((file) => file.includes('/random/'))).toEqual([]);
	const dice = globSync('test/**/*.ts').filter((file) =>
		/Math\.random\(/.test(readFileSync(file, 'utf8')),
	);
	expect(dice).toEqual([]);
});

it('random tests begin with another seed each time, and say how to repeat a failure', () => {
	const run = (SEED?: string) => {
		const env = { ...process.env, SEED };
		const args = ['scripts/test.mjs', 'random', '--config', 'missing'];
		const { stdout, stderr } = spawnSync('node', args, { env, encoding: 'utf8' });
		return { seed: /The seed is (\d+)\./.exec(stdout)?.[1], stderr };
	};
	const [{ seed, stderr }, again] = [run(), run('7')];
	expect(Number(seed)).toBeGreaterThan(7);
	expect(stderr).toContain(`SEED=${seed} npm run test:random -- --config missing`);
	expect(again.seed).toBe('7');
});

it('pages and comments name only groups that exist', () => {
	const { status, stderr } = spawnSync('node', ['scripts/test.mjs', 'nonsense']);
	const [, known] = /"nonsense". Choose one of (.*), or/.exec(stderr.toString())!;
	expect(status).toBe(1);
	const files = globSync(['*.{md,js}', 'docs/*.md', 'scripts/**/*.mjs', 'test/*/*.ts']);
	const named = files.flatMap((file) => [
		...readFileSync(file, 'utf8').matchAll(/`(?:\w+=\S+ )?npm (?:test |run test:)(\w+)/g),
	]);
	const groups = new Set(named.map(([, group]) => group!));
	expect(groups).toContain('compat');
	expect(known!.split(', ')).toEqual(expect.arrayContaining([...groups]));
});

it('CI runs commands that exist, and at night all that npm test leaves out', () => {
	const workflows = globSync('.github/workflows/*.yml').map((file) => readFileSync(file, 'utf8'));
	const all = workflows.join('\n');
	const [, list = ''] = /suite: \[(.*)\]/.exec(all) ?? [];
	const suites = list.split(', ').map((suite) => `test:${suite}`);
	const run = [...all.matchAll(/npm run (?:--silent )?([a-z:]+)(?=\s|$)/gm)].map(
		([, name]) => name!,
	);
	expect([...suites, ...run].filter((name) => !(name in manifest.scripts))).toEqual([]);
	// They need a key of the service, a Python library, or hours.
	const byHand = ['test:live', 'test:templates', 'test:mutation', 'test:all'];
	const others = Object.keys(manifest.scripts).filter((name) => name.startsWith('test:'));
	expect([...suites, ...byHand].sort()).toEqual(others.sort());
});

it('npm test mutation finds the code that it calls the core', () => {
	expect(core.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});

function pathsListedBy(script: string, ...args: string[]): string[] {
	// Before the others, because jest takes all that follow --selectProjects for projects.
	const [group = '', ...words] = args;
	const listed = execFileSync('node', [script, group, '--listTests', ...words], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return listed.toString().match(/^.+\.test\.ts$/gm) ?? [];
}
