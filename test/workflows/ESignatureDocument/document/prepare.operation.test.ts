import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { limitOf } from '../../../../nodes/shared/validation/multipart';
import { newDocx } from '../../../sandbox/docx';
import { startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const TOOLING = /\/tooling\//;
const UPLOAD = { method: 'POST', path: '/tooling/upload' };
const UPLOAD_ID = '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1';
const CONFORM = { method: 'POST', path: '/tooling/process/{id}/conform' };
const COMPRESS = { method: 'POST', path: '/tooling/process/{id}/compress' };
const SPOT = { method: 'POST', path: '/tooling/process/{id}/spotsigners' };
const DELETE = { method: 'DELETE', path: '/tooling/{id}' };

const note = (text = 'Dear Ann', fileName = 'Note.txt') => ({
	files: { data: { bytes: Buffer.from(text), fileName } },
});
const words = ({ error }: Awaited<ReturnType<Service['document']>>) =>
	`${error?.message}\n${error?.description}`;
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const startPublic = async () => await startService({ dialect: 'public' });

async function leftover({ sandbox }: Service): Promise<unknown[]> {
	const response = await fetch(`${sandbox.address}/sandbox/tooling`);
	return (await response.json()) as unknown[];
}

/** The answer of a step, where it does not matter what the sandbox can do. */
const answered = (step: object, body: object) => ({
	...step,
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
	times: 1,
});

describe('Prepare', () => {
	it('sends nothing to an address that has no such calls', async () => {
		const service = await startService();
		const result = await service.document('prepare', {}, { items: [note()] });
		expect(words(result)).toMatch(
			/^Document: Prepare is not available at the address in this credential[^]*Nothing was sent/,
		);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it('names the PDF like the file', async () => {
		const service = await startPublic();
		const items = [note('Dear Ann', 'Größe "A".txt')];
		const { outputs } = await service.document('prepare', {}, { items });
		const [prepared] = outputs[0]!;
		expect(prepared!.binary!.data!.fileName).toBe('Größe _A_.pdf');
		expect((await service.engine.readBinary(prepared!)).toString('latin1', 0, 5)).toBe('%PDF-');
		const [{ body = '' } = {}] = service.sandbox.calls.matching(UPLOAD);
		expect(body).toContain('filename="Größe %22A%22.txt"');
	});

	it('downloads a URL itself, without any login', async () => {
		const seen: object[] = [];
		const host = createServer((request, response) => {
			seen.push(request.headers);
			response.writeHead(200, { 'content-type': 'text/plain' }).end('Dear Ann');
		});
		await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
		const { port } = host.address() as AddressInfo;
		const service = await startPublic();
		const fileUrl = `http://127.0.0.1:${port}/Offer%20A.txt`;
		const { outputs } = await service.document('prepare', { source: 'url', fileUrl });
		host.close();
		expect(outputs[0]![0]!.binary!.data!.fileName).toBe('Offer A.pdf');
		expect(seen).toHaveLength(1);
		expect(seen[0]).not.toHaveProperty('authorization');
	});

	it('stops downloading a URL after 50 MB, and uploads nothing', async () => {
		const chunk = Buffer.alloc(1024 * 1024, 'a');
		let sentChunks = 0;
		const host = createServer((_request, response) => {
			const endless = Readable.from(
				(function* () {
					for (; ; sentChunks++) yield chunk;
				})(),
			);
			response.writeHead(200, { 'content-type': 'text/plain' });
			pipeline(endless, response, () => undefined);
		});
		await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
		const { port } = host.address() as AddressInfo;
		const service = await startPublic();
		const fileUrl = `http://127.0.0.1:${port}/Large.txt`;
		const result = await service.document('prepare', { source: 'url', fileUrl });
		// Ends only when the node has let go of the answer.
		await new Promise((closed) => host.close(closed));
		expect(words(result)).toMatch(
			/^File URL: the file could not be downloaded, because it is larger than 50 MB, which the service does not take[^]*Nothing was sent/,
		);
		// What is under way in buffers comes on top.
		expect(sentChunks).toBeGreaterThanOrEqual(50);
		expect(sentChunks).toBeLessThan(80);
		expect(service.sandbox.calls.count()).toBe(0);
		expect(await leftover(service)).toEqual([]);
	});

	it('runs the steps in their order: tags, compress, PDF/A', async () => {
		const service = await startPublic();
		service.sandbox.faults.add(
			answered(CONFORM, {
				...{ status: 'success', conformance: 'pdfa-2b', downgraded: true },
				...{ claimedConformance: 'pdfa-2b', details: [] },
			}),
		);
		const form = { findSigners: true, compress: true, makePdfA: true, pdfALevel: 'pdfa-2a' };
		const { outputs } = await service.document('prepare', form, { items: [note()] });
		expect(outputs[0]![0]!.json).toMatchObject({
			...{ conformance: 'pdfa-2b', claimedConformance: 'pdfa-2b' },
			...{ signers: [], unmatched: [], observers: [] },
			warnings: [matching(/^Make PDF\/A: pdfa-2a was not possible/), matching(/has no tags/)],
		});
		const steps = service.sandbox.calls.matching({ path: TOOLING });
		expect(
			steps.map(({ method, path }) => `${method} ${path.split('/').at(-1)!.slice(0, 11)}`),
		).toEqual([
			'POST upload',
			'POST spotsigners',
			'POST compress',
			'POST conform',
			matching(/^GET /),
			matching(/^DELETE /),
		]);
	});

	it('waits while the service is busy or the tags are pending', async () => {
		const service = await startPublic();
		service.sandbox.settings.toolingBusyMs = 300;
		service.sandbox.settings.toolingPendingMs = 600;
		const form = { findSigners: true, compress: true };
		const { outputs } = await service.document('prepare', form, { items: [note()] });
		expect(outputs[0]![0]!.json).toMatchObject({ pages: 1 });
		expect(service.sandbox.calls.count(SPOT)).toBeGreaterThan(1);
		expect(
			service.sandbox.calls.matching({ path: TOOLING }).some(({ status }) => status === 423),
		).toBe(true);
		expect(await leftover(service)).toEqual([]);
	});

	it.each([
		['Make PDF/A', { makePdfA: true }, CONFORM],
		['Find Signers by Tags', { findSigners: true }, SPOT],
	])('fails when %s fails, says why, and deletes the upload', async (step, form, call) => {
		const service = await startPublic();
		service.sandbox.faults.add(
			answered(call, { status: 'failed', details: ['Fonts are missing.'] }),
		);
		const result = await service.document('prepare', form, { items: [note()] });
		expect(words(result)).toMatch(
			RegExp(`^${step}: The service could not do this with the file\nThe service says: Fonts are`),
		);
		expect(await leftover(service)).toEqual([]);
	});

	it.each([
		['Make PDF/A', { makePdfA: true }, CONFORM, 'partly'],
		['Find Signers by Tags', { findSigners: true }, SPOT, 'partly'],
	])('takes nothing but success as success of %s', async (step, form, call, status) => {
		const service = await startPublic();
		service.sandbox.faults.add(answered(call, { status, conformance: 'pdfa-2b', details: [] }));
		const result = await service.document('prepare', form, { items: [note()] });
		expect(words(result)).toContain(
			`${step}: The service could not do this with the file\nThe service answered with the status "${status}", which is not a success.`,
		);
		expect(await leftover(service)).toEqual([]);
	});

	it.each([
		['Make PDF/A', { makePdfA: true }, { canConform: 'false' }],
		['Compress', { compress: true }, { canCompress: ' False ' }],
	])('%s changes no file if the permission is "false" as text', async (step, form, permissions) => {
		const service = await startPublic();
		service.sandbox.faults.add(answered(UPLOAD, { id: UPLOAD_ID, permissions }));
		const result = await service.document('prepare', form, { items: [note()] });
		expect(words(result)).toContain(`${step}: The service does not change this file`);
		expect(service.sandbox.calls.count(CONFORM) + service.sandbox.calls.count(COMPRESS)).toBe(0);
	});

	it.each([
		[
			{ status: 'partly' },
			'Compress: it may have stayed as it was. The service answered with the status "partly", which is not a success.',
		],
		[
			{ status: 'failed', details: ['It is signed.'] },
			'Compress: it stayed as it was. The service says: It is signed.',
		],
	])('goes on with a file that was not compressed, and says so: %j', async (answer, warning) => {
		const service = await startPublic();
		service.sandbox.faults.add(answered(COMPRESS, answer));
		const { outputs } = await service.document('prepare', { compress: true }, { items: [note()] });
		expect(outputs[0]![0]!.json.warnings).toEqual([warning]);
	});

	it('stops at a document with more tags than people can sign', async () => {
		const service = await startPublic();
		const results = { signers: Array(1001).fill({ signer: 'Ann' }) };
		service.sandbox.faults.add(answered(SPOT, { status: 'success', results }));
		const result = await service.document('prepare', { findSigners: true }, { items: [note()] });
		expect(words(result)).toMatch(
			/^Find Signers by Tags: The document has more than 1000 tags and signatures\nRemove tags/,
		);
		expect(await leftover(service)).toEqual([]);
	});

	it('refuses more than 50 MB before anything is sent', async () => {
		const service = await startPublic();
		const part = { fileName: 'Large.txt', mediaType: 'text/plain' };
		const items = [note('a'.repeat(limitOf(part).bytes + 1), 'Large.txt')];
		const result = await service.document('prepare', {}, { items });
		expect(words(result)).toMatch(/"Large.txt" is too large[^]*50 MB[^]*Nothing was sent/);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each([
		['without a fault', [], 'ends'],
		['after a failed step', [{ ...COMPRESS, status: 400 }], 'fails'],
	])('only warns of an upload that could not be deleted, %s', async (_title, faults, ends) => {
		const service = await startPublic();
		service.sandbox.faults.add({ ...DELETE, status: 500 });
		for (const fault of faults) service.sandbox.faults.add(fault);
		const result = await service.document('prepare', { compress: true }, { items: [note()] });
		const warning = /uploaded file could not be deleted[^]*by itself after ten minutes/;
		if (ends === 'fails') expect(words(result)).toMatch(warning);
		else expect(result.outputs[0]![0]!.json.warnings).toEqual([matching(warning)]);
	});
});

const ACCOUNTS = ['ann@example.com', 'bob@example.com'];

/** Prepares a file by its tags, and creates a request from what comes out, as the docs say. */
async function createFrom(file: { bytes: Buffer; fileName: string }, apiVersion: string) {
	const service = await startService({ dialect: 'public', accounts: ACCOUNTS });
	const items = [{ files: { data: file } }];
	const prepared = await service.document('prepare', { findSigners: true }, { items });
	expect(prepared.error).toBeUndefined();
	const [item] = prepared.outputs[0]!;
	const bytes = await service.engine.readBinary(item!);
	const created = await service.request(
		'request',
		'create',
		{ apiVersion, source: 'binary', signerInput: 'json', signersJson: '={{ $json.signers }}' },
		{ items: [{ json: item!.json, files: { data: { bytes, fileName: 'Lease.pdf' } } }] },
	);
	expect(created.error).toBeUndefined();
	const { id } = created.outputs[0]![0]!.json as { id: string };
	const request = await service.call(`/${apiVersion}/signature-requests/${id}`);
	return { json: item!.json, request: (await request.json()) as { signatures: Signature[] } };
}

interface Signature {
	account_email: string;
	sequence: number;
	visual_signature?: Visual;
	document_signatures?: Array<{ visual_signature: Visual }>;
}
interface Visual {
	position?: Place;
	positions?: Place[];
}
type Place = Record<'page' | 'x' | 'y' | 'width' | 'height', number | string>;

function placesOf({ visual_signature, document_signatures }: Signature): Place[] {
	const { positions, position } = visual_signature ?? document_signatures![0]!.visual_signature;
	return positions ?? [position!];
}

describe.each(['v2', 'v3'])('Create, %s, takes the signers that Prepare has found', (version) => {
	it('in a Word file', async () => {
		const bytes = newDocx(
			...['Lease', '', '', ''],
			'{{sign: Ann, ann@example.com, 1, AES}}',
			'{{sign: Bob, bob@example.com, 2}}',
			'{{sign: Tenant, 3}}',
		);
		const { json, request } = await createFrom({ bytes, fileName: 'Lease.docx' }, version);
		expect(json).toMatchObject({
			...{ fileName: 'Lease.pdf', quality: 'AES', warnings: [] },
			signers: [
				{ email: 'ann@example.com', order: 1 },
				{ email: 'bob@example.com', order: 2 },
			],
			unmatched: [{ signer: 'Tenant', order: 3, positions: [{ pageNumber: 1 }] }],
		});
		expect(request.signatures).toMatchObject([
			{ account_email: 'ann@example.com', sequence: 1 },
			{ account_email: 'bob@example.com', sequence: 2 },
		]);
		const [ann, bob] = request.signatures.map((one) => placesOf(one)[0]!);
		expect(Number(ann!.y)).toBeLessThan(Number(bob!.y));
	});
});
