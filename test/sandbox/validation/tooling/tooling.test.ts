import { PDFDocument } from '@cantoo/pdf-lib';
import { call, like, newPdf, type Send } from '../../client.ts';
import { MINUTE, sceneForAll, setScene, UNKNOWN } from '../../scene.ts';
import { BASE, changeSettings, uploadContent, uploadFile } from './files.ts';
import { JPEG, PNG } from './images.ts';

const STEPS = [
	...['check?conform=claimed', 'conform?conform=pdfa-2b&allowdowngrade=true'],
	...['compress?optimise=size', 'spotsigners'],
];

const scene = sceneForAll({ dialect: 'public', maxValidationBytes: 200_000 });
const send: Send = async (...call) => await scene.send(...call);

const upload = async (content: Buffer) => await uploadContent(send, content);
const uploadForm = async (content: Buffer | string, name: string) =>
	await uploadFile(send, content, name);
const change = async (settings: object) => await changeSettings(send, settings);
const leftover = async () => (await send('GET', '/sandbox/tooling')).list.map(({ id }) => id);

describe('POST /tooling/upload', () => {
	test.each<[string, () => Promise<Buffer> | Buffer | string, number]>([
		['contract.pdf', () => newPdf({ pages: 2 }), 2],
		['note.txt', () => 'First line\n\nSecond line', 1],
		['two.txt', () => 'Page one\fPage two', 2],
		['logo.png', () => PNG, 1],
		['photo.jpg', () => JPEG, 1],
	])('turns %s into a PDF', async (name, content, pages) => {
		const { status, json, id } = await uploadForm(await content(), name);
		expect(status).toBe(200);
		expect(json).toMatchObject({ id: like(/^[0-9a-f-]{36}$/), name, properties: { pages } });
		const file = await send('GET', `${BASE}/${id}`);
		expect(file.headers.get('content-type')).toBe('application/pdf');
		expect((await PDFDocument.load(file.bytes)).getPageCount()).toBe(pages);
		expect(json.properties).toMatchObject({ size: file.bytes.length });
	});

	test('takes Base64 in JSON as well, and says what it read', async () => {
		const pdf = await PDFDocument.create();
		pdf.addPage();
		pdf.setTitle('Lease');
		pdf.setAuthor('Ann');
		pdf.setKeywords(['flat', 'Bern']);
		const { json } = await upload(Buffer.from(await pdf.save()));
		expect(json).toMatchObject({
			properties: { sha1: like(/^[0-9a-f]{40}$/), claimedConformance: null },
			permissions: { canConform: true, canCompress: true, allowsSign: true, allowsModify: true },
			metadata: { title: 'Lease', author: 'Ann', subject: null },
		});
	});

	test.each<[string, Buffer | string, number, RegExp]>([
		['plan.pages', Buffer.from('PK\x03\x04 nothing of Word'), 415, /"plan.pages" cannot be turned/],
		['sheet.csv', 'a,b', 415, /PDF, DOCX, PNG, JPEG and plain text/],
		['page.txt', '<!DOCTYPE html><p>A</p>', 415, /cannot be turned/],
		['empty.txt', '', 415, /cannot be turned/],
		['broken.pdf', '%PDF-1.7 and nothing else', 400, /damaged/],
		['broken.png', PNG.subarray(0, 20), 400, /readable PNG/],
		['large.txt', 'x'.repeat(200_001), 413, /too large/],
	])('refuses %s', async (name, content, status, message) => {
		const before = await leftover();
		const answer = await uploadForm(content, name);
		expect(answer).toMatchObject({ status, json: { message: like(message) } });
		expect(await leftover()).toEqual(before);
	});

	test('refuses a file that needs a password, by its own key', async () => {
		const pdf = await PDFDocument.create();
		pdf.addPage();
		pdf.encrypt({ userPassword: 'secret' });
		const answer = await upload(Buffer.from(await pdf.save({ useObjectStreams: false })));
		expect(answer).toMatchObject({ status: 400, json: { key: 'file.pdf.encrypted' } });
	});
});

describe('A file', () => {
	test('is there until it is deleted', async () => {
		const { id } = await upload(await newPdf());
		expect(await leftover()).toContain(id);
		expect((await send('DELETE', `${BASE}/${id}`)).status).toBe(204);
		expect(await leftover()).not.toContain(id);
		const calls = STEPS.map((step) => ['POST', `/process/${id}/${step}`] as const);
		for (const [method, path] of [...calls, ['GET', `/${id}`], ['DELETE', `/${id}`]] as const) {
			expect((await send(method, BASE + path)).status).toBe(404);
		}
	});

	test('is gone after ten minutes', async () => {
		const { id } = await upload(await newPdf());
		await scene.sandbox.clock.advance(10 * MINUTE - 1);
		expect((await send('GET', `${BASE}/${id}`)).status).toBe(200);
		await scene.sandbox.clock.advance(1);
		expect(await leftover()).not.toContain(id);
	});

	test('is known to its owner alone, and to no one without a token', async () => {
		const { id } = await upload(await newPdf());
		expect((await scene.asBen('GET', `${BASE}/${id}`)).status).toBe(404);
		expect((await call(scene.sandbox, 'GET', `${BASE}/${id}`)).status).toBe(401);
		expect((await call(scene.sandbox, 'POST', `${BASE}/upload`, {})).status).toBe(401);
		expect((await send('GET', `${BASE}/${UNKNOWN}`)).status).toBe(404);
	});

	test('is busy after each call that works on it, by the clock of the sandbox', async () => {
		await change({ toolingBusyMs: 5000 });
		const { id } = await upload(await newPdf());
		for (const step of STEPS) {
			expect((await send('POST', `${BASE}/process/${id}/${step}`)).status).toBe(423);
			expect((await send('GET', `${BASE}/${id}`)).status).toBe(423);
			await scene.sandbox.clock.advance(5000);
			expect((await send('POST', `${BASE}/process/${id}/${step}`)).status).toBe(200);
		}
		expect((await send('DELETE', `${BASE}/${id}`)).status).toBe(204);
		await change({ toolingBusyMs: 0 });
	});

	test('is searched for signers for a while', async () => {
		await change({ toolingPendingMs: 3000 });
		const { id } = await upload(await newPdf());
		const search = () => send('POST', `${BASE}/process/${id}/spotsigners`);
		expect((await search()).json).toEqual({ status: 'pending', details: [] });
		expect((await send('GET', `${BASE}/${id}`)).status).toBe(423);
		await scene.sandbox.clock.advance(3000);
		const { json } = await search();
		expect(json).toMatchObject({ status: 'success' });
		expect((await search()).json).toEqual(json);
		await change({ toolingPendingMs: 0 });
	});
});

test.each([
	...['check', 'check?conform=pdfa-4', 'conform?conform=pdfa-2b', 'conform?allowdowngrade=true'],
	...['compress', 'compress?optimise=much', 'compress?optimise=web&force=perhaps'],
])('%s lacks what the interface requires', async (step) => {
	const { id } = await upload(await newPdf());
	expect((await send('POST', `${BASE}/process/${id}/${step}`)).status).toBe(400);
});

test('the written contract has no tooling', async () => {
	const contract = await setScene();
	expect((await contract.send('POST', `${BASE}/upload`, { content: 'AAAA' })).status).toBe(404);
	await contract.close();
});

test('steps have prices, and count as used', async () => {
	const credits = '/validation/v1/billing/credits';
	const { json: prices } = await send('GET', `${credits}/infos`);
	const step = '/tooling/process/{id}/check';
	expect(prices.consumptions).toContainEqual({ sku: '04-02', endpoint: step, credits: 1 });
	const used = async () =>
		((await send('GET', `${credits}/usage`)).json.usage as Array<Record<string, unknown>>).find(
			({ endpoint }) => endpoint === step,
		)?.requests ?? 0;
	const before = await used();
	const { id } = await upload(await newPdf());
	await send('POST', `${BASE}/process/${id}/check?conform=claimed`);
	await send('POST', `${BASE}/process/${UNKNOWN}/check?conform=claimed`);
	expect(await used()).toBe(Number(before) + 1);
});
