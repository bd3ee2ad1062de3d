import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trustedRoots } from '../../sandbox/pdf/cms/certificate.ts';
import { indicationOfDocument } from '../../sandbox/validation/indication.ts';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { archivalFile } from '../sandbox/pdf/archivalFile.ts';
import { onePage, writeByHand } from '../sandbox/pdf/byHand.ts';
import { hybrid } from '../sandbox/pdf/hybrid.ts';
import { sign, write, writeForm } from '../sandbox/pdf/samples.ts';
import { effort } from '../support/jest/random.ts';

const STRICT = { rejectUndefinedChanges: true, rejectVisualDifferences: true };
const folder = mkdtempSync(path.join(tmpdir(), 'writers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCES: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
	'a plain file': () => writeByHand(onePage('Pay 100')),
	'a page': () => write({ useObjectStreams: false }),
	'a form': () => writeForm({ useObjectStreams: true }),
	'PDF/A': () => archivalFile(2),
};

/** Programs that write a file anew, each in its own structure. */
const WRITERS: Record<string, [command: string, ...args: string[]]> = {
	'qpdf, with object streams and a predictor': ['qpdf', '--object-streams=generate', 'in', 'out'],
	'qpdf, with a table': ['qpdf', '--object-streams=disable', 'in', 'out'],
	'qpdf, linearized': ['qpdf', '--linearize', 'in', 'out'],
	'qpdf, linearized with object streams as Acrobat does': [
		...(['qpdf', '--linearize', '--object-streams=generate', 'in', 'out'] as const),
	],
	cairo: ['pdftocairo', '-pdf', 'in', 'out'],
	poppler: ['pdfunite', 'in', 'in', 'out'],
	Ghostscript: ['gs', '-q', '-sDEVICE=pdfwrite', '-o', 'out', 'in'],
};
const installed = Object.entries(WRITERS).filter(
	([, [command]]) => !spawnSync(command, ['--version']).error,
);

function rewrite(pdf: Uint8Array, [command, ...args]: [string, ...string[]]): Buffer {
	writeFileSync(path.join(folder, 'in'), pdf);
	const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr);
	return readFileSync(path.join(folder, 'out'));
}

/** What the sandbox says about a file that it has signed three times, once without an appearance. */
async function signThrice(source: Uint8Array) {
	let pdf = source;
	for (const [index, name] of ['Anna', 'Ben', 'Cem'].entries()) {
		const visual = { page: 0, x: 20, y: 20 + index * 50, width: 120, height: 40 };
		pdf = await sign(pdf, name, index === 1 ? {} : { visual });
	}
	const verification = await verifyPdf(pdf, await trustedRoots());
	return { count: verification.signatures.length, ...indicationOfDocument(verification, STRICT) };
}

const PASSED = { count: 3, indication: 'TOTAL-PASSED', details: [] };

/** Each writer takes half of the sources in turn; `npm run test:random` takes all. */
const pairs = installed.flatMap(([writer, command], index) =>
	Object.entries(SOURCES)
		.filter((_source, at) => effort > 1 || at % 2 === index % 2)
		.map(([source, make]) => [writer, source, command, make] as const),
);

test.each(pairs)(
	'three signatures of the sandbox behind a file of %s are valid on %s',
	async (_writer, _source, command, make) => {
		expect(await signThrice(rewrite(await make(), command))).toEqual(PASSED);
	},
);

/** A table that is wrong by a byte, as after a change of line endings. */
function misplaced(): Buffer {
	const text = writeByHand(onePage('Pay 100')).toString('latin1');
	const moved = text.replace(/\d{10}(?= 00000 n)/g, (at) =>
		String(Number(at) + 7).padStart(10, '0'),
	);
	return Buffer.from(moved, 'latin1');
}

test.each([
	['a hybrid file, as Word writes it', () => hybrid('Pay 100')],
	['a file whose table is wrong', misplaced],
])('three signatures of the sandbox are valid on %s', async (_name, make) => {
	expect(await signThrice(make())).toEqual(PASSED);
});
