import {
	PDFArray,
	PDFDocument,
	PDFName,
	PDFSignature,
	PDFStream,
	type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib';
import { pdfWithField } from '../formField.ts';
import { setScene, type Scene } from '../scene.ts';
import { encodePng } from '../../../sandbox/pdf/image/png.ts';
import type { Dialect } from '../../../sandbox/state/dialect.ts';

const HEIGHT = 800;
const PLACE = { x: 10, y: 20, width: 100, height: 40 };
const png = encodePng(new Uint8Array(16).fill(255), 2, 2).toString('base64');

let scene: Scene;
const start = async (dialect?: Dialect) => {
	scene = await setScene({ dialect });
};

const pdf = () => pdfWithField('buyer', [10, 20, 110, 60], { size: [600, HEIGHT], page: 0 });

/** The widgets of the signatures in a document, in the order of their fields. */
async function widgetsOf(documentId: unknown): Promise<PDFWidgetAnnotation[]> {
	const { bytes } = await scene.send('GET', `/v2/documents/${String(documentId)}/content`);
	const document = await PDFDocument.load(bytes);
	return document
		.getForm()
		.getFields()
		.filter((field) => field instanceof PDFSignature && field.acroField.V() !== undefined)
		.flatMap((field) => field.acroField.getWidgets());
}

async function signedWith(visual: object): Promise<unknown> {
	const { id } = await scene.create('v2', {
		content: await pdf(),
		signatures: [{ account_email: 'a@example.com', visual_signature: visual }],
	});
	await scene.sandbox.people.sign(id);
	return (await scene.send('GET', `/v2/signature-requests/${id}`)).json.document_id;
}

const rectangles = (widgets: PDFWidgetAnnotation[]) =>
	widgets.map((widget) => widget.getRectangle());

describe.each<[Dialect, number]>([
	['contract', 20],
	['public', HEIGHT - 20 - 40],
])('%s', (dialect, fromBottom) => {
	beforeAll(() => start(dialect));
	afterAll(() => scene.close());

	test('a signature stands where its edge is counted from', async () => {
		const documentId = await signedWith({ position: { ...PLACE, page: '0' } });
		expect(rectangles(await widgetsOf(documentId))).toEqual([{ ...PLACE, y: fromBottom }]);
		const { json } = await scene.send('GET', `/v2/documents/${String(documentId)}`);
		expect(json.signature_fields).toContainEqual({
			name: 'Signature1',
			signed: true,
			positions: [{ ...PLACE, page: '0', rotation: 0 }],
		});
	});

	test('an upload returns its fields', async () => {
		const content = await pdf();
		const { json, status } = await scene.send('POST', '/v2/documents', { title: 'A', content });
		expect(status).toBe(dialect === 'public' ? 201 : 200);
		expect(json.signature_fields).toEqual([
			{
				name: 'buyer',
				signed: false,
				positions: [{ ...PLACE, y: fromBottom, page: '0', rotation: 0 }],
			},
		]);
		expect('parent_id' in json).toBe(dialect === 'contract');
	});

	const seal = async (visual_signature: object, version = 'v2') =>
		await scene.send('POST', `/${version}/seal`, {
			...{ content: await pdf(), visual_signature },
		});

	test('a seal stands there too, at every place, or fills a form field', async () => {
		const position = { ...PLACE, page: '0' };
		const twice = await seal({ positions: [position, { ...position, page: '1' }] });
		const there = { ...PLACE, y: fromBottom };
		expect(rectangles(await widgetsOf(twice.json.document_id))).toEqual([there, there]);
		const image = { content_type: 'image/png', content: png };
		const filled = await seal({ form_field: 'buyer', image }, 'v3');
		expect(rectangles(await widgetsOf(filled.json.document_id))).toEqual([PLACE]);
	});

	test('a JPEG on a seal is for the contract only', async () => {
		const image = { content_type: 'image/jpeg', content: '/9j/4AAQ' };
		const sealed = await seal({ position: { ...PLACE, page: '0' }, image });
		expect(sealed.json.message).toMatch(
			dialect === 'public' ? /image\.content_type: must be one of image\/png/ : /JPEG/,
		);
	});
});

describe('How a signature is shown', () => {
	beforeAll(() => start());
	afterAll(() => scene.close());

	test('a signature at several places is one, valid and shown at each', async () => {
		const positions = ['0', '1'].map((page) => ({ ...PLACE, page }));
		const documentId = await signedWith({ positions });
		const widgets = await widgetsOf(documentId);
		expect(widgets).toHaveLength(2);
		expect(widgets.every((widget) => widget.dict.has(PDFName.of('AP')))).toBe(true);
		const { bytes } = await scene.send('GET', `/v2/documents/${String(documentId)}/content`);
		const body = { content: bytes.toString('base64') };
		const { json } = await scene.send('POST', '/validation/v1/validate/document', body);
		expect(json).toMatchObject({ valid: true, signatures: 1, validSignatures: 1 });
	});

	test.each([
		[0, [1, 0, -0, 1]],
		[90, [0, 1, -1, 0]],
		[180, [-1, 0, -0, -1]],
		[30, [0.866025404, 0.5, -0.5, 0.866025404]],
	])('turned by %d degrees, counter-clockwise', async (rotation, matrix) => {
		const documentId = await signedWith({ position: { ...PLACE, page: '0', rotation } });
		const [widget] = await widgetsOf(documentId);
		const appearance = widget?.getAppearances()?.normal;
		if (!(appearance instanceof PDFStream)) throw new Error('The signature is not shown.');
		const numbers = appearance.dict
			.lookup(PDFName.of('Matrix'), PDFArray)
			.asArray()
			.map((number) => Number(String(number)));
		expect(numbers.slice(0, 4)).toEqual(
			matrix.map((number) => expect.closeTo(number, 6) as number),
		);
	});
});
