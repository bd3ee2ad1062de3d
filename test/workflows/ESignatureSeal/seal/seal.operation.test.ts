import { trustedRoots } from '../../../../sandbox/pdf/cms/certificate';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify';
import { LARGEST_IMAGE_BYTES } from '../../../../nodes/shared/placement/image';
import type { INodeParameters } from 'n8n-workflow';
import { PNG } from '../../../sandbox/pdf/samples';
import { smallPdf } from '../../../support/files/pdf';
import { startRecorded } from '../../../support/service/recorded';
import { retrying } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

/** One white pixel. */
const JPEG = Buffer.from(
	'/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
	'base64',
);
const fromBinary = { source: 'binary' };
const encoded = { source: 'base64', content: smallPdf.toString('base64') };
const place = { pageNumber: 1, x: 100, y: 200, width: 150, height: 70 };
const at = (...position: object[]) => ({
	placement: 'position',
	positions: { position: position as INodeParameters[] },
});
const visible = at(place);
const pdfItem = (fileName = 'Contract.pdf', more = {}) => ({
	files: { data: { bytes: smallPdf, fileName }, ...more },
});

const seals = ({ sandbox }: Service) => sandbox.calls.count({ method: 'POST', path: '/seal' });

async function contentOf(service: Service, id: unknown): Promise<Buffer> {
	const answer = await service.call(`/v2/documents/${String(id)}/content`, {
		headers: { accept: 'application/pdf' },
	});
	return Buffer.from(await answer.arrayBuffer());
}

const signaturesIn = async (pdf: Buffer) =>
	(await verifyPdf(pdf, await trustedRoots())).signatures.map(({ signer, integrity }) => [
		signer,
		integrity,
	]);

const BY_COMPANY = [['Sandbox Company Ltd', 'intact']];

describe('Seal Document', () => {
	it.each(['v1', 'v2', 'v3'])('seals a binary file with %s', async (apiVersion) => {
		const service = await startService();
		const { outputs } = await service.seal({ ...fromBinary, apiVersion }, { items: [pdfItem()] });
		const [item] = outputs[0]!;
		expect(Object.keys(item!.json)).toEqual(['document_id']);
		const sealed = await contentOf(service, item!.json.document_id);
		expect(sealed.subarray(0, smallPdf.length).equals(smallPdf)).toBe(true);
		expect(await signaturesIn(sealed)).toEqual(BY_COMPANY);
		expect(service.sandbox.calls.count({ path: `/${apiVersion}/seal` })).toBe(1);
	});

	it.each([
		['contract', 'v1'],
		['public', 'v2'],
	] as const)('at an address that speaks %s, uses %s by default', async (dialect, version) => {
		const service = await startService({ dialect });
		const { error } = await service.seal(encoded);
		expect(error).toBeUndefined();
		expect(service.sandbox.calls.count({ method: 'POST', path: `/${version}/seal` })).toBe(1);
	});

	it('takes names by default where version 2 is the usual one', async () => {
		const seals = [{ accountName: 'lab', company: 'Acme Laboratories Ltd' }];
		const service = await startService({ dialect: 'public', seals });
		const { outputs } = await service.seal({ ...encoded, title: 'Report', accountName: 'lab' });
		const id = outputs[0]![0]!.json.document_id as string;
		expect(await (await service.call(`/v2/documents/${id}`)).json()).toMatchObject({
			title: 'Report',
		});
	});

	it.each(['v1', 'v2', 'v3'])('fetches and seals an uploaded document with %s', async (v) => {
		const service = await startService();
		const documentId = await service.addDocument('Offer: Q3/Q4');
		const { outputs } = await service.seal({
			source: 'document',
			documentId: byId(documentId),
			apiVersion: v,
			download: true,
		});
		const [item] = outputs[0]!;
		expect(item!.json.document_id).not.toBe(documentId);
		expect(await signaturesIn(await service.engine.readBinary(item!))).toEqual(BY_COMPANY);
		expect(item!.binary!.data!.fileName).toBe('Offer_ Q3_Q4.pdf');
	});

	it.each([
		['v1', 'Sealed document', 'Acme Ltd'],
		['v2', 'Annual report', 'Acme Laboratories Ltd'],
		['v3', 'Annual report', 'Acme Laboratories Ltd'],
	])('%s: the document is called "%s" and sealed by %s', async (apiVersion, title, company) => {
		const service = await startService({
			seals: [
				{ accountName: 'main', company: 'Acme Ltd' },
				{ accountName: 'lab', company: 'Acme Laboratories Ltd' },
			],
		});
		const named = { title: 'Annual report', accountName: 'lab' };
		const { outputs } = await service.seal({ ...encoded, ...named, apiVersion });
		const id = outputs[0]![0]!.json.document_id;
		const document = await service.call(`/v2/documents/${id as string}`);
		expect(await document.json()).toMatchObject({ title });
		expect(await signaturesIn(await contentOf(service, id))).toEqual([[company, 'intact']]);
	});

	it('takes the name of the file where no title was typed', async () => {
		const service = await startService();
		const { outputs } = await service.seal(
			{ ...fromBinary, apiVersion: 'v2' },
			{ items: [pdfItem('Offer.pdf')] },
		);
		const { document_id: id } = outputs[0]![0]!.json;
		const document = await service.call(`/v2/documents/${id as string}`);
		expect(await document.json()).toMatchObject({ title: 'Offer.pdf' });
	});

	it.each<[string, object, object, RegExp]>([
		['nowhere', {}, {}, /\/Rect \[ ?0 0 0 0 ?\]/],
		['at its place', visible, {}, /\/Rect \[ ?100 200 250 270 ?\]/],
		[
			'with a PNG',
			{ ...visible, image: 'logo' },
			{ logo: { bytes: PNG, fileName: 'logo.png' } },
			/\/Subtype \/Image/,
		],
		[
			'with a JPEG that was called a PNG',
			{ ...visible, image: 'logo' },
			{ logo: { bytes: JPEG, fileName: 'logo.png' } },
			/\/DCTDecode/,
		],
	])('shows the seal %s', async (_how, parameters, files, pattern) => {
		const service = await startService();
		const { outputs, error } = await service.seal(
			{ ...fromBinary, ...parameters },
			{ items: [pdfItem('a.pdf', files)] },
		);
		expect(error).toBeUndefined();
		const sealed = await contentOf(service, outputs[0]![0]!.json.document_id);
		expect(sealed.toString('latin1')).toMatch(pattern);
		expect(await signaturesIn(sealed)).toEqual(BY_COMPANY);
	});

	it('hands out the sealed PDF in the same step', async () => {
		const service = await startService();
		const { outputs } = await service.seal(
			{
				...fromBinary,
				download: true,
				outputPropertyName: 'sealed',
				options: { fileName: '../mine' },
			},
			{ items: [pdfItem()] },
		);
		const [item] = outputs[0]!;
		expect(item!.binary!.sealed).toMatchObject({
			fileName: '_mine.pdf',
			mimeType: 'application/pdf',
		});
		expect(await service.engine.readBinary(item!, 'sealed')).toEqual(
			await contentOf(service, item!.json.document_id),
		);
	});

	it('seals several items in order and pairs each', async () => {
		const service = await startService();
		const items = ['a', 'b'].map((name) => pdfItem(`${name}.pdf`));
		const { outputs } = await service.seal({ ...fromBinary, download: true }, { items });
		expect(
			outputs[0]!.map(({ binary, pairedItem }) => [binary!.data!.fileName, pairedItem]),
		).toEqual([
			['a.pdf', { item: 0 }],
			['b.pdf', { item: 1 }],
		]);
	});
});

describe('Seal Document refuses before any call', () => {
	const withImage = (bytes: Buffer) => ({
		items: [pdfItem('a.pdf', { logo: { bytes, fileName: 'logo.png' } })],
	});
	const image = { ...fromBinary, ...visible, image: 'logo' };
	const pngOf = (sizeBytes: number) => Buffer.concat([PNG, Buffer.alloc(sizeBytes - PNG.length)]);

	it.each<[string, object, object, RegExp]>([
		['text that is no Base64', { source: 'base64', content: 'héllo!' }, {}, /Base64/],
		[
			'a file that is no PDF',
			fromBinary,
			{ items: [{ files: { data: { bytes: Buffer.from('no') } } }] },
			/is not a PDF/,
		],
		['no document', { source: 'document', documentId: byId('={{ "" }}') }, {}, /Document is empty/],
		['what is no id', { source: 'document', documentId: byId('x/y') }, {}, /Document is not an id/],
		[
			'a page before the first',
			{ ...encoded, ...at({ ...place, pageNumber: 0 }) },
			{},
			/Page Number must be 1 or more/,
		],
		[
			'half a page',
			{ ...encoded, ...at({ ...place, pageNumber: 1.5 }) },
			{},
			/Page Number must be a whole number/,
		],
		[
			'a seal without width',
			{ ...encoded, ...at({ ...place, width: 0 }) },
			{},
			/Width must be 1 or more/,
		],
		[
			'a word for a number',
			{ ...encoded, ...at({ ...place, x: '={{ "left" }}' }) },
			{},
			/X must be a number/,
		],
		['a title for version 1', { ...encoded, title: 'a' }, {}, /Title is not known in version v1/],
		[
			'a name for version 1',
			{ ...encoded, accountName: 'a' },
			{},
			/Seal Account Name is not known in version v1/,
		],
		['two places in version 1', { ...encoded, ...at(place, place) }, {}, /version v1 takes one/],
		['a missing image', image, { items: [pdfItem()] }, /logo/],
		['an image of another kind', image, withImage(Buffer.from('GIF89a')), /is not a PNG or JPEG/],
		['an empty image', image, withImage(Buffer.alloc(0)), /is not a PNG or JPEG/],
		[
			'an image of one byte too many',
			image,
			withImage(pngOf(LARGEST_IMAGE_BYTES + 1)),
			/"logo\.png" is too large: 524289 bytes, and at most 524288/,
		],
		[
			'a download into no field',
			{ ...encoded, download: true, outputPropertyName: '={{ "" }}' },
			{},
			/Put Output File in Field is empty/,
		],
	])('%s', async (_title, parameters, run, message) => {
		const service = await startService();
		const { error } = await service.seal(parameters as never, run);
		expect(error?.message).toMatch(message);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it('but takes an image of the largest size', async () => {
		const service = await startService();
		const { error } = await service.seal(image, withImage(pngOf(LARGEST_IMAGE_BYTES)));
		expect(error).toBeUndefined();
	});
});

it.each([
	['contract', 'JPEG', JPEG, undefined],
	['public', 'JPEG', JPEG, /"logo.png" is not a PNG/],
	['public', 'PNG', PNG, undefined],
] as const)('%s: an image in the form of a %s', async (dialect, _form, bytes, reason) => {
	const service = await startService({ dialect });
	const { error } = await service.seal(
		{ ...fromBinary, ...visible, image: 'logo' },
		{ items: [pdfItem('a.pdf', { logo: { bytes, fileName: 'logo.png' } })] },
	);
	expect(error?.message ?? '').toMatch(reason ?? /^$/);
	expect(seals(service)).toBe(reason ? 0 : 1);
});

describe('Seal Document in a corner', () => {
	const corner = { placement: 'corner', corner: 'bottomRight', width: 100, height: 50 };

	it.each([
		['contract', 'v1', 40],
		['public', 'v2', 842 - 40 - 50],
	] as const)('finds it and leaves nothing behind, %s %s', async (dialect, _version, y) => {
		const service = await startRecorded({ dialect });
		const { outputs, error } = await service.seal(
			{ ...fromBinary, ...corner },
			{ items: [pdfItem()] },
		);
		expect(error).toBeUndefined();
		const position = { page: '0', x: 595 - 40 - 100, y, width: 100, height: 50 };
		expect(service.changes).toEqual([expect.objectContaining({ visual_signature: { position } })]);
		const documents = (await (await service.call('/v2/documents')).json()) as object[];
		const { document_id: id } = outputs[0]![0]!.json;
		expect(documents).toEqual([expect.objectContaining({ id })]);
	});

	it('asks the service where the document is there already', async () => {
		const service = await startService();
		const documentId = await service.addDocument();
		service.sandbox.calls.clear();
		const { error } = await service.seal({
			source: 'document',
			documentId: byId(documentId),
			...corner,
		});
		expect(error).toBeUndefined();
		expect(service.sandbox.calls.count({ method: 'POST', path: '/documents' })).toBe(0);
	});

	it.each([
		['a page that is not there', { onPage: 'number', pageNumber: 9 }, /Page Number is 9, and the/],
		['too small a page', { width: 5000 }, /Width does not fit on the page/],
	])('refuses %s', async (_title, more, reason) => {
		const service = await startService();
		const { error } = await service.seal({ ...encoded, ...corner, ...more });
		expect(error?.message).toMatch(reason);
		expect(seals(service)).toBe(0);
	});
});

describe('Seal Document explains a refusal', () => {
	it.each([
		['by the type of the problem', { features: { seal: false } }],
		[
			'of one business',
			{ users: [{ username: 'api_prod_a', apiKey: 'k1', validation: true, seal: false }] },
		],
	])('of sealing that is not activated, %s', async (_title, options) => {
		const service = await startService(options);
		const { error } = await service.seal(encoded);
		expect(error?.message).toBe('Sealing is not activated for your business (status 403)');
		expect(error?.description).toMatch(/support or your account manager to activate sealing/);
	});

	it('of a plain 403', async () => {
		const service = await startService();
		service.sandbox.faults.add({ path: '/seal', status: 403, body: 'Forbidden' });
		const { error } = await service.seal(encoded);
		expect(error?.message).toMatch(/Sealing is not activated/);
	});

	it('of a damaged PDF, readable under continue-on-fail', async () => {
		const service = await startService();
		const broken = { files: { data: { bytes: Buffer.from('%PDF-1.7\nno'), fileName: 'b.pdf' } } };
		const { outputs } = await service.seal(fromBinary, {
			items: [broken, pdfItem()],
			settings: { onError: 'continueRegularOutput' },
		});
		const [refused, accepted] = outputs[0]!;
		expect(refused!.json).toMatchObject({
			error: expect.stringMatching(/cannot use this PDF/) as string,
			details: { status: 400 },
		});
		expect(accepted!.json.document_id).toBeDefined();
	});

	it('of a seal that does not exist', async () => {
		const service = await startService();
		const { error } = await service.seal({ ...encoded, apiVersion: 'v2', accountName: 'unknown' });
		expect(error?.description).toMatch(/account_name/);
	});
});

describe('A document is not sealed twice', () => {
	it.each([500, 502, 503, 504])('after status %s', async (status) => {
		const service = await startService();
		service.sandbox.faults.add({ path: '/seal', status });
		const { error } = await service.seal(encoded);
		expect(error?.httpCode).toBe(String(status));
		expect(seals(service)).toBe(1);
	});

	it('after a cut connection, also by Retry On Fail', async () => {
		const service = await startService();
		service.sandbox.faults.add({ path: '/seal', reset: 'after', times: 1 });
		const { error } = await service.seal(encoded, { settings: retrying });
		expect(error?.message).toMatch(/earlier attempt has sent this document/);
		expect(seals(service)).toBe(1);
	});

	it('when only the download failed: the error names the id, and Retry On Fail fetches it', async () => {
		const service = await startService();
		const fault = { path: /\/content$/, status: 403, body: 'no' };
		service.sandbox.faults.add(fault);
		const { error } = await service.seal({ ...encoded, download: true });
		expect(error?.message).toMatch(/^The document was sealed as [0-9a-f-]{36}, but/);
		expect(error?.description).toMatch(/Do not seal it again/);

		service.sandbox.faults.clear();
		service.sandbox.faults.add({ ...fault, times: 1 });
		service.sandbox.calls.clear();
		const { outputs } = await service.seal({ ...encoded, download: true }, { settings: retrying });
		expect(outputs[0]![0]!.binary!.data).toBeDefined();
		expect(seals(service)).toBe(1);
	});
});
