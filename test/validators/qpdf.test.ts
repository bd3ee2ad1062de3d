import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trustedRoots } from '../../sandbox/pdf/cms/certificate.ts';
import { indicationOfDocument } from '../../sandbox/validation/indication.ts';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { archivalFile } from '../sandbox/pdf/archivalFile.ts';
import { onePage, writeByHand } from '../sandbox/pdf/byHand.ts';
import { sign, write, writeForm } from '../sandbox/pdf/samples.ts';

const STRICT = { rejectUndefinedChanges: true, rejectVisualDifferences: true };
const folder = mkdtempSync(path.join(tmpdir(), 'qpdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCES: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
	'a plain file': () => writeByHand(onePage('Pay 100')),
	'a page': () => write({ useObjectStreams: false }),
	'a form': () => writeForm({ useObjectStreams: true }),
	'PDF/A': () => archivalFile(2),
};

const WAYS: Record<string, string[]> = {
	'object streams, and a cross-reference with a predictor': ['--object-streams=generate'],
	'a table': ['--object-streams=disable'],
	'a linearized file': ['--linearize'],
	'a linearized file with object streams': ['--linearize', '--object-streams=generate'],
};

function rewrite(pdf: Uint8Array, args: string[]): Buffer {
	const [from, to] = ['in.pdf', 'out.pdf'].map((name) => path.join(folder, name)) as [
		string,
		string,
	];
	writeFileSync(from, pdf);
	const { status, stderr } = spawnSync('qpdf', [...args, from, to], { encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr);
	return readFileSync(to);
}

describe.each(Object.entries(WAYS))(
	'three signatures of the sandbox behind %s of qpdf',
	(_way, args) => {
		test.each(Object.entries(SOURCES))('are valid on %s', async (_source, make) => {
			let pdf: Uint8Array = rewrite(await make(), args);
			for (const [index, name] of ['Anna', 'Ben', 'Cem'].entries()) {
				const visual = { page: 0, x: 20, y: 20 + index * 50, width: 120, height: 40 };
				pdf = await sign(pdf, name, index === 1 ? {} : { visual });
			}
			const verification = await verifyPdf(pdf, await trustedRoots());
			expect(indicationOfDocument(verification, STRICT)).toEqual({
				...{ indication: 'TOTAL-PASSED', details: [] },
			});
			expect(verification.signatures).toHaveLength(3);
		});
	},
);
