/** The package as people get it: unpacked, and checked by its own commands. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { unzipSync } from 'fflate';
import type { INodeParameters } from 'n8n-workflow';
import { readText } from '../../../../sandbox/validation/tooling/text/readText';
import { pdfOfSize, smallPdf } from '../../../support/files/pdf';
import { signers } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service, ServiceOptions } from '../../../support/service/service';

const ANN = 'ann@example.com';
const validations = { method: 'POST', path: '/validate/document' };

async function startSigned(
	version = 'v2',
	{ signs = true, ...more }: Record<string, unknown> & { signs?: boolean } = {},
	options: ServiceOptions = {},
) {
	const service = await startService({ isClockStopped: true, ...options });
	const { id } = await service.addRequest(version, { ...signers(ANN), ...more });
	if (version === 'v3') {
		await service.call(`/v3/signature-requests/${id}/initiate`, { method: 'POST' });
	}
	if (signs) await service.sandbox.people.sign(id);
	const get = async (parameters: INodeParameters = {}) =>
		await package_(service, { apiVersion: version, requestId: byId(id), ...parameters });
	return { service, id, get };
}

async function package_(service: Service, parameters: INodeParameters) {
	const { outputs, error } = await service.request('request', 'getEvidencePackage', parameters);
	if (error) throw error;
	const [item] = outputs[0]!;
	const zip = await service.engine.readBinary(item!);
	const files = Object.entries(unzipSync(zip)).map(
		([name, bytes]) => [name, Buffer.from(bytes)] as const,
	);
	return { json: item!.json, zip, files: Object.fromEntries(files) };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const read = (bytes: Buffer | undefined) => JSON.parse(String(bytes)) as Record<string, unknown>;

it.each([
	['v1', 'contract'],
	['v2', 'contract'],
	['v3', 'contract'],
	['v2', 'public'],
	['v3', 'public'],
] as const)('contains everything that proves a request of %s, %s', async (version, dialect) => {
	const title = 'Łukasz’ lease';
	const { id, get, service } = await startSigned(version, { title }, { dialect });
	const { json, files } = await get();
	const document = `${title} ${id}.pdf`;
	const names = [
		...['audit-report.json', 'audit-report.pdf', 'cover.pdf', `documents/${document}`],
		...['manifest.json', 'request.json'],
		...[`validation/${document}.etsi.xml`, `validation/${document}.json`, 'verify.md'],
	];
	expect(Object.keys(files)).toEqual(names);
	expect(json).toMatchObject({ id, files: names, missing: [], qualityMet: true });
	const { store } = service.sandbox;
	const [documentId] = store.request(id)!.documentIds;
	const signed = store.contentOf(store.document(documentId!)!);
	expect(files[`documents/${document}`]!.equals(signed)).toBe(true);
	expect(read(files[`validation/${document}.json`])).toMatchObject({ verdict: 'passed' });
	expect(String(files[`validation/${document}.etsi.xml`])).toContain('<');

	const manifest = read(files['manifest.json']);
	const hashed = names.filter((name) => !['cover.pdf', 'manifest.json'].includes(name));
	expect(manifest).toEqual({
		request: id,
		missing: [],
		sha256: Object.fromEntries(hashed.map((name) => [name, sha256(files[name]!)])),
	});
	expect(json.manifestSha256).toBe(sha256(files['manifest.json']!));
	const cover = await textIn(files['cover.pdf']!);
	for (const text of [ANN, 'DEMO', json.manifestSha256 as string, manifest.sha256!]) {
		for (const one of typeof text === 'string' ? [text] : Object.values(text)) {
			expect(cover).toContain(one);
		}
	}
});

it('is checked by the commands in its verify.md', async () => {
	const { get } = await startSigned('v2', { title: "Bob's $(offer)" });
	const { files, json } = await get();
	const folder = mkdtempSync(path.join(tmpdir(), 'evidence-'));
	for (const [name, bytes] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
		writeFileSync(path.join(folder, name), bytes);
	}
	const commands = String(files['verify.md']).split('```bash\n').slice(1);
	const [manifest, hashes, pdfsig, openssl] = commands.map((block) => block.split('```')[0]!);
	const run = (script: string) => {
		const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
		return stdout + stderr;
	};
	expect(run(manifest!)).toContain(json.manifestSha256);
	const checked = run(hashes!).trim().split('\n');
	expect(checked).toHaveLength(Object.keys(files).length - 2);
	expect(checked.filter((line) => !line.endsWith(': OK'))).toEqual([]);
	expect(run(openssl!)).toMatch(/subject=.*[^]*CMS Verification successful/);
	if (!spawnSync('pdfsig', ['-v']).error) {
		expect(run(pdfsig!)).toMatch(
			/Signature is Valid[^]*Total document signed|Total document signed[^]*Signature is Valid/,
		);
	}

	const [changed] = Object.keys(files).filter((name) => name.startsWith('documents/'));
	const bytes = readFileSync(path.join(folder, changed!));
	bytes[bytes.indexOf('/MediaBox') + 1] = 0x6d;
	writeFileSync(path.join(folder, changed!), bytes);
	expect(run(hashes!)).toContain(`${changed}: FAILED`);
	expect(run(openssl!)).toMatch(/verification failure/i);
	rmSync(folder, { recursive: true });
});

it('is the same file for the same answers', async () => {
	const { get } = await startSigned('v3');
	const [one, other] = [await get({ validate: false }), await get({ validate: false })];
	expect(one.zip.equals(other.zip)).toBe(true);
});

it('contains neither callback addresses nor signing links', async () => {
	const callback_success_url = 'http://127.0.0.1:9/?proof=secret';
	const { get } = await startSigned('v2', { callback_success_url });
	const { files } = await get();
	expect(Object.keys(read(files['request.json']))).toContain('signatures');
	for (const [name, bytes] of Object.entries(files)) {
		if (/\.(json|xml)$/.test(name)) expect(String(bytes)).not.toMatch(/proof=|signing_url/);
	}
});

describe('names what is missing', () => {
	it('if the key may not validate, and stops if that is required', async () => {
		const { get, service } = await startSigned();
		service.sandbox.faults.add({ ...validations, status: 403 });
		const { json, files } = await get();
		expect(json.missing).toEqual([expect.stringMatching(/^Contract.*\.pdf: not validated: /)]);
		expect(Object.keys(files).filter((name) => name.startsWith('validation/'))).toEqual([]);
		expect(read(files['manifest.json'])).toMatchObject({ missing: json.missing });
		await expect(get({ required: ['validation'] })).rejects.toMatchObject({
			message: expect.stringMatching(/^The evidence isn't complete: .*not validated/) as string,
		});
	});

	it('if signatures and their quality are not required', async () => {
		const { get, service, id } = await startSigned('v2', {
			...signers(ANN, 'bob@example.com'),
			signs: false,
		});
		await service.sandbox.people.sign(id, ANN, undefined, { quality: 'SES' });
		const { json } = await get({ required: [], validate: false });
		expect(json.missing).toEqual([
			'1 of 2 have signed',
			`${ANN} signed with SES instead of DEMO`,
			"the documents aren't validated",
		]);
		expect(service.sandbox.calls.count(validations)).toBe(0);
	});
});

it('takes all documents of a request, each validated once although the node is tried again', async () => {
	const service = await startService({ isClockStopped: true });
	const { id } = await service.addRequest('v3', { ...signers(ANN), title: 'Set' });
	await service.call(`/v3/signature-requests/${id}/documents`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ content: smallPdf.toString('base64') }),
	});
	await service.call(`/v3/signature-requests/${id}/initiate`, { method: 'POST' });
	await service.sandbox.people.sign(id);
	service.sandbox.faults.add({ method: 'GET', path: /etsi$/, status: 400, times: 1 });
	const parameters = { apiVersion: 'v3', requestId: byId(id), required: ['validation'] };
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { outputs, error } = await service.request(
		...(['request', 'getEvidencePackage', parameters, { settings }] as const),
	);
	expect(error).toBeUndefined();
	const { files } = outputs[0]![0]!.json as { files: string[] };
	expect(files.filter((name) => name.startsWith('documents/'))).toHaveLength(2);
	expect(files.filter((name) => name.endsWith('.etsi.xml'))).toHaveLength(2);
	expect(service.sandbox.calls.count(validations)).toBe(2);
});

it('writes a cover page although the font has not all letters of the title', async () => {
	const { get } = await startSigned('v2', { title: '合同 A' });
	const { files } = await get({ validate: false });
	expect(await textIn(files['cover.pdf']!)).toContain('?? A');
});

it('streams large documents', async () => {
	const content = pdfOfSize(1_000_000).toString('base64');
	const { get, id } = await startSigned('v2', { content });
	const { files } = await get({ validate: false });
	const [name] = Object.keys(files).filter((one) => one.includes(id));
	expect(files[name!]!.length).toBeGreaterThan(1_000_000);
});

async function textIn(pdf: Buffer): Promise<string> {
	const pages = (await PDFDocument.load(pdf)).getPages();
	const glyphs = (await Promise.all(pages.map(readText))).flat();
	return glyphs.map(({ text }) => text).join('');
}
