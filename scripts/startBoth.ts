/** Starts n8n and the sandbox side by side; run by start.mjs on Node 24. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../sandbox/server.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { buildAndPack, packageFingerprint } from './builtPackage.mjs';
import { dataFolder } from './cache.mjs';
import { main, SetupError } from './command.mjs';
import { readExamples, sandboxCredential, startsByItself, withCredential } from './demoContent.ts';
import { freePort, isFree } from './freePort.ts';
import { Ledger } from './ledger.ts';
import { releaseLock, takeLock } from './lock.mjs';
import { bringN8n } from './n8n.mjs';
import { N8n } from './n8nServer.ts';
import type { Workflow } from './n8nServer.ts';
import { owner } from './n8nSettings.ts';
import { withProgress } from './progress.mjs';
import { root } from './setup.mjs';

interface Flags {
	fresh: boolean;
	sandboxPort?: number;
	n8nPort?: number;
}

await main(async () => {
	const flags = JSON.parse(process.argv[2] ?? '{}') as Flags;
	const folder = path.join(dataFolder(), nameOfClone());
	mkdirSync(dataFolder(), { recursive: true });
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

/** Readable, and different for two clones of the same name. */
function nameOfClone(): string {
	const hash = createHash('sha256').update(root).digest('hex').slice(0, 8);
	return `${path.basename(root)}-${hash}`;
}

async function runBoth(flags: Flags, folder: string): Promise<void> {
	const n8nPort = await choosePort('--n8n-port', flags.n8nPort, 5678);
	const sandboxPort = await choosePort('--port', flags.sandboxPort, 8377);
	const command = await bringN8n();
	const n8n = new N8n({ command, userFolder: path.join(folder, 'n8n'), port: n8nPort });
	const sandbox = await startSandbox({
		port: sandboxPort,
		dataFolder: path.join(folder, 'sandbox'),
		n8nUrl: n8n.address,
	});
	try {
		const examples = await fill(n8n, sandbox, folder);
		await withProgress({ doing: 'Starting n8n' }, () => n8n.start());
		console.log(welcome({ n8n, sandbox, examples, folder }));
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

/** Puts into n8n what has changed since the last start, and answers with the examples in it. */
async function fill(n8n: N8n, sandbox: Sandbox, folder: string): Promise<Workflow[]> {
	const ledger = new Ledger(path.join(folder, 'done.json'));
	const credential = sandboxCredential(sandbox);
	const examples = readExamples(path.join(root, 'examples')).map((example) =>
		withCredential(example, credential),
	);

	await ledger.whenChanged('package', packageFingerprint(), async () => {
		await withProgress({ doing: 'Building the nodes' }, async () => {
			n8n.install(await buildAndPack(folder));
		});
	});
	await ledger.whenChanged('credential', credential, async () => {
		await withProgress({ doing: 'Adding the credential for the sandbox' }, () =>
			n8n.importCredentials([credential]),
		);
	});
	if (examples.length === 0) return [];
	await ledger.whenChanged('examples', examples, async () => {
		await withProgress({ doing: 'Adding the example workflows' }, async () => {
			await n8n.importWorkflows(examples);
			for (const { id } of examples.filter(startsByItself)) await n8n.publish(id);
		});
	});
	return examples;
}

function welcome({
	n8n,
	sandbox,
	examples,
	folder,
}: {
	n8n: N8n;
	sandbox: Sandbox;
	examples: Workflow[];
	folder: string;
}): string {
	const example = examples.find((workflow) => !startsByItself(workflow)) ?? examples[0];
	const firstClick = example
		? `the workflow "${example.name}", then "Execute workflow"`
		: '"Create workflow", then "Add first step"; type "sign" to find the nodes, their credential is ready';
	return `
  n8n           ${n8n.address}
                sign in as ${owner.email} with ${owner.password}
  Sandbox       ${sandbox.address}
                username ${sandbox.username}, API key ${sandbox.apiKey}
  Files         ${n8n.files}
                where workflows may read and write
  Click first   ${firstClick}

  Ctrl-C ends both. What you make stays in ${folder}
  until "npm start -- --fresh".
`;
}

function untilInterrupted(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
	});
}
