import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIELD, samples, sign, write, writeForm } from '../sandbox/pdf/samples.ts';
import { pdfsig, VALID } from './pdfsig.ts';

const VISUAL = { page: 0, x: 60, y: 600, width: 180, height: 60 };
const TAMPERED = 'Digest Mismatch.';

describe('pdfsig agrees about', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'pdfsig-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	test.each(Object.keys(samples))('a signature on a file with %s', async (name) => {
		const signed = await sign(await samples[name]!(), 'Anna', { visual: VISUAL });
		expect(pdfsig(folder, signed)).toEqual({ verdicts: [VALID], signers: ['Anna'], whole: [true] });
	});

	test('an unsigned document', async () => {
		expect(pdfsig(folder, await write({ useObjectStreams: true }))).toEqual({
			verdicts: [],
			signers: [],
			whole: [],
		});
	});

	test.each([true, false])('several signatures (object streams: %s)', async (useObjectStreams) => {
		let pdf = await sign(await writeForm({ useObjectStreams }), 'Anna', { visual: VISUAL });
		pdf = await sign(pdf, 'Ben', { visual: { formField: FIELD } });
		pdf = await sign(pdf, 'Cem');
		const answer = pdfsig(folder, pdf);
		expect(answer.verdicts).toEqual([VALID, VALID, VALID]);
		expect(answer.signers.toSorted()).toEqual(['Anna', 'Ben', 'Cem']);
		expect(answer.whole.filter(Boolean)).toHaveLength(1);
	});

	test('a document with one byte changed', async () => {
		const signed = Buffer.from(await sign(await write({ useObjectStreams: false })));
		signed[signed.indexOf('/MediaBox [ 0') + '/MediaBox [ '.length] = '1'.charCodeAt(0);
		expect(pdfsig(folder, signed).verdicts).toEqual([TAMPERED]);
	});
});
