/** `npm start`: sets up what is missing and starts n8n and the sandbox. */
import path from 'node:path';
import util from 'node:util';
import { main, run, SetupError } from './setup/command.mjs';
import { prepare, prepareNode, requireRecentNode, root } from './setup/setup.mjs';
import { step } from './start/steps.mjs';

const HELP = `npm start -- [options]

Starts n8n with these nodes, and the sandbox they talk to. Ctrl-C ends both.

  --n8n-port <port>  port of n8n's editor (5678, or another one if that is taken)
  --port <port>      port of the sandbox (8377, or another one if that is taken)
  --fresh            forgets the workflows, credentials and runs of earlier starts
  --help             shows this text`;

const OPTIONS = {
	'n8n-port': { type: 'string' },
	port: { type: 'string' },
	fresh: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
};

await main(async () => {
	requireRecentNode();
	const flags = readFlags(process.argv.slice(2));
	if (flags.help) {
		console.log(HELP);
		return 0;
	}
	const { node, env } = await prepareNode();
	const script = async (file, ...args) =>
		await run(node, [path.join(root, 'scripts', file), ...args], { cwd: root, env });
	const [fetched] = await Promise.all([
		script('n8n/bringN8n.mjs'),
		prepare({ packages: 'running', doing: step('packages') }),
	]);
	// It has said why.
	if (fetched !== 0) return fetched;
	return await script('start/startBoth.ts', JSON.stringify(flags));
});

function readFlags(args) {
	const { values, positionals } = parse(args);
	if (positionals.length > 0) throw misunderstood(`"${positionals[0]}" is not an option`);
	return {
		help: values.help,
		fresh: values.fresh,
		sandboxPort: readPort('--port', values.port),
		n8nPort: readPort('--n8n-port', values['n8n-port']),
	};
}

function parse(args) {
	try {
		return util.parseArgs({ args, options: OPTIONS, allowPositionals: true });
	} catch (error) {
		throw misunderstood(error.message.split('. ')[0]);
	}
}

function readPort(flag, value) {
	if (value === undefined) return undefined;
	const port = Number(value);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw misunderstood(`${flag} takes a number from 1 to 65535, not "${value}"`);
}

function misunderstood(reason) {
	return new SetupError(`${reason}. Run "npm start -- --help" to see the options.`);
}
