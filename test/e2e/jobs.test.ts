/** Jobs as users do them: each is built on an empty canvas by mouse and keyboard, and then runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import {
	ANN,
	BOB,
	addBehind,
	addManualTrigger,
	addRead,
	addWrite,
	execute,
	FILES,
	finishCanvas,
	MANUAL,
	newestRequest,
	sign,
	workflowId,
} from './support/building.ts';
import { newDocx } from '../sandbox/docx.ts';
import { createElsewhere } from './support/createdElsewhere.ts';
import { signInto } from './support/executions.ts';
import { setStage } from './support/stage.ts';
import type { Stage } from './support/stage.ts';
import { until } from './support/until.ts';

// The service that prepares files too.
const inEditor = setStage(() => ({
	service: { dialect: 'public', accounts: [ANN.email, BOB.email] },
}));

const DAY_MS = 86_400_000;
/** Those who sign, by the elements of the form. */
const ELEMENTS = { 'First Signer': ANN, 'Second Signer': BOB };

inEditor('a Word file is signed by those whom its tags name', async (stage) => {
	const { editor, scene } = stage;
	const word = newDocx(
		'Lease',
		'The tenant pays 1,200 a month.',
		'{{sign: Ann, ann@example.com, 1}}',
		'{{sign: Bob, bob@example.com, 2}}',
	);
	writeFileSync(path.join(scene.files, 'Lease.docx'), word);

	await editor.openNewWorkflow();
	await addManualTrigger(stage);
	await addRead(stage, MANUAL, path.join(scene.files, 'Lease.docx'));
	await addBehind(stage, FILES, ['Document', 'Prepare file for signing']);
	await editor.switchOn('Find Signers by Tags');
	await editor.closeNode();
	await addBehind(stage, 'Prepare file for signing', [
		'Request',
		'Send signature request and wait',
	]);
	await editor.chooseLabelled('Specify Signers', 'Using JSON');
	await editor.switchToExpression('Signers (JSON)', '{{ $json.signers }}');
	await editor.switchOn('Download Documents');
	await editor.closeNode();
	await addBehind(stage, 'Send signature request and wait', ['Validation', 'Validate document']);
	await editor.switchOn('Failed Documents to Second Output');
	await editor.closeNode();
	const file = path.join(scene.files, 'Lease, signed.pdf');
	await addWrite(stage, 'Validate document', file);
	await finishCanvas(stage, 'job-word-file');

	const executions = await signInto(scene.n8n);
	await editor.executeWorkflow();
	const { id } = await executions.until(workflowId(stage), 'waiting');
	const requestId = newestRequest(stage);
	await sign(stage, requestId, ANN);
	await sign(stage, requestId, BOB);
	expect((await executions.end(workflowId(stage), id)).at(-1)).toBe(`${FILES}1`);

	expect((await verifyPdf(readFileSync(file), [])).signatures).toHaveLength(2);
});

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
	await finishCanvas(stage, 'job-form-to-file');

	const executions = await signInto(scene.n8n);
	const opened = editor.page.waitForEvent('popup');
	await editor.executeWorkflow();
	await fillInForm(await opened);
	// n8n refuses the callback of an execution that does not wait yet.
	const { id } = await executions.until(workflowId(stage), 'waiting');
	const requestId = newestRequest(stage);
	// Bob is invited when it is his turn.
	expect(invited(stage, requestId)).toEqual([ANN.email]);
	await expectShownWhileWaiting(stage, requestId);
	await sign(stage, requestId, ANN);
	await sign(stage, requestId, BOB);
	expect((await executions.end(workflowId(stage), id)).at(-1)).toBe(FILES);
	expect((await verifyPdf(readFileSync(file), [])).signatures).toHaveLength(2);
});

inEditor('what all have signed is validated and archived', async (stage) => {
	const { editor, browser, scene } = stage;
	const { n8n, files } = scene;
	await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await editor.openNewWorkflow();
	await addForm(stage);
	const address = await editor.copyProductionUrl('Form URLs');
	await editor.closeNode();
	await addBehind(stage, 'On form submission', ['Request', 'Create signature request$']);
	await addSigners(stage);
	// The trigger has the same Path, so that nothing is typed.
	await editor.chooseLabelled('Callbacks', 'To a Trigger on This n8n');
	await editor.labelled('Path').waitFor();
	await editor.closeNode();

	await editor.openNodePanelApart();
	await editor.pickNode('signed', 'E-Signature Request', 'On all have signed');
	await editor.switchOn('Download Documents');
	await editor.closeNode();
	await addBehind(stage, 'E-Signature Request Trigger', ['Validation', 'Validate document']);
	await editor.switchOn('Failed Documents to Second Output');
	await editor.closeNode();
	const file = path.join(files, 'archived.pdf');
	await addWrite(stage, 'Validate document', file);
	await finishCanvas(stage, 'job-validate-and-archive');
	await editor.publish();

	await n8n.untilListening('e-signature');
	const page = await browser.newPage();
	await page.goto(address);
	await fillInForm(page);
	const executions = await signInto(n8n);
	const { id: creation } = await executions.until(workflowId(stage), 'success');
	const requestId = newestRequest(stage);
	for (const signer of [ANN, BOB]) await sign(stage, requestId, signer);
	const { id: run } = await until(n8n, 'execution of the trigger', async () =>
		(await executions.list(workflowId(stage))).find(({ id }) => id !== creation),
	);
	expect((await executions.end(workflowId(stage), run)).at(-1)).toBe(FILES);
	expect((await verifyPdf(readFileSync(file), [])).signatures).toHaveLength(2);

	// A second trigger begins with the Path of the first.
	await editor.openNewWorkflow();
	await editor.addTrigger('when someone has signed or declined', 'On all have signed');
	await editor.closeNode();
	await editor.refusePublishing('Conflicting Trigger Path');
	expect(n8n.words).toContain('There is a conflict with one of the webhooks');
});

inEditor('who has not signed for three days is reminded', async (stage) => {
	const { editor, scene } = stage;
	const { store, clock } = scene.sandbox;
	const signer = ANN.email;
	const old = await createElsewhere(scene.sandbox, { title: 'Open for four days', signer });
	await createElsewhere(scene.sandbox, { title: 'Open since today', signer });
	store.requests.find(({ id }) => id === old)!.createdAt = clock.now() - 4 * DAY_MS;

	await editor.openNewWorkflow();
	await editor.openNodePanel();
	await editor.pickListed('On a schedule');
	await editor.closeNode();
	await addBehind(stage, 'Schedule Trigger', ['Request', 'Get many signature requests']);
	await editor.switchOn('Return All');
	await addOption(stage, 'Add filter', 'Status');
	await addOption(stage, 'Add filter', 'Created Before');
	const threeDaysAgo = '{{ $now.minus(3, "days") }}';
	await editor.untilStored(`=${threeDaysAgo}`, async () => {
		await editor.switchToExpression('Created Before', threeDaysAgo);
	});
	await editor.closeNode();
	await addBehind(stage, 'Get many signature requests', ['Request', 'Remind signers']);
	await writeId(stage, 'Signature Request', '{{ $json.id }}');
	await editor.closeNode();
	await finishCanvas(stage, 'job-remind');

	await execute(stage);
	const reminded = store.mails.filter(({ kind }) => kind === 'reminder');
	expect(reminded.map(({ requestId }) => requestId)).toEqual([old]);
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

/** Into a field that offers a list, too. */
async function writeId({ editor }: Stage, label: string, expression: string): Promise<void> {
	const field = editor.labelled(label);
	await field.getByTestId('rlc-mode-selector').click();
	await editor.page.getByRole('option', { name: 'By ID' }).click();
	await editor.untilStored(`=${expression}`, async () => {
		await editor.writeExpression(field.getByTestId('rlc-input-container'), expression);
	});
}

async function addOption({ editor }: Stage, button: string, option: string): Promise<void> {
	await editor.page.getByPlaceholder(button).click();
	await editor.page.getByRole('option', { name: option, exact: true }).click();
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
	await editor.see(requestId, editor.output);
	await editor.see('The execution goes on when all requests are signed', editor.output);
	await editor.picture('job-waiting');
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
