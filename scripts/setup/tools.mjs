import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** Tools that are not called like their packages. */
const PACKAGES = { tsc: 'typescript7', 'n8n-generate-metadata': 'n8n-core' };

/** The script behind a tool's command, so that it runs on the Node we choose, on any platform. */
export function toolPath(name) {
	const folder = packageFolder(PACKAGES[name] ?? name);
	const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** As Node itself looks: beside our code, then in the folders of NODE_PATH, with which `npm start` adds n8n's. */
function packageFolder(name) {
	const own = path.join(root, 'node_modules', name);
	const others = process.env.NODE_PATH?.split(path.delimiter) ?? [];
	return [own, ...others.map((folder) => path.join(folder, name))].find(existsSync) ?? own;
}
