import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** The script behind a tool's command, so that it runs on the Node we choose, on any platform. */
export function toolPath(name, packageName = name) {
	const folder = path.join(root, 'node_modules', packageName);
	const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}
