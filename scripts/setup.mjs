/**
 * Everything a fresh clone needs before the first command: Node 24 and the packages.
 * Built-ins only, and nothing newer than Node 20, because this runs before anything is installed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, fetchOnce } from './cache.mjs';
import { SetupError } from './command.mjs';
import { npm } from './npm.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const OLDEST_NODE = 20;
const NEEDED_NODE = 24;
const BROUGHT_NODE = '24.21.0';
const stampFile = path.join(root, 'node_modules', '.setup-stamp');

const major = Number(process.versions.node.split('.')[0]);

export function requireRecentNode() {
	if (major >= OLDEST_NODE) return;
	throw new SetupError(
		`Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE} or newer from nodejs.org and run the command again.`,
	);
}

/** Brings Node 24 and node_modules, and answers with the environment to run everything else in. */
export async function prepare() {
	requireRecentNode();
	const node = major >= NEEDED_NODE ? process.execPath : await bringNode();
	const env = { ...process.env, PATH: path.dirname(node) + path.delimiter + process.env.PATH };
	await installPackages(node, env);
	return { node, env };
}

/** The same names as the npm package `node` uses for its binaries. */
function nodePackage() {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	return `${prefix}-${platform}-${process.arch}`;
}

async function bringNode() {
	const name = nodePackage();
	const folder = path.join(cacheFolder(), `${name}-${BROUGHT_NODE}`);
	const what = `Node ${BROUGHT_NODE}`;
	await fetchOnce({
		folder,
		what,
		fill: async (unfinished) => {
			writeFileSync(path.join(unfinished, 'package.json'), '{ "private": true }\n');
			await npm({
				args: ['install', '--ignore-scripts', `${name}@${BROUGHT_NODE}`],
				node: process.execPath,
				cwd: unfinished,
				env: process.env,
				doing: `Fetching ${what} (this machine runs ${process.versions.node})`,
				what,
				size: '200 MB',
			});
		},
	});
	const executable = process.platform === 'win32' ? 'node.exe' : 'node';
	return path.join(folder, 'node_modules', name, 'bin', executable);
}

async function installPackages(node, env) {
	const lock = readFileSync(path.join(root, 'package-lock.json'));
	const stamp = createHash('sha256').update(lock).update(nodePackage()).digest('hex');
	if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

	await npm({
		// Without install scripts: all that need a binary bring it, and scripts would try to download.
		args: ['ci', '--ignore-scripts'],
		node,
		cwd: root,
		env,
		doing: 'Installing packages',
		what: 'The packages',
		size: '1.5 GB',
	});
	writeFileSync(stampFile, stamp);
}
