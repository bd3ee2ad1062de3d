import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Run } from '../../../scripts/n8n/n8nServer.ts';
import { pdfOfSize } from '../../support/files/pdf.ts';
import { itemsOf, type Scene } from './scene.ts';

const LARGE_BYTES = 40_000_000;

/** A large PDF goes up and comes down again. `mode` is where n8n keeps files. */
export async function expectRoundTrip(
	{ files, sandbox }: Scene,
	{ mode, run }: { mode: string; run: (workflowId: string) => Promise<Run> },
): Promise<void> {
	const pdf = pdfOfSize(LARGE_BYTES);
	writeFileSync(path.join(files, 'in.pdf'), pdf);
	sandbox.calls.clear();

	const ended = await run('file-round-trip');

	expect(ended.data.resultData.error).toBeUndefined();
	expect(readFileSync(path.join(files, 'out.pdf')).equals(pdf)).toBe(true);
	expect(itemsOf(ended, 'Upload')).toMatchObject([{ json: { size: LARGE_BYTES } }]);
	const [file] = itemsOf(ended, 'Download');
	expect(file?.binary?.data?.id).toMatch(new RegExp(`^${mode}`));
	expect(sandbox.calls.count({ method: 'POST', path: '/documents' })).toBe(1);
}
