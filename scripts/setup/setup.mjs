/**
 * Everything a fresh clone needs before the first command: Node 24 and the packages.
 * Built-ins only, and nothing newer than Node 20, because this runs before anything is installed.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWithBun } from './bun.mjs';
import { cacheFolder } from './cache.mjs';
import { SetupError } from './command.mjs';
import { bringPackage, npm } from './npm.mjs';

export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');

const OLDEST_NODE = 20;
const NEEDED_NODE = 24;
const BROUGHT_NODE = '24.21.0';
/** Says for which lock file, and which of the sets below, the packages were installed. */
const stampFile = path.join(root, 'node_modules', '.setup-stamp');

/** Each has what is in those before it: `running` also builds the nodes, `all` also tests them. */
const SETS = {
	sandbox: { args: ['--omit=dev', '--workspace=sandbox'], size: '100 MB', usually: '15 s' },
	running: { args: ['--omit=dev'], size: '200 MB', usually: '20 s' },
	all: { args: [], size: '1.5 GB', usually: 'less than a minute' },
};

const major = Number(process.versions.node.split('.')[0]);

export function requireRecentNode() {
	if (major >= OLDEST_NODE) return;
	throw new SetupError(
		`Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE} or newer from nodejs.org and run the command again.`,
	);
}

/** Brings Node 24 and node_modules, and answers with the environment to run everything else in. */
export async function prepare({ packages = 'all', doing = 'Installing packages' } = {}) {
	const { node, env } = await prepareNode();
	await installPackages({ node, env, packages, doing });
	return { node, env };
}

/** Node 24 alone, for what needs no packages. */
export async function prepareNode() {
	requireRecentNode();
	const node = major >= NEEDED_NODE ? process.execPath : await bringNode();
	const env = {
		...process.env,
		PATH: path.dirname(node) + path.delimiter + process.env.PATH,
		// What Node has compiled once: n8n alone is started dozens of times by the tests.
		NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled'),
	};
	return { node, env };
}

/** The same names as the npm package `node` uses for its binaries. */
function nodePackage() {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	return `${prefix}-${platform}-${process.arch}`;
}

async function bringNode() {
	const what = `Node ${BROUGHT_NODE}`;
	const folder = await bringPackage({
		name: nodePackage(),
		version: BROUGHT_NODE,
		what,
		doing: `Fetching ${what} (this machine runs ${process.versions.node})`,
		size: '200 MB',
	});
	return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

async function installPackages({ node, env, packages, doing }) {
	const lock = readFileSync(path.join(root, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).update(nodePackage()).digest('hex');
	const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
	const names = Object.keys(SETS);
	const enough = names.slice(names.indexOf(packages));
	if (enough.some((set) => installed === `${hash} ${set}`)) return;

	const { args, size, usually } = SETS[packages];
	const what = `${doing}, usually ${usually}`;
	// To fetch Bun pays only where there is much to install.
	if (packages !== 'all' || !(await installAllWithBun(what))) {
		await npm({
			// Without install scripts: all that need a binary bring it, and scripts would try to download.
			args: ['ci', '--ignore-scripts', ...args],
			node,
			cwd: root,
			env,
			doing: what,
			what: 'The packages',
			size,
		});
	}
	writeFileSync(stampFile, `${hash} ${packages}`);
}

/** In a copy, because Bun needs a lock file with addresses, and ours has none. */
async function installAllWithBun(doing) {
	const copy = path.join(root, '.tmp', `packages-${process.pid}`);
	const manifests = ['.', 'sandbox', 'scripts'].map((folder) => path.join(folder, 'package.json'));
	try {
		for (const file of [...manifests, 'package-lock.json']) {
			cpSync(path.join(root, file), path.join(copy, file));
		}
		if (!(await installWithBun({ cwd: copy, doing }))) return false;
		rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
		renameSync(path.join(copy, 'node_modules'), path.join(root, 'node_modules'));
		return true;
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}
