/**
 * One take, without cuts, of what n8n's review asks to see: the package is installed, the credential tested, actions
 * run, the trigger starts, and an agent uses a tool. `npm run film` runs it and names the folder for the pictures.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { startSandbox } from '../../../sandbox/server.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { requireBrowser } from '../browser.mjs';
import { freePort } from '../../n8n/freePort.ts';
import { bringN8n } from '../../n8n/n8n.mjs';
import { N8n } from '../../n8n/n8nServer.ts';
import type { Credential, Workflow } from '../../n8n/n8nServer.ts';
import { addCredentials, addWorkflows, openSession } from '../../n8n/n8nSession.ts';
import { buildIfStale } from '../../package/builtPackage.mjs';
import { forSandbox } from '../../start/demoContent.ts';
import { arriveAt, confirmAs, signAs } from '../../../test/sandbox/pages/stage.ts';
import { startBrowser } from '../../../test/support/machine/browser.ts';
import {
	addBehind,
	addManualTrigger,
	addRead,
	FILES,
	MANUAL,
	workflowId,
} from '../../../test/e2e/support/building.ts';
import { Editor } from '../../../test/e2e/support/editor.ts';
import { signInto } from '../../../test/e2e/support/executions.ts';
import { setUpOwner } from '../../../test/e2e/support/firstOwner.mjs';
import { startModel } from '../../../test/e2e/support/modelStandIn.ts';
import { until } from '../../../test/e2e/support/until.ts';
import { openCamera } from './camera.ts';
import type { Camera } from './camera.ts';
import { addOverlay, caption } from './overlay.ts';
import { pathWithPackage } from './packedPackage.ts';

const PACKAGE = 'n8n-nodes-esignature';
const QUESTION = 'Which requests are there?';

interface Set {
	editor: Editor;
	n8n: N8n;
	sandbox: Sandbox;
	camera: Camera;
	/** Of the language model's stand-in. */
	model: Credential;
}

/** Long enough to read what is on the screen. */
async function look(seconds = 1.5): Promise<void> {
	await sleep(seconds * 1000);
}

async function scene({ editor }: Set, text: string): Promise<void> {
	await caption(editor.page, text);
	await look();
}

async function installPackage(set: Set): Promise<void> {
	const { page } = set.editor;
	await page.goto(`${set.n8n.address}/settings/community-nodes`);
	await scene(set, 'Install: Settings → Community nodes');
	await page
		.getByRole('button', { name: /^Install/ })
		.first()
		.click();
	await page.locator('input[name="packageNameInput"]').pressSequentially(PACKAGE, { delay: 40 });
	await page.getByTestId('user-agreement-checkbox').click();
	await look(1);
	await page.getByTestId('install-community-package-button').click();
	// n8n fetches, loads and then lists it, which a busy machine takes its time for.
	const card = page.getByTestId('community-package-card').getByText(PACKAGE).first();
	await card.waitFor({ timeout: 180_000 });
	await look(2);
}

async function testCredential(set: Set): Promise<void> {
	const { editor, sandbox } = set;
	await editor.openNewCredential('E-Signature API');
	await scene(set, 'Credential: a wrong API key, then the right one');
	await editor.type('username', sandbox.username);
	await editor.type('apiKey', 'api_demo_mistyped');
	await editor.choose('region', 'Custom');
	await editor.type('signingAddress', sandbox.address);
	await editor.type('validationAddress', sandbox.validationAddress);
	await editor.saveCredential();
	await editor.see('Couldn’t connect with these settings');
	await look(2);
	await editor.type('apiKey', sandbox.apiKey);
	await editor.saveCredential();
	await editor.see('Connection tested successfully');
	await look(2);
}

/** Answers with the id of the published workflow. */
async function publishTrigger(set: Set): Promise<string> {
	const { editor, n8n } = set;
	await editor.openNewWorkflow();
	set.camera.markBeginOfGif();
	await scene(set, 'Trigger: start when all have signed, then validate');
	await editor.openNodePanel();
	await editor.pickNode('signed', 'E-Signature Request', 'On all have signed');
	await editor.switchOn('Download Documents');
	await look(2);
	await editor.closeNode();
	await addBehind(set, 'E-Signature Request Trigger', ['Validation', 'Validate document']);
	await look(1);
	await editor.closeNode();
	await editor.page.getByTestId('zoom-to-fit').click();
	await editor.publish();
	await n8n.untilListening('e-signature');
	await look(1);
	return workflowId(set);
}

async function sendAndSign(set: Set): Promise<void> {
	const { editor, n8n, sandbox, camera } = set;
	const { page } = editor;
	const file = path.join(n8n.files, 'contract.pdf');
	copyFileSync('examples/files/contract.pdf', file);
	await editor.openNewWorkflow();
	await scene(set, 'Actions: send a PDF for signature');
	await addManualTrigger(set);
	await addRead(set, MANUAL, file);
	await editor.openNodePanelBehind(FILES);
	await look(1);
	await editor.pickNode('send contract', 'E-Signature Request', 'Create signature request$');
	await editor.labelled('Email').locator('input').pressSequentially('ann@example.com');
	await editor.choose('callbacks', 'To a Trigger on This n8n');
	await look(2);
	await editor.closeNode();
	await page.getByTestId('zoom-to-fit').click();
	await editor.executeWorkflow();

	const mail = await until(n8n, 'invitation', () => sandbox.store.mails[0]);
	await look(2);
	const signing = await page.context().newPage();
	await camera.turnTo(signing);
	await signing.goto(mail.link!);
	await caption(signing, 'The signer opens the link in the email');
	await confirmAs(signing, 'ann@example.com');
	await arriveAt(signing, 'contract');
	await look();
	await signAs(signing, 'Ann Meier');
	await arriveAt(signing, 'Thank you, you have signed');
	await look(2);
	await camera.turnTo(page);
	await signing.close();
}

async function showTriggered({ editor, n8n }: Set, triggered: string): Promise<void> {
	await (await signInto(n8n)).until(triggered, 'success');
	await editor.page.goto(`${n8n.address}/workflow/${triggered}/executions`);
	await caption(editor.page, 'The signature has started the other workflow');
	await editor.page.getByText('Succeeded').first().waitFor();
	await look(3);
}

async function useAgentTool(set: Set): Promise<void> {
	const { editor, n8n } = set;
	const { page } = editor;
	const workflow = await addAgent(set);
	await editor.openWorkflow(workflow);
	await scene(set, 'AI agent: Get Many as a tool');
	await editor.openNode('Get Many Requests');
	await look(3);
	await editor.closeNode();
	await page.getByTestId('workflow-chat-button').click();
	const input = page.getByPlaceholder(/^Type message/);
	await input.fill(QUESTION);
	await input.press('Enter');
	await (await signInto(n8n)).until(workflow.id, 'success');
	await look(4);
}

/** The model is a stand-in on this machine: nothing else of the film would need the internet. */
async function addAgent({ n8n, sandbox, model }: Set): Promise<Workflow> {
	const listed = (await (await openSession(n8n)).get('/credentials')) as Credential[];
	const own = listed.find(({ type }) => type === 'eSignatureApi')!;
	const credentials = [own, ...(await addCredentials(n8n, [model]))];
	const node = (name: string, type: string, more: Partial<INode>) =>
		({ id: name, name, type, typeVersion: 1, parameters: {}, ...more }) as INode;
	const langchain = '@n8n/n8n-nodes-langchain';
	const nodes = [
		node('Chat', `${langchain}.chatTrigger`, {
			typeVersion: 1.1,
			position: [0, 0],
			webhookId: crypto.randomUUID(),
			parameters: { options: {} },
		}),
		node('Agent', `${langchain}.agent`, {
			typeVersion: 3,
			position: [260, 0],
			parameters: { options: { enableStreaming: false } },
		}),
		node('Model', `${langchain}.lmChatOpenAi`, {
			typeVersion: 1.2,
			position: [180, 240],
			parameters: { model: { __rl: true, mode: 'list', value: 'gpt-5-mini' }, options: {} },
		}),
		node('Get Many Requests', `${PACKAGE}.eSignatureRequestTool`, {
			position: [420, 240],
			parameters: { resource: 'request', operation: 'getMany' },
		}),
	];
	const to = (type: string, target: string) => ({
		[type]: [[{ node: target, type, index: 0 }]],
	});
	const workflow = {
		id: 'agent',
		name: 'An agent that knows the requests',
		nodes,
		connections: {
			Chat: to('main', 'Agent'),
			Model: to('ai_languageModel', 'Agent'),
			'Get Many Requests': to('ai_tool', 'Agent'),
		},
	} as unknown as Workflow;
	const complete = forSandbox(workflow, { address: sandbox.address, credentials });
	await addWorkflows(n8n, [complete]);
	return complete;
}

async function main(frames: string): Promise<void> {
	await requireBrowser();
	await buildIfStale();
	const userFolder = mkdtempSync(path.join(tmpdir(), 'esignature-film-'));
	const env = { PATH: pathWithPackage(userFolder) };
	const n8n = new N8n({ command: await bringN8n(), userFolder, port: await freePort(), env });
	const sandbox = await startSandbox({ accounts: ['ann@example.com'] });
	const model = await startModel(() => [{ name: 'Get_Many_Requests', toolArguments: {} }]);
	const camera = openCamera(frames);
	const browser = await startBrowser();
	try {
		await n8n.start();
		await setUpOwner(n8n);
		const editor = await Editor.open(browser, n8n, addOverlay);
		const set = { editor, n8n, sandbox, camera, model: model.credential };
		await camera.turnTo(editor.page);
		try {
			await installPackage(set);
			await testCredential(set);
			const triggered = await publishTrigger(set);
			await sendAndSign(set);
			await showTriggered(set, triggered);
			await useAgentTool(set);
		} catch (error) {
			await editor.picture(`failed`, path.dirname(frames));
			throw error;
		}
		await camera.stop();
	} finally {
		await browser.close();
		model.close();
		await sandbox.close();
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
	}
}

await main(process.env.FILM_FOLDER!);
