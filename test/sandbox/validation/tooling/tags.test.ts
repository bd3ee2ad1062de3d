import { degrees, PDFDocument, PDFName, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import { DEFAULT_SETTINGS } from '../../../../sandbox/state/settings.ts';
import type { Send } from '../../client.ts';
import { shareOf } from '../../pages/ink.ts';
import { onePage, stream, writeByHand } from '../../pdf/byHand.ts';
import { sign } from '../../pdf/samples.ts';
import { sceneForAll } from '../../scene.ts';
import { changeSettings, processed, uploadContent, uploadFile } from './files.ts';

const ANN = '{{sign: Ann Lee, ann@example.com, 1, QES, EIDAS}}';
const QES_EIDAS = { quality: 'QES', legislation: 'EIDAS' };

const scene = sceneForAll({ dialect: 'public' });
const send: Send = async (...call) => await scene.send(...call);

interface Results {
	quality: string | null;
	legislation: string | null;
	signers: Array<{ signer: string; email: string | null; sequence: number }>;
	signatures: Array<{ signer: string; positions: Array<Record<string, number>> }>;
	observers: string[];
}

async function spot(upload: { id: string }) {
	const { json, bytes } = await processed(send, upload.id, 'spotsigners');
	const results = json.results as Results;
	return { status: json.status, details: json.details as string[], results, bytes };
}
const spotIn = async (pdf: Uint8Array) => await spot(await uploadContent(send, pdf));
const spotText = async (text: string) => await spot(await uploadFile(send, text, 'contract.txt'));

/** Any mark on white paper. */
const isDark = (red: number, green: number, blue: number) => red + green + blue < 600;

async function written(draw: (page: PDFPage, pdf: PDFDocument) => void, size = [300, 400]) {
	const pdf = await PDFDocument.create();
	const page = pdf.addPage(size as [number, number]);
	page.setFont(await pdf.embedFont(StandardFonts.Helvetica));
	page.setFontSize(10);
	draw(page, pdf);
	return await pdf.save();
}

describe('What tags say', () => {
	const ann = { signer: 'Ann Lee', email: 'ann@example.com' };
	const PAGE_0 = { page: 0 };
	test.each<[string, string[], object]>([
		['all that a tag can hold', [ANN], { ...QES_EIDAS, signers: [{ ...ann, sequence: 1 }] }],
		[
			'parts in any order and case',
			['{{ SIGN : qes , 2 , ann@example.com , Ann Lee }}'],
			{ quality: 'QES', signers: [{ ...ann, sequence: 2 }] },
		],
		[
			'a signer without an address',
			['{{sign: Tenant}}'],
			{ quality: null, signers: [{ signer: 'Tenant', email: null, sequence: -1 }] },
		],
		['an address without a name', ['{{sign: a@b.ch}}'], { signers: [{ signer: 'a@b.ch' }] }],
		[
			'nothing but the word',
			['{{sign}}', '{{sign}}'],
			{ signers: [{ signer: 'Signer 1' }, { signer: 'Signer 2' }] },
		],
		[
			'the same signer twice',
			['{{sign: Tenant}}', '{{sign: tenant, t@example.com, 1}}'],
			{
				signers: [{ signer: 'Tenant', email: 't@example.com', sequence: 1 }],
				signatures: [{ positions: [PAGE_0, PAGE_0] }],
			},
		],
		[
			'an order for some of the signers',
			['{{sign: A, 1}}', '{{sign: B}}'],
			{ signers: [{ sequence: 1 }, { sequence: 2 }] },
		],
		[
			'a size',
			['{{sign: A, 90x30}}'],
			{ signatures: [{ positions: [{ width: 90, height: 30 }] }] },
		],
		[
			'observers',
			['{{observe: a@example.com, b@example.com}}', '{{observe: a@example.com}}'],
			{ signers: [], observers: ['a@example.com', 'b@example.com'] },
		],
		['a word of another kind', ['{{name}} {{ signature }}'], { signers: [], observers: [] }],
	])('%s', async (_title, lines, expected) => {
		const { status, results } = await spotText(`Before\n${lines.join('\n\n\n\n')}\nAfter`);
		expect(status).toBe('success');
		expect(results).toMatchObject(expected);
	});

	test('what contradicts is named', async () => {
		const { results, details } = await spotText(
			'{{sign: A, a@example.com, QES}}\n{{sign: A, b@example.com, SES}}',
		);
		expect(results).toMatchObject({ quality: 'QES', signers: [{ email: 'a@example.com' }] });
		expect(details).toEqual([
			'"A" has two addresses in tags; a@example.com was taken.',
			'Tags name more than one quality; QES was taken, not SES.',
		]);
	});

	test('another syntax can be set', async () => {
		const toolingTags = {
			...{ begin: '[[', end: ']]', sign: 'firma', observe: 'copia' },
			...{ width: 100, height: 20 },
		};
		await changeSettings(send, { toolingTags });
		const { results } = await spotText('[[firma: Ann]] {{sign: Ben}} [[copia: c@example.com]]');
		expect(results).toMatchObject({
			signers: [{ signer: 'Ann' }],
			signatures: [{ positions: [{ width: 100, height: 20 }] }],
			observers: ['c@example.com'],
		});
		await changeSettings(send, { toolingTags: DEFAULT_SETTINGS.toolingTags });
	});
});

describe('Where tags stand', () => {
	/** Text that reads upright on a turned page begins here and runs in that direction. */
	const tagAt = (rotation: number, x: number, y: number, crop?: [number, number]) => async () =>
		await written((page) => {
			page.setRotation(degrees(rotation));
			if (crop) page.setCropBox(...crop, 250, 300);
			page.drawText(`${ANN} rest`, { x, y, rotate: degrees(rotation) });
		});
	const elsewhere = () =>
		written((page) => {
			page.setMediaBox(-100, -50, 300, 400);
			page.drawText(ANN, { x: -60, y: 100 });
		});
	const twiceAsLarge = () =>
		written((page) => {
			page.scaleContent(2, 2);
			page.drawText(ANN, { x: 20, y: 100 });
		});
	const below = 2.2;
	const FLAT = { width: 160, height: 45 };
	const UPRIGHT = { width: 45, height: 160 };

	test.each<[string, () => Promise<Uint8Array>, object]>([
		['an upright page', tagAt(0, 40, 200), { x: 40, y: 200 - below, ...FLAT }],
		['a page turned by 90', tagAt(90, 200, 40), { x: 200 + below - 45, y: 40, ...UPRIGHT }],
		['a page turned by 180', tagAt(180, 260, 200), { x: 100, y: 200 + below - 45, ...FLAT }],
		['a page turned by 270', tagAt(270, 100, 300), { x: 100 - below, y: 140, ...UPRIGHT }],
		['a cropped page', tagAt(0, 40, 200, [30, 50]), { x: 10, y: 150 - below, ...FLAT }],
		['one turned by 90', tagAt(90, 200, 40, [30, 20]), { x: 170 + below - 45, y: 20, ...UPRIGHT }],
		['one turned by 270', tagAt(270, 100, 300, [30, 20]), { x: 70 - below, y: 120, ...UPRIGHT }],
		['a page that begins elsewhere', elsewhere, { x: 40, y: 150 - below, ...FLAT }],
		['the right edge, where it moves inwards', tagAt(0, 200, 390), { x: 140, y: 355, ...FLAT }],
		['content that is drawn larger', twiceAsLarge, { x: 40, y: 200 - 2 * below, ...FLAT }],
	])('on %s', async (_title, write, expected) => {
		const { results } = await spotIn(await write());
		const [position = {}] = results.signatures[0]?.positions ?? [];
		expect(position.page).toBe(0);
		for (const [side, value] of Object.entries(expected)) {
			expect([side, position[side]]).toEqual([side, expect.closeTo(value as number, 1)]);
		}
	});

	test('in a form that the page shows', async () => {
		const inner = await PDFDocument.create();
		const innerPage = inner.addPage([200, 100]);
		innerPage.setFont(await inner.embedFont(StandardFonts.Helvetica));
		innerPage.setFontSize(10);
		innerPage.drawText(ANN, { x: 10, y: 20 });
		const pdf = await PDFDocument.create();
		const [embedded] = await pdf.embedPdf(await inner.save());
		pdf.addPage([300, 400]).drawPage(embedded!, { x: 50, y: 100 });
		const { results, bytes } = await spotIn(await pdf.save());
		expect(results.signatures[0]?.positions).toEqual([
			{ page: 0, x: 60, y: 117.8, width: 160, height: 45 },
		]);
		expect(await shareOf(isDark, bytes, 0)).toBe(0);
	});
});

describe('A tag is taken out', () => {
	const line = { x: 0, y: 190, width: 300, height: 30 };

	test('and nothing else', async () => {
		const draw = (text: string) =>
			written((page) => page.drawText(text, { x: 20, y: 200, size: 8 }));
		const { bytes } = await spotIn(await draw('Sign {{sign: Ann}} here'));
		// In points from above: what is left stands where it stood.
		const row = (x: number, width: number) => ({ x, y: 190, width, height: 13 });
		expect(await shareOf(isDark, bytes, 0, row(20, 16))).toBeGreaterThan(0);
		expect(await shareOf(isDark, bytes, 0, row(39, 44))).toBe(0);
		expect(await shareOf(isDark, bytes, 0, row(84, 20))).toBeGreaterThan(0);
		expect((await spotIn(bytes)).results.signers).toEqual([]);
	});

	test.each<[string, string]>([
		['one string', `(${ANN}) Tj`],
		['strings with moves between them', '[({{si) -10 (gn: A) 20 (nn}}) ] TJ'],
		['hexadecimal digits', `<${Buffer.from(ANN).toString('hex')}> Tj`],
		['escapes', '({{\\163ign: A\\\nnn}}) Tj'],
		['a new line', `12 TL (${ANN}) '`],
		['a new line with spacing', `12 TL 3 1 (${ANN}) "`],
		['two operators', '({{sign: ) Tj (Ann}}) Tj'],
		['two lines', '({{sign: Ann,) Tj 0 -12 Td (ann@example.com}}) Tj'],
		['glyphs set one by one', '({{sign:) Tj 1 0 0 1 90 200 Tm (Ann}}) Tj'],
	])('written as %s', async (_title, operators) => {
		const objects = onePage('');
		objects[4] = stream(`q BT /F1 10 Tf 40 200 Td ${operators} ET Q`);
		const { results, bytes } = await spotIn(writeByHand(objects));
		expect(results.signers).toMatchObject([{ signer: expect.stringMatching(/^Ann/) as string }]);
		expect(await shareOf(isDark, bytes, 0)).toBe(0);
	});

	test('from text in a composite font, by its Unicode values', async () => {
		const text = '{{sign: Ann}}';
		const code = (at: number) => (at + 1).toString(16).padStart(4, '0');
		const map = [...text].map(
			(letter, at) => `<${code(at)}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`,
		);
		const shown = [...text].map((_letter, at) => code(at)).join('');
		const font = (unicodes: string) => ({
			...onePage(''),
			4: stream(`BT /F1 10 Tf 40 200 Td <${shown}> Tj ET`),
			5: `<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /DescendantFonts [6 0 R] ${unicodes} >>`,
			6: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /DW 500 /W [1 [600] 2 3 700] /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
			7: stream(`${map.length} beginbfchar\n${map.join('\n')}\nendbfchar`),
		});
		const readable = await spotIn(writeByHand(font('/ToUnicode 7 0 R')));
		expect(readable.results.signatures).toMatchObject([{ signer: 'Ann', positions: [{ x: 40 }] }]);
		const unreadable = await spotIn(writeByHand(font('')));
		expect(unreadable).toMatchObject({
			status: 'failed',
			details: ['Page 1: some text has no Unicode values, and tags in it are not found.'],
		});
	});

	test('but not from a signed document', async () => {
		const pdf = await written((page) => page.drawText(ANN, { x: 20, y: 200 }));
		const { status, details, bytes } = await spotIn(await sign(Buffer.from(pdf)));
		expect(status).toBe('failed');
		expect(details[0]).toMatch(/is signed/);
		expect(await shareOf(isDark, bytes, 0, line)).toBeGreaterThan(0);
	});

	test('a content that cannot be read is said', async () => {
		const objects = onePage('');
		objects[4] = stream('x', '/Filter /JBIG2Decode');
		expect(await spotIn(writeByHand(objects))).toMatchObject({
			status: 'failed',
			details: ['Page 1: the text cannot be read, and tags in it are not found.'],
		});
	});
});

test('a page without content has no signers', async () => {
	const pdf = await PDFDocument.create();
	pdf.addPage().node.delete(PDFName.of('Contents'));
	const { status, results } = await spotIn(await pdf.save());
	expect({ status, signers: results.signers }).toEqual({ status: 'success', signers: [] });
});
