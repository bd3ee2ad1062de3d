import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { npmCommand } from '../setup/npm.mjs';
import { root } from '../setup/setup.mjs';

/** Packs the built package as npm would publish it; answers with the tarball and the files in it. */
export function pack(folder) {
	const [command, args, options] = npmCommand(process.execPath, [
		'pack',
		'--json',
		'--ignore-scripts',
		'--pack-destination',
		folder,
	]);
	const output = execFileSync(command, args, {
		...options,
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [{ filename, files }] = JSON.parse(output);
	return { tarball: path.join(folder, filename), files: files.map((file) => file.path) };
}
