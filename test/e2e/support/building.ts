/** How users build a workflow on an empty canvas, by mouse and keyboard. */
import type { Stage } from './stage.ts';

type InEditor = Pick<Stage, 'editor'>;

/** What n8n calls these nodes on the canvas. */
export const MANUAL = 'When clicking ‘Execute workflow’';
export const FILES = 'Read/Write Files from Disk';

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
	await editor.untilStored(file, async () => await write(stage, 'File Path and Name', file));
	await editor.closeNode();
}

async function write({ editor }: InEditor, label: string, text: string): Promise<void> {
	await editor.labelled(label).locator('input').fill(text);
}

export function workflowId({ editor }: InEditor): string {
	return /\/workflow\/(\w+)/.exec(editor.page.url())![1]!;
}
