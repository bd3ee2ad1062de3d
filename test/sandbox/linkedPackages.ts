import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../sandbox/package.json';

const PACKAGES = path.join(__dirname, '../../node_modules');

/** The repository's packages in a folder, but only those that the sandbox's manifest names. */
export function linkPackages(folder: string) {
	for (const name of Object.keys(manifest.dependencies)) {
		const link = path.join(folder, 'node_modules', name);
		mkdirSync(path.dirname(link), { recursive: true });
		symlinkSync(path.join(PACKAGES, name), link, 'junction');
	}
}
