import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readExamples, startsByItself } from '../../scripts/start/demoContent.ts';
import { pdfOfSize } from '../support/files/pdf.ts';
import { itemsOf, openScene, readWorkflow } from './support/scene.ts';
import type { Scene } from './support/scene.ts';

const LARGE_BYTES = 40_000_000;

describe.each(['filesystem', 'database'])('with binary data in the %s', (mode) => {
	let scene: Scene;

	beforeAll(async () => {
		const workflows = [readWorkflow('file-round-trip')];
		scene = await openScene({ workflows, env: { N8N_DEFAULT_BINARY_DATA_MODE: mode } });
	});

	afterAll(async () => await scene?.close());

	it('a large PDF comes back from the service byte for byte', async () => {
		const { n8n, files, sandbox } = scene;
		const pdf = pdfOfSize(LARGE_BYTES);
		writeFileSync(path.join(files, 'in.pdf'), pdf);

		const run = await n8n.execute('file-round-trip');

		expect(run.data.resultData.error).toBeUndefined();
		expect(readFileSync(path.join(files, 'out.pdf')).equals(pdf)).toBe(true);
		expect(itemsOf(run, 'Upload')).toMatchObject([{ json: { size: LARGE_BYTES } }]);
		const [file] = itemsOf(run, 'Download');
		expect(file?.binary?.data?.id).toMatch(new RegExp(`^${mode}`));
		expect(sandbox.calls.count({ method: 'POST', path: '/documents' })).toBe(1);
	});
});

describe('the examples that are started by hand', () => {
	const examples = readExamples('examples').filter((example) => !startsByItself(example));
	let scene: Scene;

	beforeAll(async () => {
		scene = await openScene({ workflows: examples });
		cpSync('examples/files', scene.files, { recursive: true });
	});

	afterAll(async () => await scene?.close());

	it.each(examples)('$name', async ({ id }) => {
		const run = await scene.n8n.execute(id);

		expect(run.data.resultData.error).toBeUndefined();
		expect(run.status).toBe('success');
	});
});

describe('a run that fails', () => {
	let scene: Scene;

	beforeAll(async () => {
		scene = await openScene({ workflows: [readWorkflow('file-round-trip')] });
	});

	afterAll(async () => await scene?.close());

	it('ends with our sentence, and uploads nothing', async () => {
		writeFileSync(path.join(scene.files, 'in.pdf'), 'This is no PDF.');

		const run = await scene.n8n.execute('file-round-trip');

		expect(run.status).toBe('error');
		expect(run.data.resultData.error?.message).toMatch(/PDF/);
		expect(scene.sandbox.calls.count({ path: '/documents' })).toBe(0);
	});
});
