import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { itemsOf, openScene, readWorkflow } from '../e2e/support/scene.ts';
import type { PreparedN8n, Scene } from '../e2e/support/scene.ts';
import { pdfOfSize } from '../support/pdf.ts';

const versions = JSON.parse(process.env.OLDER_N8N!) as Array<PreparedN8n & { version: string }>;

describe.each(versions)('n8n $version', (prepared) => {
	let scene: Scene;

	beforeAll(async () => {
		const workflows = ['file-round-trip', 'two-signers-in-order'].map(readWorkflow);
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
});
