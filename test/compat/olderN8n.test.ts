import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readExamples } from '../../scripts/demoContent.ts';
import { itemsOf, openScene, readWorkflow } from '../e2e/support/scene.ts';
import type { PreparedN8n, Scene } from '../e2e/support/scene.ts';
import { pdfOfSize, smallPdf } from '../support/pdf.ts';

const versions = JSON.parse(process.env.OLDER_N8N!) as Array<PreparedN8n & { version: string }>;

describe.each(versions)('n8n $version', (prepared) => {
	let scene: Scene;

	beforeAll(async () => {
		const workflows = [
			...['file-round-trip', 'two-signers-in-order'].map(readWorkflow),
			...readExamples('examples').filter(({ id }) => id === 'seal-and-validate'),
		];
		scene = await openScene({ workflows, prepared });
	});

	afterAll(async () => await scene?.close());

	it('takes a large PDF to the service and back, byte for byte', async () => {
		const pdf = pdfOfSize(20_000_000);
		writeFileSync(path.join(scene.files, 'in.pdf'), pdf);

		const run = await scene.n8n.execute('file-round-trip');

		expect(run.data.resultData.error).toBeUndefined();
		expect(readFileSync(path.join(scene.files, 'out.pdf')).equals(pdf)).toBe(true);
	});

	it('sends a document to two signers in order', async () => {
		const run = await scene.n8n.execute('two-signers-in-order');

		expect(run.data.resultData.error).toBeUndefined();
		expect(itemsOf(run, 'Get')[0]?.json).toMatchObject({ status_overall: 'OPEN' });
	});

	it('seals what comes in, validates it and answers with it', async () => {
		await scene.n8n.start();
		await scene.n8n.untilListening('seal-and-validate');

		const response = await scene.n8n.whileAlive(() =>
			fetch(`${scene.n8n.address}/webhook/seal-and-validate`, {
				method: 'POST',
				headers: { 'content-type': 'application/pdf' },
				body: Uint8Array.from(smallPdf),
			}),
		);

		expect(response.status).toBe(200);
		const sealed = Buffer.from(await response.arrayBuffer());
		expect(sealed.subarray(0, smallPdf.length).equals(smallPdf)).toBe(true);
		expect(sealed.length).toBeGreaterThan(smallPdf.length);
	});
});
