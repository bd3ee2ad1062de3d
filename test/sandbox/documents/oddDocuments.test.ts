import { PDFDocument } from '@cantoo/pdf-lib';
import { pdfWithField } from '../formField.ts';
import { like } from '../client.ts';
import { onePage, updateByHand, writeByHand } from '../pdf/byHand.ts';
import { handwritten, write } from '../pdf/samples.ts';
import { sceneForAll } from '../scene.ts';

const scene = sceneForAll();

const PAGE = onePage('Pay 100');
const MEDIA_BOX = '/MediaBox [0 0 300 400]';
const withBox = (box: string) => writeByHand({ ...PAGE, 3: PAGE[3]!.replace(MEDIA_BOX, box) });
const withCatalog = (more: string, objects = {}) =>
	writeByHand({ ...PAGE, 1: `<< /Type /Catalog /Pages 2 0 R ${more} >>`, ...objects });

/** As a mail program leaves it; the offsets count from where the PDF begins, or from where the file does. */
const PREAMBLE = 'Content-Type: application/pdf\r\n\r\n';
const behindPreamble = (pdf: Uint8Array) => Buffer.concat([Buffer.from(PREAMBLE), pdf]);
function countedFromTheFile(pdf: Uint8Array): Buffer {
	const moved = (offset: string) => String(Number(offset) + PREAMBLE.length);
	const text = behindPreamble(pdf)
		.toString('latin1')
		.replace(/\d{10}(?= 00000 n)/g, (offset) => moved(offset).padStart(10, '0'))
		.replace(/(?<=startxref\n)\d+/, moved);
	return Buffer.from(text, 'latin1');
}

const withoutEnd = (pdf: Uint8Array) =>
	Buffer.from(
		Buffer.from(pdf)
			.toString('latin1')
			.replace(/%%EOF\s*$/, ''),
		'latin1',
	);

const content = (pdf: Uint8Array) => Buffer.from(pdf).toString('base64');
const upload = (pdf: Uint8Array) =>
	scene.send('POST', '/v2/documents', { title: 'Odd', content: content(pdf) });
const seal = (pdf: Uint8Array, visual?: object) =>
	scene.send('POST', '/v2/seal', { content: content(pdf), visual_signature: visual });

async function encrypted(userPassword: string): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	pdf.addPage();
	pdf.encrypt({ userPassword, ownerPassword: 'owner' });
	return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

const inStreams = () => write({ useObjectStreams: true });
const sizedByItsTree = () =>
	writeByHand({
		...PAGE,
		2: `<< /Type /Pages /Kids [3 0 R] /Count 1 ${MEDIA_BOX} >>`,
		3: PAGE[3]!.replace(MEDIA_BOX, ''),
	});

test.each<[string, () => Promise<Uint8Array> | Uint8Array, [number, number]]>([
	['something before its header', () => behindPreamble(writeByHand(PAGE)), [300, 400]],
	['the same, and offsets from there', () => countedFromTheFile(handwritten()), [200, 200]],
	['the same, and streams', async () => behindPreamble(await inStreams()), [595, 842]],
	['no end marker', () => withoutEnd(writeByHand(PAGE)), [300, 400]],
	['no end marker, and streams', async () => withoutEnd(await inStreams()), [595, 842]],
	['no size of its page', () => withBox(''), [612, 792]],
	['a page without area', () => withBox('/MediaBox [0 0 0 0]'), [612, 792]],
	['half a size of its page', () => withBox('/MediaBox [0 0 300]'), [612, 792]],
	['a size in words', () => withBox('/MediaBox [/a /b /c /d]'), [612, 792]],
	['a size that stands with the tree of pages', sizedByItsTree, [300, 400]],
	['a size with its corners exchanged', () => withBox('/MediaBox [300 400 0 0]'), [300, 400]],
	['a crop beside its page', () => withBox(`${MEDIA_BOX} /CropBox [900 900 950 950]`), [300, 400]],
])(
	'A document that viewers show in spite of its faults is taken, drawn, sealed and found valid: %s',
	async (_what, make, [width, height]) => {
		const pdf = await make();
		const { status, json, id } = await upload(pdf);
		expect({ status, ...json }).toMatchObject({
			status: 200,
			page_width: width,
			page_height: height,
		});
		expect((await scene.send('GET', `/v2/documents/${id}/pages/0`)).status).toBe(200);
		const sealed = await seal(pdf, {
			position: { page: '0', x: 10, y: 10, width: 99, height: 40 },
		});
		const path = `/v2/documents/${String(sealed.json.document_id)}/content`;
		const { bytes } = await scene.send('GET', path);
		expect(bytes.subarray(0, pdf.length).equals(pdf)).toBe(true);
		const { json: verdict } = await scene.send('POST', '/validation/v1/validate/document', {
			content: content(bytes),
		});
		expect(verdict).toMatchObject({ valid: true, signatures: 1, undefinedChanges: false });
	},
);

describe('A document that cannot be signed', () => {
	const CERTIFIED = withCatalog('/Perms << /DocMDP 6 0 R >>', {
		6: '<< /Type /Sig /Reference [<< /TransformMethod /DocMDP /TransformParams << /P 1 >> >>] >>',
	});

	const withoutPages = () => writeByHand({ ...PAGE, 2: '<< /Type /Pages /Kids [] /Count 0 >>' });
	const PASSWORD = /^content: the PDF is protected by a password\. Save/;
	const OWNER = /^content: the PDF opens without a password, but is encrypted .* Save/;
	test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, RegExp]>([
		['no pages', withoutPages, 'file.pdf.invalid', /^content: the PDF has no pages/],
		['a password for opening it', () => encrypted('user'), 'file.pdf.encrypted', PASSWORD],
		['a password for its owner only', () => encrypted(''), 'file.pdf.encrypted', OWNER],
	])('is refused everywhere: %s', async (_what, make, key, message) => {
		const pdf = await make();
		const refusal = { status: 400, json: { key, message: like(message) } };
		expect(await upload(pdf)).toMatchObject(refusal);
		expect(await seal(pdf)).toMatchObject(refusal);
		expect(await scene.create('v2', { content: content(pdf) })).toMatchObject(refusal);
	});

	test('may be kept, but neither sealed nor sent, when it was certified against changes', async () => {
		const { status, id } = await upload(CERTIFIED);
		expect(status).toBe(200);
		expect(await seal(CERTIFIED)).toMatchObject({
			status: 400,
			json: { message: like(/certified so that it may not be changed/) },
		});
		const refusal = { status: 400, json: { key: 'file.pdf.certified' } };
		const draft = await scene.create('v3');
		const path = `/v3/signature-requests/${draft.id}/documents`;
		expect(await scene.create('v2', { content: content(CERTIFIED) })).toMatchObject(refusal);
		expect(
			await scene.send('POST', '/v3/signature-requests', { title: 'A', document_id: id }),
		).toMatchObject(refusal);
		expect(await scene.send('POST', path, { document_id: id })).toMatchObject(refusal);
	});

	test('is refused in words where it is damaged below the surface', async () => {
		const pdf = withBox(`${MEDIA_BOX} /Annots 7`);
		expect((await upload(pdf)).status).toBe(200);
		expect(await seal(pdf)).toMatchObject({
			status: 400,
			json: { message: like(/^visual_signature: The PDF is damaged where the signature/) },
		});
	});
});

describe.each(['contract', 'public'] as const)('Places in the %s dialect', (dialect) => {
	const own = sceneForAll({ dialect });
	const FITS = { page: '0', x: 0, y: 0, width: 300, height: 400 };
	const pdf = content(writeByHand(PAGE));
	const sealAt = (visual_signature: object, bytes = pdf) =>
		own.send('POST', '/v2/seal', { content: bytes, visual_signature });
	const createAt = (visual_signature: object, bytes = pdf) =>
		own.create('v2', {
			content: bytes,
			signatures: [{ account_email: 'a@example.com', visual_signature }],
		});

	test.each([
		['right of it', { ...FITS, x: 301.5 }],
		['above it', { ...FITS, y: 5000, height: 10 }],
		['left of it', { ...FITS, x: -20 }],
		['below it', { ...FITS, y: -50 }],
		['partly beside it', { ...FITS, x: 250, width: 100 }],
	])('are refused when they are %s', async (_where, position) => {
		const message = like(/lies outside of page 0, which measures 300 by 400 points/);
		expect(await createAt({ position })).toMatchObject({ status: 400, json: { message } });
		expect(await sealAt({ position })).toMatchObject({ status: 400, json: { message } });
	});

	test('may fill the page', async () => {
		expect((await sealAt({ position: FITS })).status).toBe(200);
	});

	test('a field that someone has signed is not taken for another signature', async () => {
		const form = await pdfWithField('buyer', [10, 20, 110, 70]);
		const visual = { form_field: 'buyer' };
		const { json } = await sealAt(visual, form);
		const { bytes } = await own.send('GET', `/v2/documents/${String(json.document_id)}/content`);
		const message = like(/form_field: the signature field "buyer" is already signed/);
		const refusal = { status: 400, json: { message } };
		expect(await createAt(visual, content(bytes))).toMatchObject(refusal);
	});
});

test('images of odd pages are images or 404, never a failure', async () => {
	const odd = [
		withBox('/MediaBox [0 0 1e9 1e9]'),
		withBox('/MediaBox [0 0 0.001 0.001]'),
		withBox(`${MEDIA_BOX} /Rotate 45`),
		withBox(`${MEDIA_BOX} /UserUnit 1000`),
		writeByHand({ ...PAGE, 4: '<< /Length 5 /Filter /Nonsense >>\nstream\nabcde\nendstream' }),
		writeByHand({ ...PAGE, 4: '<< /Length 5 /Filter /FlateDecode >>\nstream\nabcde\nendstream' }),
		updateByHand(writeByHand(PAGE), { free: [4] }),
	];
	const statuses: number[] = [];
	for (const pdf of odd) {
		const { id } = await upload(pdf);
		statuses.push((await scene.send('GET', `/v2/documents/${id}/pages/0`)).status);
	}
	expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
	expect(statuses).toContain(200);
});
