/**
 * Random switches, files, delays and faults between the steps of Prepare: nothing is left in the service, nothing is
 * done twice, and an error names the step. PREPARE_TRIES runs more of them, for example 200.
 */
import { newDocx } from '../../sandbox/docx';
import { smallPdf } from '../../support/files/pdf';
import { fc } from '../../support/jest/property';
import { startService } from '../../support/service/service';
import type { Service } from '../../support/service/service';

const TRIES = Number(process.env.PREPARE_TRIES ?? 20);
/** Waiting for a repeated call takes seconds. */
const LONGEST_TRY_MS = 60_000;

/** By the name that errors begin with. */
const calls = {
	Upload: { method: 'POST', path: '/tooling/upload' },
	'Find Signers by Tags': { method: 'POST', path: '/tooling/process/{id}/spotsigners' },
	Compress: { method: 'POST', path: '/tooling/process/{id}/compress' },
	'Make PDF/A': { method: 'POST', path: '/tooling/process/{id}/conform' },
	Download: { method: 'GET', path: '/tooling/{id}' },
	Delete: { method: 'DELETE', path: '/tooling/{id}' },
};
type Step = keyof typeof calls;

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

const scenes = fc.record({
	findSigners: fc.boolean(),
	compress: fc.boolean(),
	makePdfA: fc.boolean(),
	file: fc.constantFrom(
		{ bytes: smallPdf, fileName: 'Contract.pdf' },
		{ bytes: newDocx('Dear Ann', 'Yours, Bo'), fileName: 'Letter.docx' },
		{ bytes: Buffer.from('Dear Ann'), fileName: 'Note.txt' },
		{ bytes: Buffer.from('A line of text.\n'.repeat(5_000)), fileName: 'Long.txt' },
	),
	busyMs: fc.constantFrom(0, 0, 100),
	fault: fc.option(
		fc.record({
			step: fc.constantFrom(...(Object.keys(calls) as Step[])),
			kind: fc.constantFrom(...kinds),
			times: fc.constantFrom(1, 2, 100),
		}),
		{ freq: 6 },
	),
});

type Fault = { step: Step; kind: Kind };
/** Only a refused deletion, or an upload whose answer was lost together with the id. */
const mayLeaveFile = ({ step, kind }: Fault) =>
	step === 'Delete' || (step === 'Upload' && 'reset' in kind && kind.reset === 'after');

/** No one can find out that a deletion was not done when the service answers that it was. */
const isSaidToBeDone = (fault: Fault | null) =>
	fault?.step === 'Delete' && 'status' in fault.kind && fault.kind.status === 200;

const DONE = (status?: number) => status !== undefined && status >= 200 && status < 300;
const LEFT = /could not be deleted|may have the file anyway/;

async function leftover({ sandbox }: Service): Promise<Array<{ id: string }>> {
	const response = await fetch(`${sandbox.address}/sandbox/tooling`);
	return (await response.json()) as Array<{ id: string }>;
}

it(
	'leaves nothing behind, does nothing twice, and names the step',
	async () => {
		const service = await startService({ dialect: 'public', isLasting: true, rateLimits: [] });
		const { sandbox } = service;
		await fc.assert(
			fc.asyncProperty(scenes, async ({ file, busyMs, fault, ...switches }) => {
				sandbox.faults.clear();
				for (const { id } of await leftover(service))
					await service.call(`/validation/v1/tooling/${id}`, { method: 'DELETE' });
				sandbox.calls.clear();
				sandbox.settings.toolingBusyMs = busyMs;
				if (fault) sandbox.faults.add({ ...calls[fault.step], ...fault.kind, times: fault.times });
				const { outputs, error } = await service.document(
					'prepare',
					{ ...switches, options: { waitSeconds: 2 } },
					{ items: [{ files: { data: file } }] },
				);
				const text = error ? `${error.message}\n${error.description}` : '';
				const said = error ? text : JSON.stringify(outputs[0]![0]!.json.warnings);

				// What the sandbox cannot make of a file is no fault of the way there.
				const isRefused =
					switches.makePdfA && text.startsWith('Make PDF/A: The service could not do this');
				if (isRefused) expect(file.fileName).toBe('Contract.pdf');
				else if (error) expect(error.message.split(': ', 1)[0]).toBe(fault?.step);
				// Nor is a file that is left behind a reason to fail.
				if (!isRefused && fault?.step === 'Delete') expect(error).toBeUndefined();

				for (const [step, call] of Object.entries(calls).filter(
					([, { method }]) => method === 'POST',
				)) {
					const done = sandbox.calls.matching(call).filter(({ status }) => DONE(status));
					expect({ step, done: done.length }).toEqual({ step, done: Math.min(done.length, 1) });
				}
				const left = await leftover(service);
				expect(left.length).toBeLessThanOrEqual(fault && mayLeaveFile(fault) ? 1 : 0);
				if (left.length > 0 && !isSaidToBeDone(fault)) expect(said).toMatch(LEFT);
			}),
			{ numRuns: TRIES },
		);
		await sandbox.close();
	},
	TRIES * LONGEST_TRY_MS,
);
