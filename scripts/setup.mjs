/**
 * Everything a fresh clone needs before the first command: Node 24 and the packages.
 * Built-ins only, and nothing newer than Node 20, because this runs before anything is installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const OLDEST_NODE = 20;
const NEEDED_NODE = 24;
const BROUGHT_NODE = '24.21.0';
const stampFile = path.join(root, 'node_modules', '.setup-stamp');

/** A failure whose message is all that the person needs to read. */
export class SetupError extends Error {}

export function cacheFolder() {
	const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
	return path.join(base, 'n8n-nodes-esignature');
}

/** Brings Node 24 and node_modules, and answers with the environment to run everything else in. */
export async function prepare() {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < OLDEST_NODE) {
		throw new SetupError(
			`Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE} or newer from nodejs.org and run the command again.`,
		);
	}
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
	const executable = process.platform === 'win32' ? 'node.exe' : 'node';
	const binary = path.join(folder, 'node_modules', name, 'bin', executable);
	if (existsSync(binary)) return binary;

	mkdirSync(cacheFolder(), { recursive: true });
	const unfinished = await mkdtemp(`${folder}.unfinished-`);
	writeFileSync(path.join(unfinished, 'package.json'), '{ "private": true }\n');
	try {
		await npm({
			args: ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${BROUGHT_NODE}`],
			node: process.execPath,
			cwd: unfinished,
			env: process.env,
			doing: `Fetching Node ${BROUGHT_NODE} (this machine runs ${process.versions.node})`,
			remedy: `Node ${BROUGHT_NODE} could not be fetched. Check the network connection, or install Node ${NEEDED_NODE} yourself, and run the command again.`,
		});
		// Renamed only when whole; a second clone that was faster has left the same thing there.
		await rename(unfinished, folder).catch((error) => {
			if (!existsSync(binary)) throw error;
		});
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
	return binary;
}

async function installPackages(node, env) {
	const lock = readFileSync(path.join(root, 'package-lock.json'));
	const stamp = createHash('sha256').update(lock).update(nodePackage()).digest('hex');
	if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

	await npm({
		// Without install scripts: all that need a binary bring it, and scripts would try to download.
		args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
		node,
		cwd: root,
		env,
		doing: 'Installing packages',
		remedy:
			'The packages could not be installed; npm says why above. Check the network connection and the free disk space (1.5 GB), and run the command again.',
	});
	writeFileSync(stampFile, stamp);
}

async function npm({ args, node, cwd, env, doing, remedy }) {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	console.log(`${doing} …`);
	const heartbeat = setInterval(() => {
		const modules = path.join(cwd, 'node_modules');
		const count = existsSync(modules) ? readdirSync(modules).length : 0;
		console.log(`  still at it after ${seconds()} s, ${count} folders so far`);
	}, 15_000);
	try {
		const code = await runNpm(args, { node, cwd, env });
		if (code !== 0) throw new SetupError(remedy);
	} finally {
		clearInterval(heartbeat);
	}
	console.log(`  done in ${seconds()} s`);
}

function runNpm(args, { node, cwd, env }) {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('.js')
		? run(node, [cli, ...args], { cwd, env })
		: run('npm', args, { cwd, env, shell: process.platform === 'win32' });
}

/** Runs a command with our own terminal and answers with its exit code; ends it when we are ended. */
export function run(command, args, options) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
		const forward = (signal) => child.kill(signal);
		process.on('SIGINT', forward).on('SIGTERM', forward);
		const release = () => process.off('SIGINT', forward).off('SIGTERM', forward);
		child.on('error', (error) => (release(), reject(error)));
		child.on('close', (code, signal) => (release(), resolve(signal ? 1 : code)));
	});
}

/** Runs a script's main function: a SetupError becomes one sentence, anything else keeps its stack. */
export async function main(body) {
	try {
		process.exitCode = await body();
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	}
}
