import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createIdentity, rootPem } from '../../sandbox/pdf/cms/certificate.ts';
import { archivalFile } from '../sandbox/pdf/archivalFile.ts';
import { onePage, writeByHand } from '../sandbox/pdf/byHand.ts';
import { FIELD, samples, sign, write, writeForm } from '../sandbox/pdf/samples.ts';
import { cmsVerify } from './foreign/openssl.ts';
import { signedParts } from './foreign/signedParts.ts';
import { pdfsig, VALID } from './pdfsig.ts';

const PLACE = { page: 0, x: 20, y: 30, width: 150, height: 50 };
const folder = mkdtempSync(path.join(tmpdir(), 'agreement-'));
beforeAll(async () => writeFileSync(path.join(folder, 'root.pem'), await rootPem()));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCES: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
	'a plain file': () => writeByHand(onePage('Pay 100')),
	'a cross-reference stream and object streams': () => write({ useObjectStreams: true }),
	'a form': () => writeForm({ useObjectStreams: false }),
	'a form in object streams': () => writeForm({ useObjectStreams: true }),
	'PDF/A': () => archivalFile(2),
};

const SIGNATURES: Record<string, (pdf: Uint8Array) => Promise<Uint8Array>> = {
	'a signature': (pdf) => sign(pdf, 'Anna', { visual: PLACE }),
	'a seal': async (pdf) => {
		const certificate = await createIdentity('Example Ltd', { quality: 'AES' }, { use: 'seal' });
		return await sign(pdf, 'Example Ltd', { certificate, visual: PLACE, label: 'Sealed' });
	},
};

function run(command: string, args: string[]): { status: number | null; output: string } {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
	return { status, output: stdout + stderr };
}

/** What each of them says about all signatures of a file, in words of ours. */
function opinions(pdf: Uint8Array) {
	writeFileSync(path.join(folder, 'file.pdf'), pdf);
	const mutool = run('mutool', ['sign', '-v', 'file.pdf']).output;
	return {
		pdfsig: new Set(pdfsig(folder, pdf).verdicts),
		qpdf: run('qpdf', ['--check', 'file.pdf']),
		mutool:
			/The document is unchanged since signing|changes to the document after signing are/.test(
				mutool,
			),
		mutoolRepairs: /repair/i.test(mutool),
	};
}

describe.each(Object.keys(SIGNATURES))('other programs agree about %s', (what) => {
	test.each(Object.keys(SOURCES))('on %s', async (source) => {
		const pdf = Buffer.from(await SIGNATURES[what]!(await SOURCES[source]!()));
		const { qpdf, ...others } = opinions(pdf);
		expect(others).toEqual({ pdfsig: new Set([VALID]), mutool: true, mutoolRepairs: false });
		expect(qpdf).toMatchObject({
			status: 0,
			output: expect.stringContaining('No syntax or stream encoding errors') as string,
		});
		const { cms, content } = signedParts(pdf);
		// openssl goes up to the root that people can download; it knows no purpose but email.
		const trust = ['-CAfile', 'root.pem', '-purpose', 'any'];
		expect(cmsVerify({ folder }, cms, content, trust)).toBe(true);
	});
});

test('others than mutool, which mends such files anyway, agree about one behind a preamble', async () => {
	const preamble = Buffer.from('Subject: A contract\r\n\r\n');
	const source = Buffer.concat([preamble, writeByHand(onePage('Pay 100'))]);
	const pdf = Buffer.from(await sign(source, 'Anna', { visual: PLACE }));
	const { cms, content } = signedParts(pdf);
	expect(opinions(pdf)).toMatchObject({ pdfsig: new Set([VALID]), qpdf: { status: 0 } });
	expect(cmsVerify({ folder }, cms, content)).toBe(true);
});

test.each([true, false])('they agree about three signatures (streams: %s)', async (streams) => {
	let pdf = await sign(await writeForm({ useObjectStreams: streams }), 'Anna', { visual: PLACE });
	pdf = await sign(pdf, 'Ben', { visual: { formField: FIELD } });
	pdf = await sign(pdf, 'Cem');
	expect(opinions(pdf)).toMatchObject({ pdfsig: new Set([VALID]), qpdf: { status: 0 } });
	const { signers, whole } = pdfsig(folder, pdf);
	expect(signers.toSorted()).toEqual(['Anna', 'Ben', 'Cem']);
	expect(whole.filter(Boolean)).toHaveLength(1);
});

/** Some of them are damaged, which qpdf and mutool say. */
test.each(Object.keys(samples))('pdfsig agrees about a file with %s', async (name) => {
	const signed = await sign(await samples[name]!(), 'Anna', { visual: PLACE });
	expect(pdfsig(folder, signed)).toEqual({ verdicts: [VALID], signers: ['Anna'], whole: [true] });
});

test('all of them find a changed byte', async () => {
	const pdf = Buffer.from(await sign(writeByHand(onePage('Pay 100')), 'Anna', { visual: PLACE }));
	pdf.write('Pay 900', pdf.indexOf('Pay 100'));
	const { pdfsig: verdicts, mutool } = opinions(pdf);
	const { cms, content } = signedParts(pdf);
	expect(verdicts).toEqual(new Set(['Digest Mismatch.']));
	expect(mutool).toBe(false);
	expect(cmsVerify({ folder }, cms, content)).toBe(false);
});
