import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { newPdf, type Send } from '../../client.ts';
import { newDocx } from '../../docx.ts';
import { archivalFile } from '../../pdf/archivalFile.ts';
import type { SignOptions } from '../../../../sandbox/pdf/signing/sign.ts';
import { sign } from '../../pdf/samples.ts';
import { sceneForAll } from '../../scene.ts';
import { BASE, processed, uploadContent, uploadFile } from './files.ts';
import { JPEG, PNG } from './images.ts';

const POSITION = { page: 0, x: 50, y: 100, width: 200, height: 80 };

const scene = sceneForAll({ dialect: 'public' });
const send: Send = async (...call) => await scene.send(...call);

const conform = async (id: string, level: string, downgrade = true) =>
	await processed(send, id, `conform?conform=${level}&allowdowngrade=${downgrade}`);
const check = async (id: string, level = 'claimed') =>
	(await processed(send, id, `check?conform=${level}`)).json;
const upload = async (pdf: Uint8Array) => (await uploadContent(send, pdf)).id;

async function textPdf(font: StandardFonts, change: (pdf: PDFDocument) => void = () => undefined) {
	const pdf = await PDFDocument.create();
	const page = pdf.addPage();
	page.setFont(await pdf.embedFont(font));
	page.drawText('Lease');
	pdf.setTitle('A & B');
	change(pdf);
	return await pdf.save();
}

describe('Conform', () => {
	test.each<[string, () => Promise<Buffer | string> | Buffer | string]>([
		['note.txt', () => 'Terms – €5'],
		['lease.docx', () => newDocx('Lease', 'Text')],
		['logo.png', () => PNG],
		['photo.jpg', () => JPEG],
		['empty.pdf', () => newPdf()],
		['text.pdf', async () => Buffer.from(await textPdf(StandardFonts.Helvetica))],
	])('makes PDF/A of %s, and the file says so itself', async (name, content) => {
		const { id } = await uploadFile(send, await content(), name);
		const { json, bytes } = await conform(id, 'recommendedConformance');
		expect(json).toEqual({
			...{ status: 'success', conformance: 'pdfa-2u', downgraded: false },
			...{ claimedConformance: 'pdfa-2u', details: [] },
		});
		const again = await uploadContent(send, bytes);
		expect(again.json.properties).toMatchObject({ claimedConformance: 'pdfa-2u' });
		expect(await check(again.id)).toMatchObject({ status: 'success', conformance: 'pdfa-2u' });
		expect(await check(again.id, 'pdfa-2b')).toMatchObject({ status: 'success' });
		expect(await check(again.id, 'pdfa-1b')).toMatchObject({
			...{ status: 'failed', conformance: null, claimedConformance: 'pdfa-2u' },
			details: ['The document claims PDF/A-2u, not PDF/A-1b.'],
		});
	});

	test.each([
		['pdfa-1b', 'pdfa-1b', false],
		['pdfa-1a', 'pdfa-1b', true],
		['pdfa-2b', 'pdfa-2b', false],
		['pdfa-2a', 'pdfa-2u', true],
		['pdfa-3u', 'pdfa-3u', false],
		['pdfa-3a', 'pdfa-3u', true],
	])('asked for %s makes %s', async (level, conformance, downgraded) => {
		const id = await upload(await newPdf());
		expect((await conform(id, level)).json).toMatchObject({
			status: 'success',
			conformance,
			downgraded,
		});
		const strict = await conform(await upload(await newPdf()), level, false);
		expect(strict.json.status).toBe(downgraded ? 'failed' : 'success');
	});

	const helvetica = (change: (pdf: PDFDocument) => void) => () =>
		textPdf(StandardFonts.Helvetica, change);
	const acts = helvetica((pdf) => pdf.addJavaScript('a', 'app.alert(1)'));
	const asks = helvetica((pdf) => pdf.getForm().createTextField('a').addToPage(pdf.getPages()[0]!));
	const transparent = async () => {
		const pdf = await PDFDocument.create();
		pdf.addPage().drawRectangle({ width: 9, height: 9, opacity: 0.5 });
		return await pdf.save();
	};
	test.each<[string, () => Promise<Uint8Array>, string, RegExp]>([
		[
			'a font that is not in the file',
			() => textPdf(StandardFonts.Courier),
			'2b',
			/Courier is not/,
		],
		['a signature', async () => await sign(await newPdf()), '2b', /is signed/],
		['an action', acts, '2b', /has Names/],
		['form fields', asks, '2b', /form fields/],
		['transparency in PDF/A-1', transparent, '1b', /transparent/],
	])('fails over %s, with the reason', async (_title, write, level, reason) => {
		const pdf = await write();
		const { json, bytes } = await conform(await upload(pdf), `pdfa-${level}`);
		expect(json).toMatchObject({ status: 'failed', conformance: null, downgraded: false });
		expect((json.details as string[]).join(' ')).toMatch(reason);
		expect(bytes.equals(Buffer.from(pdf))).toBe(true);
	});
});

describe('Check', () => {
	test('does not take a claim for the truth', async () => {
		const answer = await check(await upload(archivalFile(2)));
		expect(answer).toMatchObject({
			status: 'failed',
			claimedConformance: 'pdfa-2b',
			conformance: null,
		});
		expect(answer.details).toContain(
			'The sandbox cannot judge the colour profile of the document.',
		);
	});

	test('says that nothing is claimed, and what could be', async () => {
		expect(await check(await upload(await newPdf()))).toEqual({
			...{ status: 'failed', conformance: null, claimedConformance: null },
			recommendedConformance: 'pdfa-2u',
			details: ['The document does not claim to be PDF/A.'],
		});
	});

	/** A converted file, and something that its writer did not think of. */
	const withEntry = async (name: string, value: object) => {
		const { bytes } = await conform(await upload(await newPdf()), 'pdfa-2b');
		const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
		pdf.catalog.set(PDFName.of(name), pdf.context.obj(value as Record<string, string>));
		return await upload(await pdf.save());
	};

	test('refuses to judge what it does not know, instead of denying it', async () => {
		const id = await withEntry('PageLabels', { Nums: [] });
		expect(await send('POST', `${BASE}/process/${id}/check?conform=claimed`)).toMatchObject({
			status: 501,
			json: { message: expect.stringMatching(/cannot judge this file\. .*PageLabels/) as string },
		});
	});

	test('finds what was added to a file that had been PDF/A', async () => {
		const answer = await check(await withEntry('OpenAction', { S: 'JavaScript' }));
		expect(answer).toMatchObject({ status: 'failed', claimedConformance: 'pdfa-2b' });
	});

	const AT_TWO = [POSITION, { ...POSITION, y: 200, rotation: 90 }];
	test.each<[string, string, Partial<SignOptions>]>([
		['a signature that is not shown', 'pdfa-1b', { visual: undefined }],
		['a signature at two places', 'pdfa-2u', { visual: AT_TWO }],
		['a signature with an image', 'pdfa-1b', { visual: POSITION, imagePng: PNG }],
	])('knows %s of its own in %s', async (_what, level, options) => {
		const { bytes } = await conform(await upload(await newPdf()), level);
		const twice = await sign(await sign(bytes, 'Ann Lee', options));
		const answer = await check(await upload(twice));
		expect(answer).toMatchObject({ status: 'success', conformance: level, details: [] });
	});
});

describe('Compress', () => {
	test('says truly how large the file is afterwards', async () => {
		const pdf = await PDFDocument.create();
		for (let page = 0; page < 30; page += 1) pdf.addPage().drawText('Text '.repeat(20));
		const large = await pdf.save({ useObjectStreams: false });
		const { json, bytes } = await processed(send, await upload(large), 'compress?optimise=web');
		expect(json).toMatchObject({
			...{ status: 'success', optimisation: 'web', pages: 30, claimedConformance: null },
			...{ originalSize: large.length, newSize: bytes.length },
		});
		expect(bytes.length).toBeLessThan(large.length);
		expect(json.spaceSaving).toBeCloseTo(1 - bytes.length / large.length, 3);
		expect(json.compressionRatio).toBeCloseTo(large.length / bytes.length, 3);
		expect((await PDFDocument.load(bytes)).getPageCount()).toBe(30);
	});

	test('does not touch a signed file unless forced', async () => {
		const id = await upload(await sign(await newPdf()));
		const compress = (more = '') => processed(send, id, `compress?optimise=archive${more}`);
		expect((await compress()).json).toMatchObject({ status: 'failed', spaceSaving: 0 });
		expect((await compress('&force=true')).json).toMatchObject({ status: 'success' });
	});
});
