import { spawnSync } from 'node:child_process';
import {
	cpSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const script = path.resolve('scripts/package/release.mjs');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'sandbox/package.json'];
const PICTURES = 'docs/pictures.json';

const folder = mkdtempSync(path.join(tmpdir(), 'esignature-release-'));
const original = path.join(folder, 'original');
let clone = original;

/** The files that a release concerns, in a repository of their own. */
beforeAll(() => {
	mkdirSync(path.join(clone, 'sandbox'), { recursive: true });
	for (const file of FILES) cpSync(file, path.join(clone, file));
	mkdirSync(path.join(clone, 'docs'));
	writeFileSync(path.join(clone, PICTURES), '{ "film": { "shows": "a", "taken": "a" } }');
	rewrite('CHANGELOG.md', (text) => text.replace(/^## \S+ \(.+\)$/m, `## ${version} (unreleased)`));
	git('init', '--quiet', '--initial-branch', 'main');
	git('config', 'user.name', 'Test');
	git('config', 'user.email', 'test@example.com');
	git('add', '.');
	git('commit', '--quiet', '--message', 'All');
});

beforeEach(() => {
	clone = mkdtempSync(path.join(folder, 'clone-'));
	cpSync(original, clone, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

function git(...args: string[]): string {
	const { status, stdout, stderr } = spawnSync('git', args, { cwd: clone, encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr);
	return stdout.trim();
}

function rewrite(file: string, change: (text: string) => string): void {
	const place = path.join(clone, file);
	writeFileSync(place, change(readFileSync(place, 'utf8')));
}

function release(...args: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
		cwd: clone,
		encoding: 'utf8',
	});
	return { status, says: (stdout + stderr).trim() };
}

it('prepares a release, which then passes the check of the workflow', () => {
	const done = release(version);
	expect(done).toMatchObject({ status: 0 });
	expect(done.says).toContain('git push --follow-tags');
	expect(git('tag')).toBe(`v${version}`);
	expect(git('status', '--porcelain')).toBe('');
	expect(release('check', `v${version}`)).toMatchObject({ status: 0 });
	expect(readFileSync(path.join(clone, 'CHANGELOG.md'), 'utf8')).toMatch(
		/^## \S+ \(\d{4}-\d\d-\d\d\)$/m,
	);
});

it('sets a new version in both packages and the lock file', () => {
	rewrite('CHANGELOG.md', (text) =>
		text.replace(/^## /m, '## 9.8.7 (unreleased)\n\n- More.\n\n## '),
	);
	git('commit', '--quiet', '--all', '--message', 'More');
	expect(release('9.8.7')).toMatchObject({ status: 0 });
	for (const file of FILES.filter((name) => name.endsWith('.json'))) {
		const { version: written } = JSON.parse(readFileSync(path.join(clone, file), 'utf8')) as {
			version: string;
		};
		expect([file, written]).toEqual([file, '9.8.7']);
	}
	expect(git('diff', '--stat', 'HEAD~1')).toMatch(
		/4 files changed, 6 insertions\(\+\), 6 deletions/,
	);
	expect(release('notes', 'v9.8.7')).toEqual({ status: 0, says: '- More.' });
	expect(release('check', 'v9.8.7')).toMatchObject({ status: 0 });
});

it('changes nothing in a dry run, and prints what it would do', () => {
	const { status, says } = release(version, '--dry-run');
	expect(status).toBe(0);
	expect(says).toContain(`commit and tag v${version}`);
	expect([git('status', '--porcelain'), git('tag')]).toEqual(['', '']);
});

it.each<[string, string[], () => void, RegExp]>([
	['without a version', [], () => undefined, /Say which version/],
	['of something that is no version', ['next'], () => undefined, /Say which version/],
	['that CHANGELOG does not know', ['7.7.7'], () => undefined, /says nothing about 7\.7\.7/],
	['twice', [version], () => void release(version), /was released/],
	[
		'with changes that are not committed',
		[version],
		() => rewrite('package.json', (text) => `${text}\n`),
		/not committed/,
	],
	[
		'with a picture of an earlier form',
		[version],
		() => {
			rewrite(PICTURES, (text) => text.replace('"a"', '"b"'));
			git('commit', '--quiet', '--all', '--message', 'Other forms');
		},
		/stale: film\. Run/,
	],
	['over a tag', [version], () => void git('tag', `v${version}`), /a tag v\S+ already/],
])('refuses a release %s', (_title, args, before, reason) => {
	before();
	const { status, says } = release(...args);
	expect(status).toBe(1);
	expect(says).toMatch(reason);
});

it.each<[string, string, () => void, RegExp]>([
	['another tag', 'v9.9.9', () => undefined, /The tag says 9\.9\.9, and package\.json says/],
	['no tag', 'main', () => undefined, /Say which tag/],
	['no date', `v${version}`, () => undefined, /no date/],
	[
		'a newer section in CHANGELOG',
		`v${version}`,
		() => rewrite('CHANGELOG.md', (text) => text.replace(/^## /m, '## 9.9.9 (2026-01-01)\n\n## ')),
		/CHANGELOG\.md begins with 9\.9\.9/,
	],
	[
		'another version of the sandbox',
		`v${version}`,
		() =>
			rewrite('sandbox/package.json', (text) =>
				text.replace(/"version": ".*"/, '"version": "0.0.1"'),
			),
		/sandbox\/package\.json says 0\.0\.1/,
	],
])('stops the workflow at %s', (_title, tag, before, reason) => {
	before();
	const { status, says } = release('check', tag);
	expect(status).toBe(1);
	expect(says).toMatch(reason);
});

it('workflows name the actions that they use by commit', () => {
	const files = globSync('.github/workflows/*.yml');
	expect(files).toHaveLength(3);
	for (const file of files) {
		const used = readFileSync(file, 'utf8').match(/uses: .*/g) ?? [];
		expect(used.length).toBeGreaterThanOrEqual(2);
		for (const one of used) expect(one).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});
