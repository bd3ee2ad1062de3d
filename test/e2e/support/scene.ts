/** A real n8n with our packed package, and a sandbox for which it holds a credential. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.ts';
import {
	forSandbox,
	mailCredential,
	sandboxCredential,
	startsByItself,
} from '../../../scripts/start/demoContent.ts';
import { freePort } from '../../../scripts/n8n/freePort.ts';
import { N8n } from '../../../scripts/n8n/n8nServer.ts';
import type {
	Credential,
	Item,
	N8nOptions,
	Run,
	Workflow,
} from '../../../scripts/n8n/n8nServer.ts';
import {
	addAccount,
	addCredentials,
	addWorkflows,
	publishAll,
	withdrawAll,
} from '../../../scripts/n8n/n8nSession.ts';
import { withoutEditor, withoutOtherModules } from './leftOut.ts';

export interface Scene {
	n8n: N8n;
	sandbox: Sandbox;
	/** The only folder whose files workflows may read and write. */
	files: string;
	close: () => Promise<void>;
}

/** What preparedN8n.mjs answers with. */
export interface PreparedN8n {
	command: string;
	userFolder: string;
}

export interface SceneOptions {
	/** `FILES` stands for the scene's files. */
	workflows?: Workflow[];
	/** Besides those for the sandbox. */
	credentials?: Credential[];
	/** Settings of the sandbox. */
	service?: SandboxOptions;
}

export interface RunningSceneOptions extends SceneOptions {
	/** Whether the workflows that something other than a click starts are published. */
	publish?: boolean;
	/** An n8n that is restarted, killed or measured, or that has an editor for its owner. Other test files share one. */
	isOwn?: boolean;
	/** Of a separate n8n: only its owner sees there what is installed, and no credential of another test file. */
	hasEditor?: boolean;
	/** Settings of a separate n8n. */
	env?: Record<string, string>;
}

/** For n8n's command line: its server does not run. */
export async function openScene(options: SceneOptions & { prepared: PreparedN8n }): Promise<Scene> {
	const place = await ownN8n(options.prepared);
	return await setUp(place, options, async (n8n, { workflowsWith, credentials }) => {
		await n8n.importCredentials(credentials);
		await n8n.importWorkflows(workflowsWith(credentials));
	});
}

/** With n8n's server, through which it is filled: each command would be a start of n8n. */
export async function startScene({
	publish = true,
	isOwn = false,
	hasEditor = false,
	env,
	...options
}: RunningSceneOptions = {}): Promise<Scene> {
	const place = isOwn ? await ownN8n(prepared(), { env, hasEditor }) : await sharedN8n();
	return await setUp(place, options, async (n8n, { workflowsWith, credentials }) => {
		if (isOwn) await n8n.start();
		await n8n.whileAlive(async () => {
			const workflows = workflowsWith(await addCredentials(n8n, credentials));
			await addWorkflows(n8n, workflows);
			const published = publish ? workflows.filter(startsByItself) : [];
			await publishAll(
				n8n,
				published.map(({ id }) => id),
			);
		});
	});
}

const prepared = () => JSON.parse(process.env.PREPARED_N8N!) as PreparedN8n;

/** An n8n, and what ends its use. */
interface Place {
	n8n: N8n;
	leave: () => Promise<void>;
}

async function ownN8n(
	{ command, userFolder: from }: PreparedN8n,
	{ env, hasEditor }: Pick<RunningSceneOptions, 'env' | 'hasEditor'> = {},
): Promise<Place> {
	const userFolder = mkdtempSync(path.join(tmpdir(), 'esignature-n8n-'));
	cpSync(from, userFolder, { recursive: true });
	const without = hasEditor ? withoutOtherModules : withoutEditor;
	const settings = { ...without(command), ...env };
	const n8n = new N8n({ command, userFolder, port: await freePort(), env: settings });
	const leave = async () => {
		await n8n.stop();
		rmSync(userFolder, { recursive: true });
	};
	return { n8n, leave };
}

/** With a separate account: the editor offers it no credential of another test file. */
async function sharedN8n(): Promise<Place> {
	const { pid, ...options } = JSON.parse(process.env.SHARED_N8N!) as N8nOptions & { pid: number };
	const owners = new N8n(options);
	await owners.attach(pid);
	const email = `${crypto.randomUUID()}@example.com`;
	const n8n = new N8n({ ...options, account: await addAccount(owners, email) });
	await n8n.attach(pid);
	return { n8n, leave: async () => await withdrawAll(n8n) };
}

/** What belongs in a scene's n8n. */
interface Content {
	credentials: Credential[];
	/** The workflows, with credentials as n8n keeps them. */
	workflowsWith: (credentials: Credential[]) => Workflow[];
}

async function setUp(
	{ n8n, leave }: Place,
	{ workflows = [], credentials: more = [], service }: SceneOptions,
	fill: (n8n: N8n, content: Content) => Promise<void>,
): Promise<Scene> {
	const sandbox = await startSandbox({
		accounts: ['ann@example.com', 'bob@example.com'],
		...service,
	});
	const { files } = n8n;
	const close = async () => {
		await leave();
		await sandbox.close();
	};
	const { address, smtpPort } = sandbox;
	const mail = smtpPort === undefined ? [] : [mailCredential(smtpPort)];
	const placed = JSON.parse(JSON.stringify(workflows).replaceAll('FILES', files)) as Workflow[];
	try {
		await fill(n8n, {
			credentials: [sandboxCredential(sandbox), ...mail, ...more],
			workflowsWith: (credentials) =>
				placed.map((workflow) => forSandbox(workflow, { address, credentials })),
		});
	} catch (error) {
		await close();
		throw error;
	}
	return { n8n, sandbox, files, close };
}

/** A workflow of test/e2e/workflows. */
export function readWorkflow(id: string): Workflow {
	const text = readFileSync(path.join('test/e2e/workflows', `${id}.json`), 'utf8');
	return { ...(JSON.parse(text) as Workflow), id };
}

/** What a node of a finished run has put out. */
export function itemsOf(run: Run, node: string): Item[] {
	const [nodeRun] = run.data.resultData.runData[node] ?? [];
	return nodeRun?.data?.main[0] ?? [];
}
