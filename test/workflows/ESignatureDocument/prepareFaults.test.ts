/**
 * Random files, switches with their options, delays and up to two faults between the steps, through Prepare and through
 * Create with Any File (Prepare First): nothing is left in the service, nothing is done twice, no request is created
 * unless all went well, and an error names the step.
 */
import { createCipheriv } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { unzipSync, zipSync } from 'fflate';
import type { RunResult } from '../../support/engine/engine';
import { newDocx } from '../../sandbox/docx';
import { sign } from '../../sandbox/pdf/samples';
import { fc, tries } from '../../support/jest/property';
import { hintsOf } from '../../support/service/requestOperation';
import { startService } from '../../support/service/service';
import type { Service } from '../../support/service/service';

const TRIES = tries(20);
/** Waiting for a repeated call takes seconds. */
const LONGEST_TRY_MS = 60_000;

const ANN = 'ann@example.com';
const TAG = `{{sign: Ann, ${ANN}}}`;

/** By the name that errors begin with, in the order in which they run. */
const steps = {
	Upload: { method: 'POST', path: '/tooling/upload' },
	'Find Signers by Tags': { method: 'POST', path: '/tooling/process/{id}/spotsigners' },
	Compress: { method: 'POST', path: '/tooling/process/{id}/compress' },
	'Make PDF/A': { method: 'POST', path: '/tooling/process/{id}/conform' },
	Download: { method: 'GET', path: '/tooling/{id}' },
};
const calls = {
	...steps,
	Delete: { method: 'DELETE', path: '/tooling/{id}' },
	Create: { method: 'POST', path: '/signature-requests' },
};
type Step = keyof typeof steps;
type Called = keyof typeof calls;

type Kind =
	| { status: number; headers: Record<string, string>; body?: string }
	| { reset: 'before' | 'after' };

const kinds: Kind[] = [
	...[400, 401, 403, 404, 413, 415, 423, 500, 501, 503].map((status) => ({
		status,
		headers: { 'retry-after': '3600' },
	})),
	{ status: 429, headers: { 'retry-after': '0' } },
	{
		status: 200,
		headers: { 'content-type': 'text/html' },
		body: '<!doctype html><title>Proxy</title>',
	},
	{ status: 200, headers: { 'content-type': 'application/json' }, body: '{"other":true}' },
	{ reset: 'before' },
	{ reset: 'after' },
];

/** Bytes that can't be compressed, the same in each run. */
const noise = (bytes: number) =>
	createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(bytes));

/** No page shows the padding. */
const writers = {
	'Contract.pdf': async (padding: number) => await paddedPdf(padding),
	'Signed.pdf': async (padding: number) => Buffer.from(await sign(await paddedPdf(padding))),
	'Letter.docx': (padding: number) => {
		const parts = { ...unzipSync(newDocx(TAG)), 'word/media/photo.bin': noise(padding) };
		return Buffer.from(zipSync(parts, { level: 0 }));
	},
	// Every line is laid out, which takes its time.
	'Note.txt': (padding: number) =>
		Buffer.from(`${TAG}\n${'A line of text.\n'.repeat(Math.min(padding, 80_000) / 16)}`),
};

async function paddedPdf(padding: number): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	pdf.addPage().drawText(TAG, { x: 50, y: 300, size: 10, font });
	pdf.context.register(pdf.context.stream(noise(padding)));
	return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

const RECOMMENDED = 'pdfa-2u';
const levels = ['1a', '1b', '2a', '2b', '2u', '3a', '3b', '3u'].map((level) => `pdfa-${level}`);
/** What the sandbox makes where it cannot make level a. */
const lower: Record<string, string> = {
	...{ 'pdfa-1a': 'pdfa-1b', 'pdfa-2a': 'pdfa-2u', 'pdfa-3a': 'pdfa-3u' },
	recommendedConformance: RECOMMENDED,
};

const scenes = fc.record({
	node: fc.constantFrom('prepare', 'create'),
	apiVersion: fc.constantFrom('v1', 'v2', 'v3'),
	findSigners: fc.boolean(),
	compress: fc.boolean(),
	compressFor: fc.constantFrom('archive', 'print', 'size', 'web'),
	makePdfA: fc.boolean(),
	pdfALevel: fc.constantFrom('recommendedConformance', ...levels),
	allowDowngrade: fc.boolean(),
	force: fc.boolean(),
	fileName: fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom('Contract.pdf', 'Letter.docx', 'Note.txt') },
		{ weight: 1, arbitrary: fc.constant('Signed.pdf') },
	),
	padding: fc.oneof(
		{ weight: 2, arbitrary: fc.nat(1_000) },
		{ weight: 1, arbitrary: fc.integer({ min: 1_000, max: 4_000_000 }) },
	),
	busyMs: fc.constantFrom(0, 0, 100),
	planted: fc.array(
		fc.record({
			/** Among the calls that this scene makes. */
			at: fc.nat(),
			kind: fc.constantFrom(...kinds),
			times: fc.constantFrom(1, 2, 100),
		}),
		{ maxLength: 2 },
	),
});
type Scene = typeof scenes extends fc.Arbitrary<infer Value> ? Value : never;

function stepsOf({ findSigners, compress, makePdfA }: Scene): Step[] {
	const isOn: Partial<Record<Step, boolean>> = {
		...{ 'Find Signers by Tags': findSigners, Compress: compress, 'Make PDF/A': makePdfA },
	};
	return (Object.keys(steps) as Step[]).filter((step) => isOn[step] ?? true);
}

/** The step that is refused without any fault: of a signed file, or of a level that the sandbox cannot make. */
function refusedIn(scene: Scene): Step | undefined {
	const { fileName, force, pdfALevel, allowDowngrade } = scene;
	const isSigned = fileName === 'Signed.pdf';
	const isTooHigh = pdfALevel.endsWith('a') && !allowDowngrade;
	const isRefused: Partial<Record<Step, boolean>> = {
		'Find Signers by Tags': isSigned,
		Compress: isSigned && !force,
		'Make PDF/A': isSigned || isTooHigh,
	};
	return stepsOf(scene).find((step) => isRefused[step]);
}

type Fault = { call: Called; kind: Kind; times: number };

function faultsOf(scene: Scene): Fault[] {
	const hit: Called[] = [...stepsOf(scene), 'Delete'];
	if (scene.node === 'create') hit.push('Create');
	return scene.planted.map(({ at, ...fault }) => ({ ...fault, call: hit[at % hit.length]! }));
}

/** Only a refused deletion, or an upload whose answer was lost together with the id. */
const mayLeaveFile = ({ call, kind }: Fault) =>
	call === 'Delete' || (call === 'Upload' && 'reset' in kind && kind.reset === 'after');

/** No one can find out that a file was not deleted when the service says that it was, or that there is none. */
const isSaidToBeDone = ({ call, kind }: Fault) =>
	call === 'Delete' && 'status' in kind && [200, 404].includes(kind.status);

const LEFT = /could not be deleted|may have the file anyway/;

async function leftover({ sandbox }: Service): Promise<Array<{ id: string }>> {
	const response = await fetch(`${sandbox.address}/sandbox/tooling`);
	return (await response.json()) as Array<{ id: string }>;
}

async function play(service: Service, scene: Scene): Promise<{ bytes: Buffer; ran: RunResult }> {
	const { node, apiVersion, findSigners, fileName, padding, force } = scene;
	const { compress, compressFor, makePdfA, pdfALevel, allowDowngrade } = scene;
	const bytes = await writers[fileName](padding);
	const run = { items: [{ files: { data: { bytes, fileName } } }] };
	const form = {
		...{ compress, compressFor, makePdfA, pdfALevel, allowDowngrade },
		options: { force, waitSeconds: 2 },
	};
	if (node === 'prepare') {
		return { bytes, ran: await service.document('prepare', { findSigners, ...form }, run) };
	}
	const signers = findSigners
		? { signerInput: 'tags' }
		: { signerInput: 'json', signersJson: `[{ "email": "${ANN}" }]` };
	const source = { apiVersion, source: 'anyFile', fileSource: 'binary' };
	const whole = { ...source, ...signers, ...form };
	return { bytes, ran: await service.request('request', 'create', whole, run) };
}

/** How often the service says that it was done. */
const doneIn = ({ sandbox }: Service, call: Called) =>
	sandbox.calls.matching(calls[call]).filter(({ status = 0 }) => status >= 200 && status < 300)
		.length;

/** Those before the failed one were done once, and those after it were not even asked for. */
function expectSteps(service: Service, scene: Scene, failed?: Step) {
	const own = stepsOf(scene);
	const end = failed ? own.indexOf(failed) : own.length;
	for (const step of Object.keys(steps) as Step[]) {
		const place = own.indexOf(step);
		const [done, asked] = [doneIn(service, step), service.sandbox.calls.count(steps[step])];
		const what = { step, failed, done, asked };
		if (place === -1 || place > end) expect(what).toEqual({ ...what, asked: 0 });
		// What is only read may be read again.
		else if (step === 'Download') expect(place === end || done > 0).toBe(true);
		else if (place < end) expect(what).toEqual({ ...what, done: 1 });
		else expect(what).toEqual({ ...what, done: Math.min(done, 1) });
	}
}

/** As the form says. */
function expectOptions({ sandbox }: Service, scene: Scene) {
	const forced = scene.force ? { force: 'true' } : {};
	const queriesOf = (step: Step) =>
		sandbox.calls
			.matching(steps[step])
			.map(({ query }) => Object.fromEntries(new URLSearchParams(query)));
	for (const query of queriesOf('Compress'))
		expect(query).toEqual({ optimise: scene.compressFor, ...forced });
	const level = { conform: scene.pdfALevel, allowdowngrade: String(scene.allowDowngrade) };
	for (const query of queriesOf('Make PDF/A')) expect(query).toEqual({ ...level, ...forced });
}

async function expectPrepared(service: Service, scene: Scene, { bytes, ran }: Played) {
	const [item] = ran.outputs[0]!;
	const { pdfALevel, makePdfA } = scene;
	const conformance = makePdfA ? (lower[pdfALevel] ?? pdfALevel) : undefined;
	expect(item!.json).toMatchObject({
		originalSize: bytes.length,
		pages: expect.any(Number) as number,
	});
	expect(item!.json.conformance).toBe(conformance);
	const pdf = await service.engine.readBinary(item!);
	expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-');
}
type Played = Awaited<ReturnType<typeof play>>;

it(
	'leaves nothing behind, does nothing twice, and names the step',
	async () => {
		const service = await startService({
			...{ dialect: 'public', accounts: [ANN], isLasting: true, rateLimits: [] },
		});
		const { sandbox } = service;
		await fc.assert(
			fc.asyncProperty(scenes, async (scene) => {
				sandbox.faults.clear();
				for (const { id } of await leftover(service))
					await service.call(`/validation/v1/tooling/${id}`, { method: 'DELETE' });
				sandbox.calls.clear();
				sandbox.settings.toolingBusyMs = scene.busyMs;
				const before = sandbox.store.requests.length;
				const faults = faultsOf(scene);
				for (const { call, kind, times } of faults)
					sandbox.faults.add({ ...calls[call], ...kind, times });
				const played = await play(service, scene);
				const { outputs, error } = played.ran;
				const text = error ? `${error.message}\n${error.description}` : '';

				const named = text.split(': ', 1)[0]!;
				const failed = named in steps ? (named as Step) : error && 'Create';
				const refused = refusedIn(scene);
				const causes = faults.map(({ call }) => call).filter((call) => call !== 'Delete');
				// A file that is left behind is no reason to fail.
				if (causes.length === 0) expect({ text, failed }).toEqual({ text, failed: refused });
				else if (failed) expect([...causes, refused]).toContain(failed);
				else expect(refused).toBeUndefined();

				expectSteps(service, scene, failed === 'Create' ? undefined : failed);
				expectOptions(service, scene);
				if (!failed && scene.node === 'prepare') await expectPrepared(service, scene, played);

				const created = sandbox.store.requests.length - before;
				const asked = sandbox.calls.count(calls.Create);
				expect(created).toBeLessThanOrEqual(1);
				expect(doneIn(service, 'Create')).toBeLessThanOrEqual(1);
				if (!causes.includes('Create')) expect(asked).toBeLessThanOrEqual(1);
				if (scene.node === 'prepare' || (failed && failed !== 'Create')) expect(asked).toBe(0);
				else if (!failed) expect(created).toBe(1);

				const left = await leftover(service);
				expect(left.length).toBeLessThanOrEqual(faults.some(mayLeaveFile) ? 1 : 0);
				const said = error ? text : JSON.stringify(outputs[0]![0]!.json.warnings);
				if (left.length > 0 && !faults.some(isSaidToBeDone))
					expect(said + hintsOf(played.ran).join('\n')).toMatch(LEFT);
			}),
			TRIES,
		);
		await sandbox.close();
	},
	TRIES.numRuns * LONGEST_TRY_MS,
);
