/** A real n8n with our packed package, and a sandbox for which it holds a credential. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../../sandbox/server.ts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.ts';
import {
	forSandbox,
	mailCredential,
	sandboxCredential,
	startsByItself,
} from '../../../scripts/start/demoContent.ts';
import { freePort } from '../../../scripts/n8n/freePort.ts';
import { N8n } from '../../../scripts/n8n/n8nServer.ts';
import type { Credential, Item, Run, Workflow } from '../../../scripts/n8n/n8nServer.ts';
import { addCredentials, addWorkflows, publishAll } from '../../../scripts/n8n/n8nSession.ts';

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
	/** Settings of n8n. */
	env?: Record<string, string>;
	prepared?: PreparedN8n;
}

export interface RunningSceneOptions extends SceneOptions {
	/** Whether the workflows that something other than a click starts are published. */
	publish?: boolean;
	/** Whether its editor is opened, or a Code node runs. */
	isWhole?: boolean;
}

/** n8n starts in two thirds of the time without its editor, and without the process that runs Code nodes. */
const PARTS_LEFT_OUT = {
	N8N_DISABLE_UI: 'true',
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
};

/** For n8n's command line: its server does not run. */
export async function openScene(options: SceneOptions = {}): Promise<Scene> {
	return await setUp(options, async (n8n, { workflowsWith, credentials }) => {
		await n8n.importCredentials(credentials);
		await n8n.importWorkflows(workflowsWith(credentials));
	});
}

/** With n8n's server, through which it is filled: each command would be a start of n8n. */
export async function startScene({
	publish = true,
	isWhole = false,
	env,
	...options
}: RunningSceneOptions = {}): Promise<Scene> {
	const settings = { ...(isWhole ? {} : PARTS_LEFT_OUT), ...env };
	return await setUp({ ...options, env: settings }, async (n8n, { workflowsWith, credentials }) => {
		await n8n.start();
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

/** What belongs in a scene's n8n. */
interface Content {
	credentials: Credential[];
	/** The workflows, with credentials as n8n keeps them. */
	workflowsWith: (credentials: Credential[]) => Workflow[];
}

async function setUp(
	{
		workflows = [],
		credentials: more = [],
		service,
		env,
		prepared = JSON.parse(process.env.PREPARED_N8N!) as PreparedN8n,
	}: SceneOptions,
	fill: (n8n: N8n, content: Content) => Promise<void>,
): Promise<Scene> {
	const folder = mkdtempSync(path.join(tmpdir(), 'esignature-n8n-'));
	const userFolder = path.join(folder, 'user');
	cpSync(prepared.userFolder, userFolder, { recursive: true });

	const sandbox = await startSandbox(service);
	const n8n = new N8n({ command: prepared.command, userFolder, port: await freePort(), env });
	const { files } = n8n;
	const close = async () => {
		await n8n.stop();
		await sandbox.close();
		rmSync(folder, { recursive: true });
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
