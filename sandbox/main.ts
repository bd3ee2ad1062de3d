#!/usr/bin/env node
import { FlagError, HELP, readFlags } from './flags.ts';
import { StorageError } from './storage/storage.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from './server.ts';

function welcome({ address, settings, validationAddress }: Sandbox, kept?: string): string {
	const users = settings.users.map(({ username, apiKey }) => `  ${username}  ${apiKey}`);
	return `The sandbox is ready.

Signing      ${address}
Validation   ${validationAddress}
Web pages    ${address}/app
Control      ${address}/sandbox/openapi.json
Kept in      ${kept ?? 'memory: all is gone when it ends'}

API username and key
${users.join('\n')}

Press Ctrl+C to stop.`;
}

async function start(options: SandboxOptions): Promise<Sandbox> {
	try {
		return await startSandbox(options);
	} catch (error) {
		if (error instanceof StorageError) throw new FlagError(error.message);
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new FlagError(`Port ${options.port} is in use. Choose another one with --port.`);
	}
}

try {
	const options = readFlags(process.argv.slice(2));
	console.log(options ? welcome(await start(options), options.dataFolder) : HELP);
} catch (error) {
	if (!(error instanceof FlagError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
