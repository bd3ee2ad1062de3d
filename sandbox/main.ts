#!/usr/bin/env node
import { FlagError, HELP, readFlags } from './flags.ts';
import { ScenarioError } from './scenario.ts';
import { StorageError } from './storage/storage.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from './server.ts';

function welcome(sandbox: Sandbox, kept?: string): string {
	const { address, authority, settings, validationAddress } = sandbox;
	const users = settings.users.map(({ username, apiKey }) => `  ${username}  ${apiKey}`);
	return `The sandbox is ready.

Signing      ${address}
Validation   ${validationAddress}
Web pages    ${address}/app
Control      ${address}/sandbox/openapi.json
Kept in      ${kept ?? 'memory: all is gone when it ends'}

API username and key
${users.join('\n')}

${authority ? `Authority of its HTTPS, also at ${address}/sandbox/tls.pem\n${authority}\n` : ''}Press Ctrl+C to stop.`;
}

/** For machines that wait until it can be called; the last line of the start. */
const readyLine = ({ address, username, apiKey }: Sandbox) =>
	JSON.stringify({ ready: true, url: address, username, apiKey });

async function start(options: SandboxOptions): Promise<Sandbox> {
	try {
		return await startSandbox(options);
	} catch (error) {
		if (error instanceof StorageError || error instanceof ScenarioError)
			throw new FlagError(error.message);
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new FlagError(`Port ${options.port} is in use. Choose another one with --port.`);
	}
}

/** The first process of a container ends on no signal that it does not handle. */
function endOnSignals(sandbox: Sandbox): void {
	for (const signal of ['SIGINT', 'SIGTERM'])
		process.once(signal, () => void sandbox.close().finally(() => process.exit()));
}

try {
	const options = readFlags(process.argv.slice(2));
	const sandbox = options && (await start(options));
	if (sandbox) endOnSignals(sandbox);
	console.log(sandbox ? `${welcome(sandbox, options.dataFolder)}\n${readyLine(sandbox)}` : HELP);
} catch (error) {
	if (!(error instanceof FlagError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
