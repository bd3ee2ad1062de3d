import { PDFArray, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { trustedRoots } from '../../../sandbox/pdf/cms/certificate.ts';
import { signatureFields } from '../../../sandbox/pdf/file/signatureField.ts';
import { verifyPdf } from '../../../sandbox/validation/signatures/verify.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { call, like, loggedIn, newPdf, type Send } from '../client.ts';
import { PNG, sign } from '../pdf/samples.ts';

const VERSIONS = ['v1', 'v2', 'v3'];
const user = (username: string, more: object = {}) => ({
	username,
	apiKey: 'k',
	validation: false,
	...more,
});
const production = user('api_production_acme');
const demo = user('api_demo_acme');
const withoutSeal = user('api_production_small', { seal: false });
const SEALS = [
	{ accountName: 'acme_main', company: 'Acme Ltd' },
	{ accountName: 'acme_lab', company: 'Acme Laboratories Ltd' },
];
/** One white pixel. */
const JPEG =
	'/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';
const POSITION = { x: 100, y: 200, width: 150, height: 70, page: '0' };

let sandbox: Sandbox;
let send: Send;
let pdf: Buffer;

beforeAll(async () => {
	sandbox = await startSandbox({
		users: [production, demo, withoutSeal],
		seals: SEALS,
		maxDocumentBytes: 100_000,
	});
	send = await loggedIn(sandbox, production);
	pdf = await newPdf();
});
afterAll(async () => await sandbox.close());

const seal = (more: object = {}, path = '/v2/seal', as = send) =>
	as('POST', path, { content: pdf.toString('base64'), ...more });

async function sealedContent(more: object = {}, path?: string, as = send): Promise<Buffer> {
	const { status, json } = await seal(more, path, as);
	expect([status, Object.keys(json)]).toEqual([200, ['document_id']]);
	const { json: answer } = await as(
		'GET',
		`/v2/documents/${String(json.document_id)}/content`,
		undefined,
		{
			accept: 'application/json',
		},
	);
	return Buffer.from(String(answer.content), 'base64');
}

const signatures = async (bytes: Buffer) =>
	(await verifyPdf(bytes, await trustedRoots())).signatures;

describe('POST /seal (interface.md 2.6 and 4.4)', () => {
	test.each(VERSIONS)(
		'%s makes a new document with a sound seal of the company',
		async (version) => {
			const bytes = await sealedContent({}, `/${version}/seal`);
			expect(bytes.subarray(0, pdf.length).equals(pdf)).toBe(true);
			expect(await signatures(bytes)).toMatchObject([
				{
					signer: 'Acme Ltd',
					integrity: 'intact',
					trusted: true,
					assurance: { quality: 'AES', legislation: 'ZERTES' },
				},
			]);
		},
	);

	test.each([
		['v1', 'Sealed document', 'Acme Ltd'],
		['v2', 'Annual report', 'Acme Laboratories Ltd'],
		['v3', 'Annual report', 'Acme Laboratories Ltd'],
	])('%s: the document is called "%s" and sealed by %s', async (version, title, company) => {
		const fields = { title: 'Annual report', account_name: 'acme_lab' };
		const { json } = await seal(fields, `/${version}/seal`);
		const id = String(json.document_id);
		expect((await send('GET', `/v2/documents/${id}`)).json).toMatchObject({
			title,
			owner: production.username,
		});
		expect(await signatures(sandbox.store.contentOf(sandbox.store.document(id)!))).toMatchObject([
			{ signer: company },
		]);
	});

	test('a demo key seals without legal weight', async () => {
		const bytes = await sealedContent({}, '/v2/seal', await loggedIn(sandbox, demo));
		expect(await signatures(bytes)).toMatchObject([{ assurance: { quality: 'DEMO' } }]);
	});

	test('an earlier signature stays valid', async () => {
		const signed = Buffer.from(await sign(pdf, 'Anna'));
		const bytes = await sealedContent({ content: signed.toString('base64') });
		expect(await signatures(bytes)).toMatchObject([
			{ signer: 'Anna', integrity: 'intact', changesAfter: 'allowed' },
			{ signer: 'Acme Ltd', integrity: 'intact', changesAfter: 'none' },
		]);
	});

	const placed = { x: 100, y: 200, width: 150, height: 70 };
	const png = { content_type: 'image/png', content: PNG.toString('base64') };
	const jpeg = { content_type: 'image/jpeg', content: JPEG };
	test.each<[string, object | null, object, string | undefined]>([
		['nowhere', null, { width: 0, height: 0 }, undefined],
		['at its position', { position: POSITION }, placed, undefined],
		['with a PNG', { position: POSITION, image: png }, placed, '/FlateDecode'],
		['with a JPEG', { position: POSITION, image: jpeg }, placed, '/DCTDecode'],
	])('the seal is shown %s', async (_how, visual, rectangle, imageFilter) => {
		const bytes = await sealedContent({ visual_signature: visual });
		const document = await PDFDocument.load(bytes);
		const [field] = signatureFields(document);
		expect(field?.[1].dict.lookup(PDFName.of('Rect'), PDFArray).asRectangle()).toMatchObject(
			rectangle,
		);
		const images = document.context
			.enumerateIndirectObjects()
			.flatMap(([, object]) => (object instanceof PDFStream ? [object.dict] : []))
			.filter((dict) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'));
		expect(images[0]?.get(PDFName.of('Filter'))?.toString()).toBe(imageFilter);
	});

	const image = (contentType: string, content: string) => ({
		visual_signature: { position: POSITION, image: { content_type: contentType, content } },
	});

	test.each<[string, object, number, RegExp]>([
		['no content', { content: undefined }, 400, /^content:/],
		['content that is no Base64', { content: '#' }, 400, /^content:/],
		['content that is no PDF', { content: btoa('Dear all') }, 400, /^content: the document is not/],
		['too many bytes', { content: 'A'.repeat(133_340) }, 413, /^content: 100005 bytes/],
		['an empty title', { title: ' ' }, 400, /^title:/],
		['a seal of someone else', { account_name: 'globex' }, 400, /^account_name:/],
		[
			'an image without a position',
			{ visual_signature: { image: { content_type: 'image/png', content: 'iVBORw0KGgo=' } } },
			400,
			/^visual_signature: one of position/,
		],
		[
			'a page written as a number',
			{ visual_signature: { position: { ...POSITION, page: 0 } } },
			400,
			/^visual_signature\.position\.page:/,
		],
		[
			'a page that does not exist',
			{ visual_signature: { position: { ...POSITION, page: '7' } } },
			400,
			/^visual_signature.position.page: there are 1 pages/,
		],
		[
			'no height',
			{ visual_signature: { position: { ...POSITION, height: 0 } } },
			400,
			/^visual_signature\.position\.height:/,
		],
		['a GIF', image('image/gif', 'R0lGODlh'), 400, /^visual_signature\.image\.content_type:/],
		['a broken PNG', image('image/png', 'iVBORw0KGgo='), 400, /^visual_signature: .*PNG/],
		[
			'a PNG called JPEG',
			image('image/jpeg', PNG.toString('base64')),
			400,
			/^visual_signature: .*JPEG/,
		],
		['no Base64 as image', image('image/png', '#'), 400, /^visual_signature\.image\.content:/],
	])('refuses %s', async (_what, more, status, message) => {
		const documents = sandbox.store.documents.length;
		const answer = await seal(more);
		expect(answer).toMatchObject({ status, json: { message: like(message) } });
		expect(sandbox.store.documents).toHaveLength(documents);
	});

	test.each(VERSIONS)('%s refuses malware', async (version) => {
		const halves = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'];
		const content = Buffer.concat([pdf, Buffer.from(halves.join(''))]).toString('base64');
		expect(await seal({ content }, `/${version}/seal`)).toMatchObject({
			status: 400,
			json: { key: 'file.malware.detected' },
		});
	});

	test.each(VERSIONS)('%s needs a token', async (version) => {
		expect((await call(sandbox, 'POST', `/${version}/seal`, {})).status).toBe(401);
	});
});

describe('Sealing that was not activated (interface.md 1 and 7)', () => {
	const refusal = { status: 403, json: { type: like(/\/problem\/feature-not-enabled$/) } };

	test.each(VERSIONS)('%s is refused for a user without it', async (version) => {
		const answer = await seal({}, `/${version}/seal`, await loggedIn(sandbox, withoutSeal));
		expect(answer).toMatchObject(refusal);
	});

	test.each(VERSIONS)('%s is refused for everyone when the feature is off', async (version) => {
		const off = await startSandbox({ features: { seal: false } });
		const answer = await seal({}, `/${version}/seal`, await loggedIn(off));
		await off.close();
		expect(answer).toMatchObject(refusal);
	});
});
