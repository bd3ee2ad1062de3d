import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { verifyPdf } from '../../../sandbox/validation/signatures/verify.ts';
import { trustedRoots } from '../../../sandbox/pdf/cms/certificate.ts';
import { writeFiles } from '../../sandbox/validationFiles.ts';
import { watchMemory } from '../../support/machine/memory.ts';
import { pdfOfSize } from '../../support/files/pdf.ts';
import type { Scene } from '../support/scene.ts';

export const workflowsOfSealing = ['seal-only', 'validate-only', 'invoiced', 'large-files'];
const MIB = 2 ** 20;
const IMAGE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

export function sealing(scene: () => Scene) {
	let files: Record<string, Buffer>;

	beforeAll(async () => {
		files = await writeFiles();
		for (const workflow of workflowsOfSealing) await scene().n8n.untilListening(workflow);
	});

	/** Sends files to a webhook, and answers with what the last node of its workflow put out. */
	async function send(webhook: string, sent: Record<string, Buffer> = {}) {
		const form = new FormData();
		form.set('from', 'test');
		for (const [name, bytes] of Object.entries(sent)) {
			const type = name === 'image' ? 'image/png' : 'application/pdf';
			form.set(name, new Blob([Uint8Array.from(bytes)], { type }), name);
		}
		return await scene().n8n.whileAlive(async () => {
			const address = `${scene().n8n.address}/webhook/${webhook}`;
			const response = await fetch(address, { method: 'POST', body: form });
			return (await response.json()) as Record<string, unknown>;
		});
	}

	describe('sealing on a real n8n', () => {
		it.each([
			['with an image', { image: IMAGE }],
			['without an image', {}],
		])('a document is sealed %s, and the seal is valid', async (_title, more) => {
			const { document_id: id } = await send('seal-only', { data: files.unsigned!, ...more });
			const document = scene().sandbox.store.document(id as string);
			const sealed = scene().sandbox.store.contentOf(document!);
			const { signatures } = await verifyPdf(sealed, await trustedRoots());
			expect(signatures).toMatchObject([{ integrity: 'intact', trusted: true }]);
			expect(await send('validate-only', { data: sealed })).toMatchObject({ verdict: 'passed' });
		});

		it('a seal that is not activated is refused with the remedy', async () => {
			scene().sandbox.settings.features.seal = false;
			const answer = await send('seal-only', { data: files.unsigned! });
			scene().sandbox.settings.features.seal = true;
			expect(answer).toMatchObject({
				error: expect.stringMatching(/Sealing is not activated/) as string,
				details: { status: 403, description: expect.stringMatching(/Ask the service/) as string },
			});
		});
	});

	describe('validating on a real n8n', () => {
		it.each([
			['signedTwice', 'passed'],
			['tampered', 'failed'],
			['unsigned', 'indeterminate'],
		])('a file that is %s has %s', async (name, verdict) => {
			expect(await send('validate-only', { data: files[name]! })).toMatchObject({ verdict });
		});

		it('a request of exactly 52,428,800 bytes is sent, and one byte more is not', async () => {
			const { calls } = scene().sandbox;
			const validations = () => calls.matching({ method: 'POST', path: '/validate/document' });
			calls.clear();
			await send('validate-only', { data: files.unsigned! });
			const aroundTheFile = validations()[0]!.contentLength! - files.unsigned!.length;
			const largest = 52_428_800 - aroundTheFile;

			const answer = await send('validate-only', { data: pdfOfSize(largest) });

			expect(answer).toMatchObject({ verdict: 'indeterminate', signatures: 0 });
			expect(validations()[1]).toMatchObject({
				contentLength: 52_428_800,
				receivedBytes: 52_428_800,
				status: 200,
			});

			const refusal = await send('validate-only', { data: pdfOfSize(largest + 1) });

			expect(refusal.error).toContain(`${largest + 1} bytes`);
			expect(refusal.error).toContain('52428800 bytes, 50 MB');
			expect(validations()).toHaveLength(2);
		});

		it.each(['2026', '202603', '20260331'])('the period %s is understood', async (period) => {
			expect(await send(`invoiced?period=${period}`)).toMatchObject({ requests: 0 });
		});

		it.each(['26', '202613', '20260231', 'March'])('the period %s is refused', async (period) => {
			expect(await send(`invoiced?period=${period}`)).toMatchObject({
				error: expect.stringMatching(/^Period/) as string,
			});
		});

		it('a key without the role gets an error that says so', async () => {
			const [user] = scene().sandbox.settings.users;
			user!.validation = false;
			scene().sandbox.store.revokeTokens();
			const answer = await send('validate-only', { data: files.unsigned! });
			user!.validation = true;
			expect(answer).toMatchObject({
				error: expect.stringMatching(/may not use the validation interface/) as string,
			});
		});
	});

	it('100 MiB are sent, sealed, uploaded and downloaded in less memory than the file takes', async () => {
		const { calls } = scene().sandbox;
		const file = path.join(scene().files, 'large.pdf');
		writeFileSync(file, files.unsigned!);
		// n8n loads what it needs.
		await send('large-files');
		writeFileSync(file, pdfOfSize(100 * MIB));
		calls.clear();
		const growths: number[] = [];
		for (let round = 0; round < 2; round++) {
			const memory = watchMemory(scene().n8n.pid);
			await send('large-files');
			growths.push((await memory.stop()) / MIB);
		}
		const bodies = calls.matching({ method: 'POST' }).map(({ receivedBytes }) => receivedBytes);
		expect(bodies.filter((bytes) => bytes > 100 * MIB)).toHaveLength(6);
		expect(calls.count({ method: 'GET', path: /\/content$/ })).toBe(2);
		// Garbage that a busy process collects late only adds to it.
		expect(Math.min(...growths)).toBeLessThan(80);
	});
}
