/** npm with visible progress, and with failures that say what to do. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, fetchOnce } from './cache.mjs';
import { failure, run } from './command.mjs';
import { watchInstallation, withProgress } from './progress.mjs';

const NETWORK_FAILURE =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/** `doing` is what the person who waits reads; `what` and `size` complete the sentence of a failure. */
export async function npm({ args, node, cwd, env, doing, what, size }) {
	await requireRegistry({ node, cwd, env, what });
	let errorText = '';
	const onErrorText = (text) => (errorText = (errorText + text).slice(-20_000));
	const [command, fullArgs, options] = npmCommand(node, [...args, '--no-audit', '--no-fund']);
	const describe = watchInstallation(cwd, { withDev: !args.includes('--omit=dev') });
	await withProgress({ doing, describe }, async () => {
		const code = await run(command, fullArgs, { ...options, cwd, env, onErrorText });
		if (code !== 0) throw failure(code, explainFailure({ errorText, what, size }));
	});
}

/**
 * One package of npm alone, kept in the cache: answers with the folder it lies in. `tools` come along;
 * `finish` does what is left to do before others see it.
 */
export async function bringPackage({
	name,
	version,
	what,
	doing,
	size,
	tools = [],
	finish = async () => {},
}) {
	const folder = path.join(cacheFolder(), `${name.replace('/', '+')}-${version}`);
	const inside = (base) => path.join(base, 'node_modules', ...name.split('/'));
	await fetchOnce({
		folder,
		what,
		fill: async (unfinished) => {
			writeFileSync(path.join(unfinished, 'package.json'), '{ "private": true }\n');
			await npm({
				args: [
					'install',
					'--ignore-scripts',
					'--legacy-peer-deps',
					'--omit=optional',
					`${name}@${version}`,
					...tools,
				],
				node: process.execPath,
				cwd: unfinished,
				env: process.env,
				doing,
				what,
				size,
			});
			await finish(inside(unfinished));
		},
	});
	return inside(folder);
}

/** Asked first because npm tries for more than ten minutes to install packages without a network. */
async function requireRegistry({ node, cwd, env, what }) {
	const question = ['view', 'npm', 'version', '--fetch-retries=0', '--fetch-timeout=30000'];
	const [command, args, options] = npmCommand(node, question);
	const code = await run(command, args, { ...options, cwd, env, stdio: 'ignore' });
	if (code !== 0) throw failure(code, registryDoesNotAnswer(what));
}

/** Command, arguments and options that start npm on the given Node. */
export function npmCommand(node, args) {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('.js')
		? [node, [cli, ...args], {}]
		: ['npm', args, { shell: process.platform === 'win32' }];
}

function explainFailure({ errorText, what, size }) {
	if (errorText.includes('ENOSPC')) return notEnoughSpace(what, size);
	if (NETWORK_FAILURE.test(errorText)) return registryDoesNotAnswer(what);
	return `${what} could not be fetched; npm says why above. Fix that and run the command again.`;
}

function registryDoesNotAnswer(what) {
	return `${what} could not be fetched because the npm registry does not answer. Check the network connection (and npm's proxy and registry settings) and run the command again.`;
}

export function notEnoughSpace(what, size) {
	return `The disk is too full for ${what}. Free ${size} and run the command again.`;
}
