/**
 * `npm run release <version>`: makes the commit and the tag that the publishing workflow waits for; with
 * `--dry-run` it only prints what it would do. The workflow itself asks `check <tag>` and `notes <tag>`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { stalePictures } from '../browser/stalePictures.mjs';
import { main, SetupError } from '../setup/command.mjs';

const USAGE = 'Say which version: npm run release 0.2.0, or npm run release 0.2.0 -- --dry-run.';
const PACKAGES = ['package.json', 'sandbox/package.json'];
const CHANGELOG = 'CHANGELOG.md';
/** As in `## 0.1.0 (unreleased)` and `## 0.1.0 (2026-11-15)`. */
const HEADING = /^## (\S+) \((.+)\)$/gm;

await main(() => {
	const args = process.argv.slice(2);
	const [command, tag] = args.filter((arg) => arg !== '--dry-run');
	if (command === 'check') return check(tag);
	if (command === 'notes') return print(notesOf(versionOf(tag)));
	return prepare(command, { isDryRun: args.includes('--dry-run') });
});

function prepare(version, { isDryRun }) {
	if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '')) throw new SetupError(USAGE);
	const { state } = sectionOf(version);
	if (state !== 'unreleased') {
		throw new SetupError(`${CHANGELOG} says that ${version} was released: ${state}.`);
	}
	if (git('status', '--porcelain') !== '') {
		throw new SetupError('There are changes that are not committed. Commit or remove them first.');
	}
	if (git('tag', '--list', `v${version}`) !== '') {
		throw new SetupError(`There is a tag v${version} already.`);
	}
	const stale = stalePictures();
	if (stale.length > 0) {
		throw new SetupError(
			`These pictures in docs/ are stale: ${stale.join(', ')}. Run npm run pictures and npm run film.`,
		);
	}
	const today = new Date().toISOString().slice(0, 10);
	const steps = `${PACKAGES.join(', ')}: version ${version}\n${CHANGELOG}: ${version} (${today})\ncommit and tag v${version}`;
	if (isDryRun) return print(`Would change and do:\n${steps}`);

	setVersions(version);
	const changelog = readFileSync(CHANGELOG, 'utf8');
	const heading = `## ${version} (unreleased)`;
	writeFileSync(CHANGELOG, changelog.replace(heading, `## ${version} (${today})`));
	git('commit', '--all', '--message', `chore: Release ${version}`);
	git('tag', '--annotate', `v${version}`, '--message', version);
	return print(`Done:\n${steps}\n\nNow: git push --follow-tags`);
}

function setVersions(version) {
	for (const file of PACKAGES) rewrite(file, (its) => ({ ...its, version }));
	rewrite('package-lock.json', (lock) => {
		const { '': root, sandbox } = lock.packages;
		const ours = { '': { ...root, version }, sandbox: { ...sandbox, version } };
		return { ...lock, version, packages: { ...lock.packages, ...ours } };
	});
}

function rewrite(file, change) {
	const changed = change(JSON.parse(readFileSync(file, 'utf8')));
	writeFileSync(file, `${JSON.stringify(changed, null, '\t')}\n`);
}

/** What the workflow must not publish. */
function check(tag) {
	const version = versionOf(tag);
	for (const file of PACKAGES) {
		const { version: written } = JSON.parse(readFileSync(file, 'utf8'));
		if (written !== version) {
			throw new SetupError(`The tag says ${version}, and ${file} says ${written}.`);
		}
	}
	const [newest] = sections();
	if (newest?.version !== version) {
		throw new SetupError(
			`The tag says ${version}, and ${CHANGELOG} begins with ${newest?.version}.`,
		);
	}
	if (!/^\d{4}-\d{2}-\d{2}$/.test(newest.state)) {
		throw new SetupError(`${CHANGELOG} has no date for ${version}: ${newest.state}.`);
	}
	return print(`${tag}: package.json and ${CHANGELOG} agree.`);
}

function notesOf(version) {
	return sectionOf(version).text;
}

function sectionOf(version) {
	const section = sections().find((one) => one.version === version);
	if (section) return section;
	throw new SetupError(`${CHANGELOG} says nothing about ${version}. Write it there first.`);
}

/** The newest first. */
function sections() {
	const changelog = readFileSync(CHANGELOG, 'utf8');
	const headings = [...changelog.matchAll(HEADING)];
	return headings.map(({ 0: line, 1: version, 2: state, index }, place) => ({
		version,
		state,
		text: changelog.slice(index + line.length, headings[place + 1]?.index).trim(),
	}));
}

function versionOf(tag) {
	if (!tag?.startsWith('v')) throw new SetupError('Say which tag, as in v0.1.0.');
	return tag.slice(1);
}

function git(...args) {
	const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
	if (status === 0) return stdout.trim();
	throw new SetupError(`git ${args[0]} failed: ${stderr.trim()}`);
}

function print(text) {
	console.log(text);
	return 0;
}
