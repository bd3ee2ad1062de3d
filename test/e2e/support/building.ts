/** How users build a workflow on an empty canvas, by mouse and keyboard. */
import { signInto } from './executions.ts';
import type { Stage } from './stage.ts';

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

async function write({ editor }: InEditor, label: string, text: string): Promise<void> {
	await editor.labelled(label).locator('input').fill(text);
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

export async function sign(
	{ scene }: Stage,
	requestId: string,
	{ email, name }: Signer,
): Promise<void> {
	await scene.sandbox.people.sign(requestId, email, name);
}
