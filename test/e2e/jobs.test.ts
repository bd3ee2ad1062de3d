/** A job as users do it: it is built on an empty canvas by mouse and keyboard, and then runs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { addBehind, addWrite, FILES, workflowId } from './support/building.ts';
import { signInto } from './support/executions.ts';
import { setStage, type Stage } from './support/stage.ts';

const ANN = { email: 'ann@example.com', name: 'Ann Meier' };
const BOB = { email: 'bob@example.com', name: 'Bob Rossi' };

const inEditor = setStage(() => ({
	service: { dialect: 'public', accounts: [ANN.email, BOB.email] },
}));

/** Those who sign, by the elements of the form. */
const ELEMENTS = { 'First Signer': ANN, 'Second Signer': BOB };

inEditor('a form sends a PDF to two signers in order, waits and stores it', async (stage) => {
	const { editor, scene } = stage;
	await editor.openNewWorkflow();
	await addForm(stage);
	await editor.closeNode();
	await addBehind(stage, 'On form submission', ['Request', 'Send signature request and wait']);
	await addSigners(stage);
	await editor.chooseLabelled('Signing Order', 'As Listed');
	await editor.switchOn('Download Documents');
	await editor.closeNode();
	const file = path.join(scene.files, 'signed in order.pdf');
	await addWrite(stage, 'Send signature request and wait', file);
	await editor.page.getByTestId('zoom-to-fit').click();
	expect(await editor.page.getByTestId('node-issues').count()).toBe(0);

	const executions = await signInto(scene.n8n);
	const opened = editor.page.waitForEvent('popup');
	await editor.executeWorkflow();
	await fillInForm(await opened);
	// n8n refuses the callback of an execution that does not wait yet.
	const { id } = await executions.until(workflowId(stage), 'waiting');
	const [{ id: requestId } = { id: '' }] = scene.sandbox.store.requests;
	// Bob is invited when it is his turn.
	expect(invited(stage, requestId)).toEqual([ANN.email]);
	await expectShownWhileWaiting(stage, requestId);
	for (const { email, name } of [ANN, BOB]) await scene.sandbox.people.sign(requestId, email, name);
	expect((await executions.end(workflowId(stage), id)).at(-1)).toBe(FILES);
	expect((await verifyPdf(readFileSync(file), [])).signatures).toHaveLength(2);
});

/** Its form stays open. */
async function addForm({ editor }: Stage): Promise<void> {
	await editor.openNodePanel();
	await editor.pickListed('On form submission');
	await editor.labelled('Form Title').locator('input').fill('Have a contract signed');
	const signers = Object.keys(ELEMENTS).map((label) => [label, 'Email'] as const);
	for (const [at, [label, type]] of [['Document', 'File'] as const, ...signers].entries()) {
		await editor.page.getByRole('button', { name: 'Add Form Element' }).click();
		await editor.labelled('Label', at).locator('input').fill(label);
		await editor.labelled('Element Type', at).click();
		await editor.page.getByRole('option', { name: type, exact: true }).click();
	}
}

/** Those whom the form names. */
async function addSigners({ editor }: Stage): Promise<void> {
	await editor.page.getByRole('button', { name: 'Add Signer' }).click();
	for (const [at, label] of Object.keys(ELEMENTS).entries()) {
		await editor.writeExpression(editor.labelled('Email', at), `{{ $json["${label}"] }}`);
	}
}

async function fillInForm(form: Page): Promise<void> {
	await form.getByLabel('Document').setInputFiles('examples/files/contract.pdf');
	for (const [label, { email }] of Object.entries(ELEMENTS)) {
		await form.getByLabel(label).fill(email);
	}
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.getByText('Your response has been recorded').waitFor();
	await form.close();
}

/** The node says whom it waits for, with links that lead to the signing page, and not where it is woken up. */
async function expectShownWhileWaiting(stage: Stage, requestId: string): Promise<void> {
	const { editor, scene } = stage;
	const { sandbox } = scene;
	await editor.openNode('Send signature request and wait');
	await editor.see('contract, ', editor.output);
	await editor.see('The execution continues when all requests are signed', editor.output);
	for (const { email } of [ANN, BOB]) {
		const link = editor.output.getByRole('link', { name: email, exact: true });
		expect(await link.getAttribute('href')).toContain(`${sandbox.address}/app/sign/${requestId}`);
	}
	const shown = await editor.page.content();
	const { success } = sandbox.store.request(requestId)!.callbackUrls;
	const { searchParams } = new URL(success!);
	const secrets = [
		sandbox.apiKey,
		// n8n's address of the execution, and ours of its node.
		'/webhook-waiting/',
		...['signature', 'nonce', 'proof'].map((name) => searchParams.get(name)!),
	];
	expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
	await editor.closeNode();
}

function invited({ scene }: Stage, requestId: string): string[] {
	const mails = scene.sandbox.store.mails.filter((mail) => mail.requestId === requestId);
	return mails.map(({ to }) => to);
}
