/** Starts n8n and the sandbox side by side; run by start.mjs on Node 24. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../sandbox/server.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { buildAndPack, packageFingerprint } from '../package/builtPackage.mjs';
import { main, SetupError } from '../setup/command.mjs';
import {
	forSandbox,
	isComplete,
	mailCredential,
	readExamples,
	sandboxCredential,
	startsByItself,
} from './demoContent.ts';
import { freePort, isFree } from '../n8n/freePort.ts';
import { keptFolder } from './keptFolder.ts';
import { Ledger } from './ledger.ts';
import { releaseLock, takeLock } from '../setup/lock.mjs';
import { bringN8n, packagesOf } from '../n8n/n8n.mjs';
import { N8n } from '../n8n/n8nServer.ts';
import type { Workflow } from '../n8n/n8nServer.ts';
import { publishAll } from '../n8n/n8nSession.ts';
import { owner } from '../n8n/n8nSettings.ts';
import { withProgress } from '../setup/progress.mjs';
import { root } from '../setup/setup.mjs';
import { step } from './steps.mjs';

const FIRST_EXAMPLE = 'send-and-wait';
const exampleFiles = path.join(root, 'examples', 'files');

interface Flags {
	fresh: boolean;
	sandboxPort?: number;
	n8nPort?: number;
}

await main(async () => {
	const flags = JSON.parse(process.argv[2] ?? '{}') as Flags;
	const folder = keptFolder();
	mkdirSync(path.dirname(folder), { recursive: true });
	const lock = `${folder}.lock`;
	const holder = takeLock(lock);
	if (holder) {
		throw new SetupError(
			`"npm start" is already running in this clone (${holder}). End it there with Ctrl-C, and run the command again.`,
		);
	}
	try {
		if (flags.fresh) rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		await runBoth(flags, folder);
		return 0;
	} finally {
		releaseLock(lock);
	}
});

async function runBoth(flags: Flags, folder: string): Promise<void> {
	const n8nPort = await choosePort('--n8n-port', flags.n8nPort, 5678);
	const sandboxPort = await choosePort('--port', flags.sandboxPort, 8377);
	const command = await bringN8n();
	const n8n = new N8n({ command, userFolder: path.join(folder, 'n8n'), port: n8nPort });
	const sandbox = await startSandbox({
		port: sandboxPort,
		// As the regions do: a custom address that speaks the contract prepares no files.
		dialect: 'public',
		smtpPort: await choosePort('--smtp-port', undefined, 8025),
		dataFolder: path.join(folder, 'sandbox'),
		n8nUrl: n8n.address,
	});
	try {
		const ledger = new Ledger(path.join(folder, 'done.json'));
		const examples = await fill(n8n, { command, sandbox, ledger, folder });
		await withProgress({ doing: step('start') }, () => n8n.start());
		await publish(n8n, { examples, ledger });
		console.log(welcome(n8n, sandbox));
		await n8n.whileAlive(untilInterrupted).catch((error: Error) => {
			throw new SetupError(error.message);
		});
		console.log('\nStopping …');
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

/** A port that was asked for is taken or refused; one that was not gives way to any that is free. */
async function choosePort(flag: string, wanted: number | undefined, usual: number) {
	if (await isFree(wanted ?? usual)) return wanted ?? usual;
	if (wanted === undefined) return await freePort();
	throw new SetupError(
		`Port ${wanted} is taken. End the program that uses it, or choose another one with ${flag}.`,
	);
}

interface Filling {
	command: string;
	sandbox: Sandbox;
	ledger: Ledger;
	folder: string;
}

/** Puts into n8n what has changed since the last start, and answers with the examples in it. */
async function fill(n8n: N8n, { command, sandbox, ledger, folder }: Filling): Promise<Workflow[]> {
	const { address, smtpPort } = sandbox;
	const credentials = [sandboxCredential(sandbox), mailCredential(smtpPort!)];
	const examples = readExamples(path.join(root, 'examples')).map((example) =>
		forSandbox(example, { address, credentials }),
	);

	const imported = (async () => {
		await ledger.whenChanged('credentials', credentials, () => n8n.importCredentials(credentials));
		await ledger.whenChanged('examples', examples, () => n8n.importWorkflows(examples));
	})();
	const installed = ledger.whenChanged('package', packageFingerprint(), async () => {
		const tarball = await buildAndPack(folder, packagesOf(command));
		// The import loads what is installed: it must not find half of it.
		await imported;
		n8n.install(tarball);
	});
	await withProgress({ doing: step('fill') }, () => Promise.all([imported, installed]));
	cpSync(exampleFiles, n8n.files, { recursive: true, force: false });
	return examples;
}

/** By the running n8n: its command would start n8n once more for each. */
async function publish(
	n8n: N8n,
	{ examples, ledger }: { examples: Workflow[]; ledger: Ledger },
): Promise<void> {
	await ledger.whenChanged('published', examples, async () => {
		const ready = examples.filter(startsByItself).filter(isComplete);
		await withProgress({ doing: step('publish') }, () =>
			publishAll(
				n8n,
				ready.map(({ id }) => id),
			),
		);
	});
}

function welcome(n8n: N8n, sandbox: Sandbox): string {
	return `
  Ready. Your first signature:
  1. Open    ${n8n.address}/workflow/${FIRST_EXAMPLE}
     Log in  as ${owner.email} with the password ${owner.password}
  2. Click   "Execute workflow". Into the form that opens, put any email address and this file:
             ${path.join(exampleFiles, 'contract.pdf')}
  3. Sign    at ${sandbox.address}, where the invitation is. The workflow continues automatically.
  4. Find    the signed PDF in ${n8n.files}

  Ctrl-C ends n8n and the sandbox. What you made is kept until "npm start -- --fresh".
`;
}

function untilInterrupted(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
	});
}
