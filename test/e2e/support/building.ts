/** How users build a workflow on an empty canvas and sign what it sends, by mouse and keyboard. */
import { arriveAt, confirmAs, signAs } from '../../sandbox/pages/stage.ts';
import { signInto } from './executions.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

type InEditor = Pick<Stage, 'editor'>;

/** What n8n calls these nodes on the canvas. */
export const MANUAL = 'When clicking ‘Execute workflow’';
export const FILES = 'Read/Write Files from Disk';

export interface Signer {
	email: string;
	name: string;
}

export const ANN = { email: 'ann@example.com', name: 'Ann Meier' };
export const BOB = { email: 'bob@example.com', name: 'Bob Rossi' };

export async function addManualTrigger({ editor }: InEditor): Promise<void> {
	await editor.openNodePanel();
	await editor.page
		.getByTestId('item-iterator-item')
		.filter({ hasText: 'Trigger manually' })
		.click();
	await editor.page.getByTestId('canvas-handle-plus').waitFor();
}

/** A node of ours, found by what one wants to do. n8n chooses the credential only while the form is open. */
export async function addBehind(
	{ editor }: InEditor,
	node: string,
	[kind, action]: [kind: string, action: string],
): Promise<void> {
	await editor.openNodePanelBehind(node);
	await editor.pickNode('signature', `E-Signature ${kind}`, action);
	await editor.page.getByTestId('credential-edit-button').waitFor();
}

export async function addRead(stage: InEditor, behind: string, file: string): Promise<void> {
	const { editor } = stage;
	await editor.openNodePanelBehind(behind);
	await editor.pickNode('read file', 'Read/Write Files from Disk', 'Read File\\(s\\) From Disk');
	await write(stage, 'File(s) Selector', file);
	await editor.closeNode();
}

export async function addWrite(stage: InEditor, behind: string, file: string): Promise<void> {
	const { editor } = stage;
	await editor.openNodePanelBehind(behind);
	await editor.pickNode('write file', 'Read/Write Files from Disk', 'Write File to Disk');
	const isExpression = file.includes('{{');
	await editor.untilStored(isExpression ? `=${file}` : file, async () => {
		if (!isExpression) return await write(stage, 'File Path and Name', file);
		await editor.writeExpression(editor.labelled('File Path and Name'), file);
	});
	await editor.closeNode();
}

export async function write({ editor }: InEditor, label: string, text: string): Promise<void> {
	await editor.write(editor.labelled(label).locator('input'), text);
}

/** Nothing is left to fill in. */
export async function finishCanvas({ editor }: InEditor, picture: string): Promise<void> {
	await editor.page.getByTestId('tidy-up-button').click();
	await editor.page.getByTestId('zoom-to-fit').click();
	await editor.picture(picture);
	expect(await editor.page.getByTestId('node-issues').count()).toBe(0);
}

export function workflowId({ editor }: InEditor): string {
	return /\/workflow\/(\w+)/.exec(editor.page.url())![1]!;
}

export async function execute(stage: Stage): Promise<void> {
	const executions = await signInto(stage.scene.n8n);
	await stage.editor.executeWorkflow();
	await executions.until(workflowId(stage), 'success');
}

/** The id of what was sent last. */
export function newestRequest({ scene }: Stage): string {
	return scene.sandbox.store.requests.findLast(({ status }) => status === 'OPEN')!.id;
}

async function openInvitation({ browser, scene }: Stage, requestId: string, { email }: Signer) {
	const { link } = await until(scene.n8n, `invitation of ${email}`, () =>
		scene.sandbox.store.mails.find((mail) => mail.requestId === requestId && mail.to === email),
	);
	const page = await browser.newPage();
	await page.goto(link!);
	await confirmAs(page, email);
	return page;
}

export async function sign(stage: Stage, requestId: string, signer: Signer): Promise<void> {
	const page = await openInvitation(stage, requestId, signer);
	await signAs(page, signer.name);
	await arriveAt(page, 'Thank you, you have signed');
	await page.close();
}
