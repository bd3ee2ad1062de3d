import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from './setup.mjs';

/** Packs the built package as npm would publish it; answers with the tarball and the files in it. */
export function pack(folder) {
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const cli = process.env.npm_execpath;
	const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
	const output = cli?.endsWith('.js')
		? execFileSync(process.execPath, [cli, ...args], options)
		: execFileSync('npm', args, { ...options, shell: process.platform === 'win32' });
	const [{ filename, files }] = JSON.parse(output);
	return { tarball: path.join(folder, filename), files: files.map((file) => file.path) };
}
