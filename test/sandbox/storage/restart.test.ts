import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manualClock } from '../../../sandbox/state/clock.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.ts';
import { loggedIn, newPdf, type Send } from '../client.ts';
import { startReceiver } from '../receiver.ts';
import { DAY, MINUTE, NOON } from '../scene.ts';

let folder: string;
let sandbox: Sandbox;
let send: Send;
let content: string;

beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'sandbox-data-'));
	content = (await newPdf()).toString('base64');
	await start();
});
afterEach(async () => {
	await sandbox.close();
	rmSync(folder, { recursive: true, force: true });
});

async function start(options: SandboxOptions = {}) {
	sandbox = await startSandbox({
		dataFolder: folder,
		clock: manualClock(NOON),
		// Links are the same, whichever port is free.
		publicUrl: 'http://localhost',
		...options,
	});
	send = await loggedIn(sandbox);
}

async function restart(options: SandboxOptions = {}) {
	await sandbox.close();
	await start(options);
}

const newRequest = async (more: object = {}) =>
	await send('POST', '/v2/signature-requests', {
		title: 'Contract',
		content,
		signatures: [{ account_email: 'anna@example.com' }],
		...more,
	});

const read = async (...paths: string[]) =>
	await Promise.all(paths.map(async (one) => (await send('GET', one)).bytes.toString('latin1')));

test('everything is there after a restart', async () => {
	const { id, json } = await newRequest();
	const attachment = { filename: 'a.txt', content_type: 'text/plain', content: 'YWJj' };
	const added = await send('POST', `/v2/signature-requests/${id}/attachments`, attachment);
	await sandbox.people.sign(id);
	const { json: signed } = await send('GET', `/v2/signature-requests/${id}`);
	const { bytes } = await send('GET', `/v2/documents/${String(signed.document_id)}/content`);
	const validated = await send('POST', '/validation/v1/validate/document', {
		content: bytes.toString('base64'),
	});
	const paths = [
		`/v2/signature-requests/${id}`,
		'/v2/signature-requests',
		'/v2/documents',
		`/v2/documents/${String(json.document_id)}/content`,
		`/v2/documents/${String(signed.document_id)}/content`,
		`/v2/signature-requests/${id}/attachments/${String(added.json.attachment_id)}/content`,
		`/v2/signature-requests/${id}/report?type=JSON`,
		`/validation/v1/infos/${validated.id}/signers`,
		'/v2/activities/signatures?start_date=2026-03-01&end_date=2026-03-31',
	];
	const before = await read(...paths);
	const mails = [...sandbox.store.mails];
	await restart();
	expect(await read(...paths)).toEqual(before);
	expect(sandbox.store.mails).toEqual(mails);
	expect(mails.length).toBeGreaterThan(0);
	const { json: usage } = await send('GET', '/validation/v1/billing/credits/usage');
	expect(usage).toMatchObject({ credits: 2 });
});

test('a token is still good, and what was signed is still trusted', async () => {
	const { id } = await newRequest();
	await sandbox.people.sign(id);
	const { json } = await send('GET', `/v2/signature-requests/${id}`);
	const { bytes } = await send('GET', `/v2/documents/${String(json.document_id)}/content`);
	let authorization = '';
	await sandbox.close();
	await start({ onCall: (call) => (authorization = call.headers.authorization ?? authorization) });
	await send('GET', '/v2/documents');
	await restart();
	const body = { content: bytes.toString('base64') };
	const path = '/validation/v1/validate/document';
	const { json: result } = await send('POST', path, body, { authorization });
	expect(result).toMatchObject({ valid: true });
});

test('the time that was let pass has passed, and what falls due later still does', async () => {
	const { id } = await newRequest();
	const withdrawn = await newRequest();
	await send('DELETE', `/v2/signature-requests/${withdrawn.id}`);
	await sandbox.clock.advance(1000);
	await restart({ retentionDays: 1 });
	expect(sandbox.clock.now()).toBe(NOON + 1000);
	const doomed = await newRequest();
	await restart();
	expect(sandbox.store.document(String(withdrawn.json.document_id))).toBeDefined();
	await sandbox.clock.advance(MINUTE);
	expect(sandbox.store.document(String(withdrawn.json.document_id))).toBeUndefined();
	await sandbox.clock.advance(2 * DAY);
	expect(sandbox.store.request(doomed.id)).toBeUndefined();
	expect(sandbox.store.request(id)).toBeDefined();
});

test('a callback that no one took is sent again after a restart, also of a deleted request', async () => {
	const receiver = await startReceiver();
	const urls = () => receiver.received.map(({ url }) => url);
	receiver.answers.push({ status: 503 });
	const { id } = await newRequest({
		callback_error_url: `${receiver.address}/SERVICE_SIGNATURE_REQUEST_ID`,
	});
	await send('DELETE', `/v2/signature-requests/${id}`);
	await sandbox.settled();
	expect(urls()).toEqual([`/${id}`]);
	await restart();
	await sandbox.clock.advance(10 * MINUTE);
	expect(urls()).toEqual([`/${id}`, `/${id}`]);
	await restart();
	await sandbox.clock.advance(10 * MINUTE);
	expect(urls()).toHaveLength(2);
	await receiver.close();
});

test('what no one knows any more does not stay on disk', async () => {
	const { id } = await send('POST', '/v2/documents', { title: 'A', content });
	const files = () => readdirSync(path.join(folder, 'files'));
	expect(files()).toHaveLength(1);
	await send('DELETE', `/v2/documents/${id}`);
	expect(files()).toEqual([]);
	writeFileSync(path.join(folder, 'files', 'left-behind'), 'a');
	await restart();
	expect(files()).toEqual([]);
});

test('a folder has one sandbox at a time', async () => {
	await expect(startSandbox({ dataFolder: folder })).rejects.toThrow(
		'is in use by another sandbox',
	);
});
