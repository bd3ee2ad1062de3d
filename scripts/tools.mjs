import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './setup.mjs';

/** The script behind a tool's command, so that it runs on the Node we choose, on any platform. */
export function toolPath(name, packageName = name) {
	const manifest = createRequire(`${root}/`).resolve(`${packageName}/package.json`);
	const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
	return path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
}
