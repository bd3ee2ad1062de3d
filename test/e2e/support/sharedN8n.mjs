/** One n8n, with its editor, for all test files that neither end it nor need other settings. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../scripts/n8n/freePort.ts';
import { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { withoutOtherModules } from './leftOut.ts';

let n8n;
let foreignCalls;

/** It is not ready yet: what does not need it begins meanwhile. Answers with what attaches others to it. */
export async function startShared({ command, userFolder: prepared }) {
	const userFolder = `${prepared}-shared`;
	cpSync(prepared, userFolder, { recursive: true });
	const port = await freePort();
	foreignCalls = path.join(userFolder, 'foreign-calls');
	const guard = path.resolve('test/support/jest/loopbackOnly.cjs');
	n8n = new N8n({
		...{ command, userFolder, port },
		env: {
			...withoutOtherModules(command),
			// As docs/performance.md recommends.
			N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			FOREIGN_CALLS: foreignCalls,
			NODE_OPTIONS: `--require ${JSON.stringify(guard)}`,
		},
	});
	return { command, userFolder, port, pid: await n8n.launch() };
}

/** Fails when it has tried to reach another machine. */
export async function stopShared() {
	await n8n.stop();
	if (existsSync(foreignCalls)) throw new Error(readFileSync(foreignCalls, 'utf8'));
}
