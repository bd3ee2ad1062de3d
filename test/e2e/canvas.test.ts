import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestRecord } from '../../sandbox/state/requestRecord.ts';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { arriveAt, confirmAs, signAs } from '../sandbox/pages/stage.ts';
import { setStage } from './support/stage.ts';
import type { Stage } from './support/stage.ts';
import { until } from './support/until.ts';

const inEditor = setStage();

const ANN = { label: 'First Signer', email: 'ann@example.com', name: 'Ann Meier' };
const BOB = { label: 'Second Signer', email: 'bob@example.com', name: 'Bob Rossi' };

inEditor(
	'a contract flow is built on an empty canvas, by mouse and keyboard alone',
	async (stage) => {
		const { editor, scene } = stage;
		await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await editor.openNewWorkflow();
		const form = await addForm(stage);
		await addCreate(stage);
		await addTrigger(stage);
		await addDownload(stage);
		await addValidation(stage);
		const file = path.join(scene.files, 'signed.pdf');
		await addBranch(stage, file);
		expect(await editor.page.getByTestId('node-issues').count()).toBe(0);
		await editor.publish();

		const request = await fillInForm(stage, form);
		for (const person of [ANN, BOB]) await sign(stage, request, person);
		await untilFinished(stage);
		expect((await verifyPdf(readFileSync(file), [])).signatures).toHaveLength(2);
	},
);

/** Answers with the address of the form. */
async function addForm({ editor }: Stage): Promise<string> {
	await editor.openNodePanel();
	await editor.pickListed('On form submission');
	const address = await editor.copyProductionUrl('Form URLs');
	await editor.write(editor.field('formTitle').locator('input'), 'Have a contract signed');
	const elements = [
		['Document', 'File'],
		[ANN.label, 'Email'],
		[BOB.label, 'Email'],
	] as const;
	for (const [place, [label, type]] of elements.entries()) {
		await editor.page.getByRole('button', { name: 'Add Form Element' }).click();
		await editor.write(editor.field('fieldLabel').nth(place).locator('input'), label);
		await editor.field('fieldType').nth(place).click();
		await editor.page.getByRole('option', { name: type, exact: true }).click();
	}
	await editor.closeNode();
	return address;
}

async function addCreate({ editor }: Stage): Promise<void> {
	await editor.openNodePanelBehind('On form submission');
	await editor.pickNode('contract', 'E-Signature Request', 'Create signature request$');
	await editor.write(editor.field('binaryPropertyName').locator('input'), 'Document');
	await editor.page.getByRole('button', { name: 'Add Signer' }).click();
	for (const [place, { label }] of [ANN, BOB].entries()) {
		await editor.writeExpression(editor.field('email').nth(place), `{{ $json["${label}"] }}`);
	}
	await editor.choose('quality', 'QES');
	await editor.choose('legislation', 'ZERTES (Switzerland)');
	await editor.choose('callbacks', 'To a Trigger on This n8n');
	await editor.field('callbackPath').waitFor();
	await editor.closeNode();
}

/** It has the Path that Create has too, so that nothing is typed. */
async function addTrigger({ editor }: Stage): Promise<void> {
	await editor.openNodePanelApart();
	await editor.pickNode('contract', 'E-Signature Request', 'On all have signed');
	await editor.closeNode();
}

async function addDownload({ editor }: Stage): Promise<void> {
	await editor.openNodePanelBehind('E-Signature Request Trigger');
	await editor.pickNode('contract', 'E-Signature Request', 'Download documents of request');
	await editor.field('requestId').getByTestId('rlc-mode-selector').click();
	await editor.page.getByRole('option', { name: 'By ID' }).click();
	const id = editor.field('requestId').getByTestId('rlc-input-container');
	await editor.writeExpression(id, '{{ $json.request.id }}');
	await editor.choose('state', 'Signed by All');
	await editor.closeNode();
}

async function addValidation({ editor }: Stage): Promise<void> {
	await editor.openNodePanelBehind('Download documents of request');
	await editor.pickNode('contract', 'E-Signature Validation', 'Validate document');
	await editor.closeNode();
}

/** What passed is stored; the other branch leads nowhere. */
async function addBranch({ editor }: Stage, file: string): Promise<void> {
	await editor.openNodePanelBehind('Validate document');
	await editor.pickNode('if', 'Route items to different branches');
	const condition = editor.page.getByTestId('filter-condition');
	await editor.writeExpression(
		condition.getByTestId('filter-condition-left'),
		'{{ $json.verdict }}',
	);
	await editor.untilStored('passed', async () => {
		await editor.write(condition.getByTestId('filter-condition-right').locator('input'), 'passed');
	});
	await editor.closeNode();

	await editor.openNodePanelBehind('If', 0);
	await editor.pickNode('write file', 'Read/Write Files from Disk', 'Write File to Disk');
	await editor.untilStored(file, async () => {
		await editor.write(editor.field('fileName').locator('input'), file);
	});
	await editor.closeNode();
}

async function fillInForm({ browser, scene }: Stage, address: string): Promise<RequestRecord> {
	const page = await browser.newPage();
	await page.goto(address);
	await page.getByLabel('Document').setInputFiles('examples/files/contract.pdf');
	for (const { label, email } of [ANN, BOB]) await page.getByLabel(label).fill(email);
	await page.getByRole('button', { name: 'Submit' }).click();
	await page.getByText('Your response has been recorded').waitFor();
	await page.close();
	return await until(scene.n8n, 'request', () => scene.sandbox.store.requests[0]);
}

async function sign(
	{ browser, scene }: Stage,
	{ id, title }: RequestRecord,
	{ email, name }: typeof ANN,
): Promise<void> {
	const invitation = await until(scene.n8n, `invitation of ${email}`, () =>
		scene.sandbox.store.mails.find((mail) => mail.requestId === id && mail.to === email),
	);
	const page = await browser.newPage();
	await page.goto(invitation.link!);
	await confirmAs(page, email);
	await arriveAt(page, title);
	await signAs(page, name);
	await arriveAt(page, 'Thank you, you have signed');
	await page.close();
}

/** The list of executions shows the run of the form and that of the trigger, which went through to the file. */
async function untilFinished({ editor: { page } }: Stage): Promise<void> {
	await page.getByTestId('radio-button-executions').click();
	await page.getByTestId('execution-details-2').getByText('Succeeded').waitFor();
	await page.getByTestId('execution-details-1').getByText('Succeeded').waitFor();
}
