import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';

import { limitOf } from '../../../../nodes/shared/documents/pdf';
import { newDocx } from '../../../sandbox/docx';
import { smallPdf } from '../../../support/files/pdf';
import { startService, type Service } from '../../../support/service/service';
import { serve } from '../../../support/service/serve';

const TOOLING = /\/tooling\//;
const UPLOAD = { method: 'POST', path: '/tooling/upload' };
const UPLOAD_ID = '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1';
const CONFORM = { method: 'POST', path: '/tooling/process/{id}/conform' };
const COMPRESS = { method: 'POST', path: '/tooling/process/{id}/compress' };
const SPOT = { method: 'POST', path: '/tooling/process/{id}/spotsigners' };
const DOWNLOAD = { method: 'GET', path: '/tooling/{id}' };
const CREATE = { method: 'POST', path: '/signature-requests' };
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
			/^Document: Prepare isn't available at the address in this credential[^]*Nothing was sent/,
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

	it('uploads a file without a name under one', async () => {
		const service = await startPublic();
		await service.document('prepare', {}, { items: [{ files: { data: { bytes: smallPdf } } }] });
		const [{ body = '' } = {}] = service.sandbox.calls.matching(UPLOAD);
		expect(body).toContain('filename="document"');
	});

	it('downloads a URL itself, without any login', async () => {
		const seen: object[] = [];
		const host = await serve((request, response) => {
			seen.push(request.headers);
			response.writeHead(200, { 'content-type': 'text/plain' }).end('Dear Ann');
		});
		const service = await startPublic();
		const fileUrl = `${host}/Offer%20A.txt`;
		const { outputs } = await service.document('prepare', { source: 'url', fileUrl });
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
			/^File URL: the file can't be downloaded, because it is larger than 50 MB[^]*Nothing was sent/,
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
			warnings: [
				matching(/^Make PDF\/A: The file is pdfa-2b, because pdfa-2a wasn't possible/),
				matching(/found no tags/),
			],
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

	const noSuccess = `Skribble's status is "partly".`;
	it.each<[string, object, object, string, string[], string]>([
		[
			'Make PDF/A',
			{ makePdfA: true },
			CONFORM,
			'failed',
			['No fonts.'],
			'Skribble says: No fonts.',
		],
		['Make PDF/A', { makePdfA: true }, CONFORM, 'partly', [], noSuccess],
		['Find Signers by Tags', { findSigners: true }, SPOT, 'failed', ['No.'], 'Skribble says: No.'],
		['Find Signers by Tags', { findSigners: true }, SPOT, 'partly', [], noSuccess],
	])('fails when %s does not succeed, says why, and deletes the upload', async (...row) => {
		const [step, form, call, status, details, why] = row;
		const service = await startPublic();
		service.sandbox.faults.add(answered(call, { status, conformance: 'pdfa-2b', details }));
		const result = await service.document('prepare', { ...form }, { items: [note()] });
		expect(words(result)).toContain(`${step}: Skribble couldn't do this with the file\n${why}`);
		expect(await leftover(service)).toEqual([]);
	});

	it.each([
		['Make PDF/A', { makePdfA: true }, { canConform: 'false' }],
		['Compress', { compress: true }, { canCompress: ' False ' }],
	])('%s changes no file if the permission is "false" as text', async (step, form, permissions) => {
		const service = await startPublic();
		service.sandbox.faults.add(answered(UPLOAD, { id: UPLOAD_ID, permissions }));
		const result = await service.document('prepare', form, { items: [note()] });
		expect(words(result)).toContain(`${step}: Skribble doesn't change this file`);
		expect(service.sandbox.calls.count(CONFORM) + service.sandbox.calls.count(COMPRESS)).toBe(0);
	});

	it.each([
		[
			{ status: 'partly' },
			'Compress: it may have stayed as it was. Skribble\'s status is "partly".',
		],
		[
			{ status: 'failed', details: ['It is signed.'] },
			'Compress: it stayed as it was. Skribble says: It is signed.',
		],
	])('goes on with a file that was not compressed, and says so: %j', async (answer, warning) => {
		const service = await startPublic();
		service.sandbox.faults.add(answered(COMPRESS, answer));
		const { outputs } = await service.document('prepare', { compress: true }, { items: [note()] });
		expect(outputs[0]![0]!.json.warnings).toEqual([warning]);
	});

	it('finds the signers of a Word file, and those without an email', async () => {
		const service = await startPublic();
		const tags = ['{{sign: Ann, ann@example.com, 1, AES}}', '{{sign: Tenant, 2}}'];
		const bytes = newDocx('Lease', '', '', '', ...tags);
		const items = [{ files: { data: { bytes, fileName: 'Lease.docx' } } }];
		const { outputs } = await service.document('prepare', { findSigners: true }, { items });
		expect(outputs[0]![0]!.json).toMatchObject({
			...{ fileName: 'Lease.pdf', quality: 'AES', warnings: [] },
			signers: [{ email: 'ann@example.com', order: 1, positions: [{ pageNumber: 1 }] }],
			unmatched: [{ signer: 'Tenant', order: 2, positions: [{ pageNumber: 1 }] }],
		});
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
		const warning = /uploaded file couldn't be deleted\. Skribble deletes it after ten minutes/;
		if (ends === 'fails') expect(words(result)).toMatch(warning);
		else expect(result.outputs[0]![0]!.json.warnings).toEqual([matching(warning)]);
	});
});

/** In their order, by the names that errors begin with. */
const STEPS: Record<string, { method: string; path: string }> = {
	...{ Upload: UPLOAD, 'Find Signers by Tags': SPOT, Compress: COMPRESS },
	...{ 'Make PDF/A': CONFORM, Download: DOWNLOAD },
};
const names = Object.keys(STEPS);
const headers = { 'content-type': 'application/json' };
const faults: Array<[string, object]> = [
	['is refused', { status: 400 }],
	['is answered with something else', { status: 200, headers, body: '{"other":true}' }],
	['gets no answer', { reset: 'after' }],
];
const failures = names
	.flatMap((step) => faults.map(([title, fault]) => [step, title, fault] as const))
	// What is only read is tried again, for as long as it takes.
	.filter(([step, , fault]) => !(step === 'Download' && 'reset' in fault));

describe.each(['prepare', 'create'])(
	'%s names the step that fails, and leaves nothing',
	(operation) => {
		const form = {
			...{ findSigners: true, compress: true, makePdfA: true },
			...(operation === 'create' && {
				source: 'anyFile',
				fileSource: 'binary',
				signerInput: 'tags',
			}),
		};

		it.each(failures)('%s %s', async (step, _title, fault) => {
			const service = await startPublic();
			service.sandbox.faults.add({ ...STEPS[step], ...fault } as never);
			const run =
				operation === 'create' ? service.request.bind(service, 'request') : service.document;
			const result = await run(operation, form, { items: [note('{{sign: ann@example.com}}')] });
			expect(result.error?.message).toMatch(RegExp(`^${step}: `));
			const { calls } = service.sandbox;
			// Those before it are done once, those after it are not asked for.
			expect(names.map((name) => calls.count(STEPS[name]!))).toEqual(
				names.map((_name, at) => (at <= names.indexOf(step) ? 1 : 0)),
			);
			expect(calls.count(CREATE)).toBe(0);
			const isLost = step === 'Upload' && 'reset' in fault;
			expect(await leftover(service)).toHaveLength(isLost ? 1 : 0);
			if (isLost) expect(words(result)).toMatch(/try again, but the step may use credits twice/);
		});
	},
);
