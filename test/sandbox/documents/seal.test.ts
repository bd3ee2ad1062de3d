import { PDFArray, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { trustedRoots } from '../../../sandbox/pdf/cms/certificate.ts';
import { signatureFields } from '../../../sandbox/pdf/file/signatureField.ts';
import { verifyPdf } from '../../../sandbox/validation/signatures/verify.ts';
import { like, loggedIn, newPdf } from '../client.ts';
import { PNG, sign } from '../pdf/samples.ts';
import { anna, ben, sceneForAll, setScene, VERSIONS } from '../scene.ts';
import { JPEG } from '../validation/tooling/images.ts';

const withoutSeal = { ...anna, username: 'api_production_small', seal: false };
const POSITION = { x: 100, y: 200, width: 150, height: 70, page: '0' };
/** What scanners of malware are tried with. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'];

const scene = sceneForAll({
	users: [anna, ben, withoutSeal],
	seals: [
		{ accountName: 'acme_main', company: 'Acme Ltd' },
		{ accountName: 'acme_lab', company: 'Acme Laboratories Ltd' },
	],
	maxDocumentBytes: 100_000,
});
let pdf: Buffer;
beforeAll(async () => {
	pdf = await newPdf();
});

const seal = (more: object = {}, version = 'v2', as = scene.send) =>
	as('POST', `/${version}/seal`, { content: pdf.toString('base64'), ...more });

async function sealed(more: object = {}, version?: string, as = scene.send) {
	const { json } = await seal(more, version, as);
	const path = `/v2/documents/${String(json.document_id)}`;
	const { bytes } = await as('GET', `${path}/content`);
	const { signatures } = await verifyPdf(bytes, await trustedRoots());
	return { bytes, signatures, document: (await as('GET', path)).json };
}

describe('POST /seal (interface.md 2.6 and 4.4)', () => {
	test.each([
		['v1', 'Sealed document', 'Acme Ltd'],
		['v2', 'Annual report', 'Acme Laboratories Ltd'],
		['v3', 'Annual report', 'Acme Laboratories Ltd'],
	])('%s makes a new document, "%s", with a sound seal of %s', async (version, title, signer) => {
		const fields = { title: 'Annual report', account_name: 'acme_lab' };
		const { bytes, signatures, document } = await sealed(fields, version);
		expect(document).toMatchObject({ title, owner: anna.username });
		expect(bytes.subarray(0, pdf.length).equals(pdf)).toBe(true);
		const assurance = { quality: 'AES', legislation: 'ZERTES' };
		expect(signatures).toMatchObject([{ signer, integrity: 'intact', trusted: true, assurance }]);
	});

	test('a demo key seals without legal weight', async () => {
		const { signatures } = await sealed({}, 'v2', scene.asBen);
		expect(signatures).toMatchObject([{ assurance: { quality: 'DEMO' } }]);
	});

	test('an earlier signature stays valid', async () => {
		const signed = Buffer.from(await sign(pdf, 'Anna'));
		expect((await sealed({ content: signed.toString('base64') })).signatures).toMatchObject([
			{ signer: 'Anna', integrity: 'intact', changesAfter: 'allowed' },
			{ signer: 'Acme Ltd', integrity: 'intact', changesAfter: 'none' },
		]);
	});

	const placed = { x: 100, y: 200, width: 150, height: 70 };
	const png = { content_type: 'image/png', content: PNG.toString('base64') };
	const jpeg = { content_type: 'image/jpeg', content: JPEG.toString('base64') };
	test.each<[string, object | null, object, string | undefined]>([
		['nowhere', null, { width: 0, height: 0 }, undefined],
		['at its position', { position: POSITION }, placed, undefined],
		['with a PNG', { position: POSITION, image: png }, placed, '/FlateDecode'],
		['with a JPEG', { position: POSITION, image: jpeg }, placed, '/DCTDecode'],
	])('the seal is shown %s', async (_how, visual_signature, rectangle, imageFilter) => {
		const document = await PDFDocument.load((await sealed({ visual_signature })).bytes);
		const [field] = signatureFields(document);
		const rect = field?.[1].dict.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
		expect(rect).toMatchObject(rectangle);
		const images = document.context
			.enumerateIndirectObjects()
			.flatMap(([, object]) => (object instanceof PDFStream ? [object.dict] : []))
			.filter((dict) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'));
		expect(images[0]?.get(PDFName.of('Filter'))?.toString()).toBe(imageFilter);
	});

	const visual = (visual_signature: object) => ({ visual_signature });
	const position = (more: object) => visual({ position: { ...POSITION, ...more } });
	const image = (type: string, content: string) =>
		visual({ position: POSITION, image: { content_type: type, content } });

	test.each<[string, object, number, RegExp]>([
		['no content', { content: undefined }, 400, /^content:/],
		['content that is no Base64', { content: '#' }, 400, /^content:/],
		['content that is no PDF', { content: btoa('Dear all') }, 400, /^content: the document is not/],
		['too many bytes', { content: 'A'.repeat(133_340) }, 413, /^content: 100005 bytes/],
		['an empty title', { title: ' ' }, 400, /^title:/],
		['a seal of someone else', { account_name: 'globex' }, 400, /^account_name:/],
		['an image without a position', visual({ image: png }), 400, /^visual_signature: one of posit/],
		[
			'a page written as a number',
			position({ page: 0 }),
			400,
			/^visual_signature\.position\.page:/,
		],
		['a missing page', position({ page: '7' }), 400, /position.page: there are 1 pages/],
		['no height', position({ height: 0 }), 400, /^visual_signature\.position\.height:/],
		['a GIF', image('image/gif', 'R0lGODlh'), 400, /^visual_signature\.image\.content_type:/],
		['a broken PNG', image('image/png', 'iVBORw0KGgo='), 400, /^visual_signature: .*PNG/],
		['a PNG called JPEG', image('image/jpeg', png.content), 400, /^visual_signature: .*JPEG/],
		['no Base64 as image', image('image/png', '#'), 400, /^visual_signature\.image\.content:/],
	])('refuses %s', async (_what, more, status, message) => {
		const before = scene.sandbox.store.documents.length;
		const answer = await seal(more);
		expect(answer).toMatchObject({ status, json: { message: like(message) } });
		expect(scene.sandbox.store.documents).toHaveLength(before);
	});

	test('refuses malware', async () => {
		const content = Buffer.concat([pdf, Buffer.from(EICAR.join(''))]).toString('base64');
		const key = 'file.malware.detected';
		expect(await seal({ content })).toMatchObject({ status: 400, json: { key } });
	});
});

test.each(VERSIONS)(
	'%s refuses a seal that was not activated (interface.md 1)',
	async (version) => {
		const refusal = { status: 403, json: { type: like(/\/problem\/feature-not-enabled$/) } };
		const asSmall = await loggedIn(scene.sandbox, withoutSeal);
		expect(await seal({}, version, asSmall)).toMatchObject(refusal);
		const off = await setScene({ features: { seal: false } });
		expect(await seal({}, version, off.send)).toMatchObject(refusal);
		await off.close();
	},
);
