import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readExamples, startsByItself } from '../../../scripts/start/demoContent.ts';
import { runByHand } from '../support/executions.ts';
import { expectRoundTrip } from '../support/roundTrip.ts';
import type { Scene } from '../support/scene.ts';

export const examplesByHand = readExamples('examples').filter((one) => !startsByItself(one));

export function byHand(scene: () => Scene) {
	const run = async (id: string) => await runByHand(scene().n8n, id);

	it('a large PDF comes back from the service byte for byte', async () => {
		await expectRoundTrip(scene(), { mode: 'filesystem', run });
	});

	it('a run that fails ends with our sentence, and uploads nothing', async () => {
		const { files, sandbox } = scene();
		writeFileSync(path.join(files, 'in.pdf'), 'This is no PDF.');
		sandbox.calls.clear();

		const { status, data } = await run('file-round-trip');

		expect(status).toBe('error');
		expect(data.resultData.error?.message).toMatch(/PDF/);
		expect(sandbox.calls.count({ path: '/documents' })).toBe(0);
	});

	it.each(examplesByHand)('the example "$name"', async ({ id }) => {
		cpSync('examples/files', scene().files, { recursive: true });

		const { status, data } = await run(id);

		expect(data.resultData.error).toBeUndefined();
		expect(status).toBe('success');
	});
}
