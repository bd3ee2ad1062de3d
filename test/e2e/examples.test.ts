import { copyFileSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import type { ReceivedMail } from '../../sandbox/state/mail.ts';
import type { RequestRecord } from '../../sandbox/state/requestRecord.ts';
import { readExamples } from '../../scripts/start/demoContent.ts';
import type { Workflow } from '../../scripts/n8n/n8nServer.ts';
import { openSession } from '../../scripts/n8n/n8nSession.ts';
import type { Session } from '../../scripts/n8n/n8nSession.ts';
import { arriveAt, confirmAs, signAs } from '../sandbox/pages/stage.ts';
import { loggedIn } from '../sandbox/client.ts';
import { writeFiles } from '../sandbox/validationFiles.ts';
import { smallPdf } from '../support/files/pdf.ts';
import { createElsewhere } from './support/createdElsewhere.ts';
import { runByHand, signInto } from './support/executions.ts';
import { fillIn, type ChosenFile } from './support/forms.ts';
import { startModel, type ModelStandIn } from './support/modelStandIn.ts';
import { setStage, type Stage } from './support/stage.ts';
import { until } from './support/until.ts';
import { everySecond } from './support/workflows.ts';

const DAY_MS = 86_400_000;
const ANN = 'ann@example.com';
const BOB = 'bob@example.com';

const examples = readExamples('examples');
const example = (id: string) => examples.find((one) => one.id === id)!;
const nodeOf = (workflow: Workflow, name: string) =>
	(workflow.nodes as INode[]).find((node) => node.name === name)!;

/** It looks each second, at its own requests alone. */
const hasty = JSON.parse(
	JSON.stringify({ ...example('archive-by-year'), id: 'archive-hastily' }),
) as Workflow;
Object.assign(nodeOf(hasty, 'Signed Requests').parameters, {
	...{ pollTimes: everySecond, filters: { titleContains: 'Archived' } },
});

/** The same for every other trigger that polls. */
const hastily = (id: string, trigger: string): Workflow => {
	const copy = JSON.parse(JSON.stringify({ ...example(id), id: `${id}-hastily` })) as Workflow;
	const filters = { titleContains: id };
	Object.assign(nodeOf(copy, trigger).parameters, { pollTimes: everySecond, filters });
	return copy;
};

const outdatedNode: INode = {
	...nodeOf(example('send-and-wait'), 'Send and Wait'),
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.2,
	parameters: { mode: 'each' },
};

/** So that the report has something to name. */
const outdated: Workflow = {
	...example('everyone-signs'),
	id: 'outdated',
	name: 'With a mode that n8n 3.0 does not have',
	nodes: [outdatedNode],
	connections: {},
};

let model: ModelStandIn;

const inEditor = setStage(async () => {
	model = await startModel();
	return {
		workflows: [
			...[...examples, hasty, outdated],
			hastily('evidence-by-customer', 'Signed or Deleted Soon'),
			hastily('contract-register', 'Ended Requests'),
		],
		credentials: [model.credential],
		// As `npm start` has it: a service that prepares files too.
		service: { smtpPort: 0, dialect: 'public' },
	};
});

afterAll(() => model.close());

/** In short; each rule has a report with the workflows that it is about. */
interface MigrationReport {
	report: { workflowResults: Array<{ ruleId: string }> };
}

interface RuleReport {
	affectedWorkflows: Array<{ name: string }>;
}

inEditor("n8n's own report for 3.0 names no example", async ({ scene }) => {
	const session = await openSession({ address: scene.n8n.address });
	const path = '/breaking-changes/report';
	const { report } = (await session.post(`${path}/refresh?version=v3`, {})) as MigrationReport;
	const affected: string[] = [];
	for (const { ruleId } of report.workflowResults) {
		const { affectedWorkflows } = (await session.get(`${path}/${ruleId}`)) as RuleReport;
		affected.push(...affectedWorkflows.map(({ name }) => name));
	}
	// Other test files have theirs in the same n8n.
	const own = [...examples, outdated].map(({ name }) => name);
	expect(affected.filter((name) => own.includes(name))).toEqual([outdated.name]);
});

const contractNamed = (name: string): ChosenFile => ({
	name,
	bytes: smallPdf,
	type: 'application/pdf',
});

/** Fills in the form of an example, and answers with the request that came of it. */
async function send(
	{ scene: { n8n, sandbox } }: Stage,
	form: string,
	...fields: string[]
): Promise<RequestRecord> {
	const title = `Contract ${sandbox.store.requests.length}`;
	await fillIn(n8n, `${n8n.address}/form/${form}`, [contractNamed(`${title}.pdf`), ...fields]);
	return await requestCalled(n8n, sandbox, title);
}

async function requestCalled(
	n8n: Stage['scene']['n8n'],
	{ store }: Stage['scene']['sandbox'],
	title: string,
): Promise<RequestRecord> {
	return await until(n8n, `request ${title}`, () =>
		store.requests.find((request) => request.title === title),
	);
}

/** The mails that the workflows have sent by themselves. */
async function received(
	{ scene: { n8n, sandbox } }: Stage,
	subject: RegExp,
): Promise<ReceivedMail> {
	return await until(n8n, `mail ${subject}`, () =>
		[...sandbox.store.kept<ReceivedMail>('receivedMail').values()].find((mail) =>
			subject.test(mail.subject),
		),
	);
}

/** Waits for a file that a workflow writes, until all of it is there: small ones come at once. */
async function written({ scene: { n8n, files } }: Stage, name: string): Promise<Buffer> {
	const ends: Record<string, RegExp> = { '.pdf': /%%EOF\s*$/, '.zip': /PK\x05\x06.{18}$/s };
	const isWhole = (bytes: Buffer) =>
		(ends[path.extname(name)] ?? /./s).test(bytes.toString('latin1'));
	return await until(n8n, `file ${name}`, () => {
		const bytes = readdirSync(files).includes(name) && readFileSync(path.join(files, name));
		return bytes && isWhole(bytes) ? bytes : undefined;
	});
}

/** Answers with the names of the nodes that ran. */
async function nodesRun({ scene }: Stage, workflowId: string): Promise<string[]> {
	return Object.keys((await runByHand(scene.n8n, workflowId)).data.resultData.runData);
}

/** The page behind the link in the signer's invitation. */
async function openInvitation({ browser, scene }: Stage, request: RequestRecord): Promise<Page> {
	const mail = scene.sandbox.store.mails.find(({ requestId }) => requestId === request.id);
	const page = await browser.newPage();
	await page.goto(mail!.link!);
	await confirmAs(page, ANN);
	await arriveAt(page, request.title);
	return page;
}

describe.each(examples)('$id', (workflow) => {
	inEditor('opens in the editor with nothing left to fill in', async ({ editor }) => {
		await editor.openWorkflow(workflow);
		expect(await editor.nodes.count()).toBe(workflow.nodes.length);
		expect(await editor.page.getByTestId('node-issues').count()).toBe(0);
		await editor.picture(`example-${workflow.id}`);
	});
});

inEditor('send and wait stores the signed PDF, as in the first five minutes', async (stage) => {
	const workflowId = 'send-and-wait';
	const { n8n, sandbox } = stage.scene;
	const executions = await signInto(n8n);
	await stage.editor.openWorkflow(example(workflowId));
	const opened = stage.editor.page.waitForEvent('popup');
	await stage.editor.executeWorkflow();
	const form = await opened;
	await form.getByLabel('Document').setInputFiles('examples/files/contract.pdf');
	await form.getByLabel('Email').fill(ANN);
	await form.getByRole('button', { name: 'Send' }).click();
	await form.getByText('The document is on its way to the signer.').waitFor();
	await form.close();
	const request = await requestCalled(n8n, sandbox, 'contract');
	const { id } = await executions.until(workflowId, 'waiting');
	const page = await openInvitation(stage, request);
	await signAs(page, 'Ann Meier');
	await arriveAt(page, 'Thank you, you have signed');
	await page.close();
	expect((await executions.end(workflowId, id)).at(-1)).toBe('Store the Signed PDF');
	const pdf = await written(stage, `contract ${request.id}.pdf`);
	expect((await verifyPdf(pdf, [])).signatures).toHaveLength(1);
	await stage.editor.see(
		'Execute workflow',
		stage.editor.page.getByTestId('execute-workflow-button'),
	);
	await stage.editor.picture('finished');
});

inEditor('two people sign one after the other, and the PDF is stored', async (stage) => {
	const { n8n, sandbox } = stage.scene;
	const executions = await signInto(n8n);
	const request = await send(stage, 'two-signers-in-order', ANN, BOB);
	expect(request.signatures.map(({ email, order }) => [email, order])).toEqual([
		[ANN, 1],
		[BOB, 2],
	]);
	await executions.until('two-signers-in-order', 'waiting');
	for (const email of [ANN, BOB]) await sandbox.people.sign(request.id, email);
	const pdf = await written(stage, `${request.title} ${request.id}.pdf`);
	expect((await verifyPdf(pdf, [])).signatures).toHaveLength(2);
});

inEditor('what all have signed is validated and archived', async (stage) => {
	const { n8n, sandbox } = stage.scene;
	const at = 'validate-and-archive';
	await n8n.untilListening(at);
	const callback = { address: `${n8n.address}/webhook/${at}`, path: at };
	const id = await createElsewhere(sandbox, { title: 'Valid', signer: ANN, callback });
	await sandbox.people.sign(id);
	const pdf = await written(stage, `archived ${id}.pdf`);
	expect((await verifyPdf(pdf, [])).signatures).toHaveLength(1);
});

inEditor('the PDFs of a folder are sealed', async (stage) => {
	const { files } = stage.scene;
	cpSync('examples/files/invoices', path.join(files, 'invoices'), { recursive: true });
	expect((await nodesRun(stage, 'seal-a-folder')).at(-1)).toBe('Store the Sealed PDF');
	for (const name of readdirSync('examples/files/invoices')) {
		const pdf = await written(stage, `sealed ${name}`);
		expect((await verifyPdf(pdf, [])).signatures).toHaveLength(1);
	}
});

inEditor('what a form has sent is stored when it is signed', async (stage) => {
	const { sandbox } = stage.scene;
	const request = await send(stage, 'sign-from-a-form', 'Ann Meier', ANN);
	expect(request.message).toBe('Hello Ann Meier, please sign this document.');
	await sandbox.people.sign(request.id);
	const pdf = await written(stage, `${request.title} ${request.id}.pdf`);
	expect((await verifyPdf(pdf, [])).signatures).toHaveLength(1);
});

inEditor('a spreadsheet becomes requests, and a report says what became of each', async (stage) => {
	const { n8n, sandbox } = stage.scene;
	const name = 'signers.csv';
	const bytes = readFileSync(path.join('examples/files', name));
	const signers: ChosenFile = { name, bytes, type: 'text/csv' };
	const form = `${n8n.address}/form/bulk-from-a-spreadsheet`;
	await fillIn(n8n, form, [contractNamed('Bulk.pdf'), signers]);
	const report = await until(n8n, 'report', () =>
		readdirSync(stage.scene.files).find((file) => file.startsWith('report ')),
	);
	const requests = sandbox.store.requests.filter(({ title }) => title === 'Bulk');
	const idFor = (name: string) => requests.find(({ message }) => message?.includes(name))?.id;
	expect(requests).toHaveLength(2);
	const [head, ann, bob, carl] = (await written(stage, report)).toString().split(/\r?\n/);
	expect(head).toMatch(/Name,Email,State,Request,Reason$/);
	expect(ann).toBe(`Ann Meier,ann@example.com,sent,${idFor('Ann Meier')},`);
	expect(bob).toBe(`Bob Rossi,bob@example.com,sent,${idFor('Bob Rossi')},`);
	expect(carl).toMatch(/^Carl,carl at example\.com,not sent,,.*Email/);
});

inEditor('a contract package has two documents, an attachment and an order', async (stage) => {
	const { n8n, sandbox, files } = stage.scene;
	for (const name of ['contract.pdf', 'terms.pdf', 'price-list.txt']) {
		copyFileSync(path.join('examples/files', name), path.join(files, name));
	}
	expect((await nodesRun(stage, 'contract-package')).at(-1)).toBe('Initiate');
	const request = await requestCalled(n8n, sandbox, 'Contract package');
	const view = await (await loggedIn(sandbox))('GET', `/v3/signature-requests/${request.id}`);
	expect(view.json).toMatchObject({ status_overall: 'OPEN' });
	expect(view.json.documents).toHaveLength(2);
	expect(view.json.attachments).toMatchObject([{ filename: 'price-list.txt' }]);
});

inEditor('a contract that an agent drafts is sent when a person has approved it', async (stage) => {
	const { n8n, sandbox } = stage.scene;
	const workflowId = 'draft-approve-send';
	const form = `${n8n.address}/form/${workflowId}`;
	const answer = await fillIn(n8n, form, ['Ann Meier', ANN, 'A website for 4,000 francs']);
	const { formWaitingUrl: page } = JSON.parse(answer) as { formWaitingUrl: string };
	// n8n never answers a call for the next page that comes too early.
	await (await signInto(n8n)).until(workflowId, 'waiting');
	expect(await (await fetch(page)).text()).toContain('A website for 4,000 francs');
	const title = 'Contract Ann Meier';
	expect(sandbox.store.requests.map((request) => request.title)).not.toContain(title);
	await fillIn(n8n, page, ['Send it']);
	const request = await requestCalled(n8n, sandbox, title);
	await sandbox.people.sign(request.id);
	expect(request.status).toBe('SIGNED');
});

inEditor("the signing link goes out in an email of one's own, and no other", async (stage) => {
	const { sandbox } = stage.scene;
	const request = await send(stage, 'link-in-own-email', 'Zoë', 'Müller', 'zoe@example.com');
	const mail = await received(stage, new RegExp(`Please sign: ${request.title}`));
	expect(mail).toMatchObject({ from: 'contracts@example.com', to: ['zoe@example.com'] });
	const [link] = /https?:\S+/.exec(mail.text)!;
	expect((await fetch(link)).url).toContain(request.id);
	expect(sandbox.store.mails.filter(({ requestId }) => requestId === request.id)).toEqual([]);
});

inEditor('what was signed is archived by year, with its report', async (stage) => {
	const { n8n, sandbox } = stage.scene;
	await untilLooked(stage);
	const id = await createElsewhere(sandbox, { title: 'Archived.pdf', signer: ANN });
	await sandbox.people.sign(id);
	const begins = new Date(sandbox.clock.now()).toISOString().slice(0, 4);
	const name = await until(n8n, 'report in the archive', () =>
		readdirSync(stage.scene.files).find((file) => file.endsWith(`Archived ${id} report.pdf`)),
	);
	expect(name.slice(0, 4)).toBe(begins);
	const pdf = await written(stage, name.replace(' report', ''));
	expect((await verifyPdf(pdf, [])).signatures).toHaveLength(1);
});

interface Row {
	requestId: string;
}

/** Empty as long as there is no such table. */
async function rowsOf(session: Session, name: string): Promise<Row[]> {
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const { data: tables } = (await session.get(`/data-tables-global?filter=${filter}`)) as {
		data: Array<{ id: string; projectId: string }>;
	};
	const [table] = tables;
	if (!table) return [];
	const rows = `/projects/${table.projectId}/data-tables/${table.id}/rows`;
	return ((await session.get(rows)) as { data: Row[] }).data;
}

inEditor('the evidence is filed by year and customer', async (stage) => {
	const { sandbox } = stage.scene;
	await untilLooked(stage);
	const title = 'evidence-by-customer.pdf';
	const id = await createElsewhere(sandbox, { title, signer: ANN });
	await sandbox.people.sign(id);
	const year = new Date(sandbox.clock.now()).getUTCFullYear();
	const zip = await written(stage, `${year} ${ANN} evidence-by-customer ${id}.zip`);
	expect(Object.keys(unzipSync(zip))).toContain(`documents/evidence-by-customer ${id}.pdf`);
});

inEditor('ended requests become rows of a data table', async (stage) => {
	const { n8n, sandbox } = stage.scene;
	await untilLooked(stage);
	const title = 'contract-register.pdf';
	const signed = await createElsewhere(sandbox, { title, signer: ANN });
	const declined = await createElsewhere(sandbox, { title, signer: BOB });
	await sandbox.people.sign(signed);
	sandbox.people.decline(declined, BOB, 'Too expensive');
	const session = await openSession(n8n);
	const rows = await until(n8n, 'both rows', async () => {
		const all = await rowsOf(session, 'Contract Register');
		// The other workflow looks every minute, at the requests of all tests.
		const own = all.filter((row) => [signed, declined].includes(row.requestId));
		return own.length === 2 ? own : undefined;
	});
	expect(Object.fromEntries(rows.map((row) => [row.requestId, row]))).toMatchObject({
		[signed]: { title, status: 'SIGNED', signers: ANN, quality: 'DEMO', qualityMet: true },
		[declined]: { title, status: 'DECLINED', signers: BOB, declineReason: 'Too expensive' },
	});
});

inEditor(
	'the gate lets in a valid PDF with its report, and leaves others outside',
	async (stage) => {
		const { n8n, files } = stage.scene;
		await n8n.untilListening('validation-gate');
		const knock = async (body: Buffer) => {
			const headers = { 'content-type': 'application/pdf' };
			const init = { method: 'POST', headers, body: Uint8Array.from(body) };
			const answer = await fetch(`${n8n.address}/webhook/validation-gate`, init);
			return { status: answer.status, json: await answer.json() };
		};
		const { signed, unsigned } = await writeFiles();
		const explanation = expect.stringMatching(/sign/) as string;
		expect(await knock(unsigned!)).toMatchObject({ status: 422, json: { explanation } });
		const passed = { status: 200, json: { verdict: 'passed', signers: [{}] } };
		expect(await knock(signed!)).toMatchObject(passed);
		const stored = readdirSync(files).filter((name) => name.startsWith('validated '));
		const [pdf, report] = stored.sort();
		expect((await written(stage, pdf!)).equals(signed!)).toBe(true);
		expect((await written(stage, report!)).toString()).toContain('ValidationReport');
	},
);

/** The first look of a workflow takes what it finds for seen. The hasty workflow reads one list each second. */
async function untilLooked({ scene: { n8n, sandbox } }: Stage): Promise<void> {
	const lists = { method: 'GET', path: '/signature-requests' };
	const seen = sandbox.calls.count(lists) + 5;
	await until(n8n, 'looks at the list', () => sandbox.calls.count(lists) >= seen || undefined);
}

inEditor('a callback that was missed is delivered by the example, once', async (stage) => {
	const { n8n, sandbox } = stage.scene;
	const request = await send(stage, 'sign-from-a-form', 'Ann Meier', ANN);
	sandbox.faults.add({ path: '/signature-requests/{id}', status: 503 });
	await sandbox.people.sign(request.id);
	await sandbox.settled();
	sandbox.faults.clear();
	const executions = await signInto(n8n);
	const isOfTrigger = async () => (await executions.list('sign-from-a-form')).length;
	const before = await isOfTrigger();
	expect((await nodesRun(stage, 'deliver-missed-callbacks')).at(-1)).toBe('Summary');
	await written(stage, `${request.title} ${request.id}.pdf`);
	await nodesRun(stage, 'deliver-missed-callbacks');
	expect(await isOfTrigger()).toBe(before + 1);
});

inEditor(
	'open requests are reminded of after 3 and 7 days, and withdrawn after 14',
	async (stage) => {
		const { clock, store } = stage.scene.sandbox;
		const request = await send(stage, 'sign-from-a-form', 'Ann Meier', ANN);
		const reminders = () =>
			store.mails.filter(({ kind, requestId }) => kind === 'reminder' && requestId === request.id);

		await nodesRun(stage, 'remind-open-requests');
		expect(reminders()).toHaveLength(0);
		await clock.advance(3 * DAY_MS);
		await nodesRun(stage, 'remind-open-requests');
		expect(reminders()).toHaveLength(1);
		await clock.advance(4 * DAY_MS);
		await nodesRun(stage, 'remind-open-requests');
		expect(reminders()).toHaveLength(2);
		expect(
			(await received(stage, new RegExp(`signed ${request.title} for a week`))).text,
		).toContain(ANN);
		await clock.advance(7 * DAY_MS);
		await nodesRun(stage, 'remind-open-requests');
		expect(request.status).toBe('WITHDRAWN');
	},
);
