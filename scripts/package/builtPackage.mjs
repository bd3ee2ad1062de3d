import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failure, run } from '../setup/command.mjs';
import { pack } from './pack.mjs';
import { root } from '../setup/setup.mjs';
import { toolPath } from '../setup/tools.mjs';

const SOURCES = ['nodes', 'credentials', 'icons'];
const SETTINGS = [
	...['package.json', 'README.md', 'CHANGELOG.md'],
	...['tsconfig.json', 'tsconfig.build.json', 'gulpfile.js'],
];

/** Changes whenever the packed package would. */
export function packageFingerprint() {
	const hash = createHash('sha256');
	const files = SOURCES.flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.join(entry.parentPath, entry.name)),
	);
	for (const file of [...files.sort(), ...SETTINGS.map((name) => path.join(root, name))]) {
		hash.update(path.relative(root, file)).update(readFileSync(file));
	}
	return hash.digest('hex');
}

/** The fingerprint of what `dist` was built from; not in `dist`, where it would be shipped. */
export const stampFile = path.join(root, '.tmp', 'built');

/** For tests of the built package: without this they would silently test old code. */
export async function buildIfStale() {
	const isBuilt = existsSync(stampFile) && existsSync(path.join(root, 'dist'));
	if (!isBuilt || readFileSync(stampFile, 'utf8') !== packageFingerprint()) await build();
}

/**
 * Returns the tarball. `n8nPackages` are those of an n8n: its n8n-core and n8n-workflow serve where ours are not
 * installed, which are 500 packages with all that they need.
 */
export async function buildAndPack(folder, n8nPackages) {
	await build({ ...process.env, NODE_PATH: n8nPackages });
	return pack(folder).tarball;
}

async function build(env = process.env) {
	const gulp = [toolPath('gulp'), 'build', '--silent'];
	const code = await run(process.execPath, gulp, { cwd: root, env });
	if (code !== 0) throw failure(code, 'The nodes do not compile; the compiler says why above.');
}
