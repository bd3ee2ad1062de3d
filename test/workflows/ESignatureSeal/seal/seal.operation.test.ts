import { trustedRoots } from '../../../../sandbox/pdf/cms/certificate';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify';
import { LARGEST_IMAGE_BYTES } from '../../../../nodes/shared/positions/visualSignature.body';
import { PNG } from '../../../sandbox/pdf/samples';
import { smallPdf } from '../../../support/files/pdf';
import { startRecorded } from '../../../support/service/recorded';
import { retrying } from '../../../support/service/requestOperation';
import { byId, startService, type Service } from '../../../support/service/service';

/** One white pixel. */
const JPEG = Buffer.from(
	'/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
	'base64',
);
const fromBinary = { source: 'binary' };
const encoded = { source: 'base64', content: smallPdf.toString('base64') };
const place = { pageNumber: 1, x: 100, y: 200, width: 150, height: 70 };
const visible = { placement: 'position', positions: { position: [place] } };
const withImage = { ...fromBinary, ...visible, image: 'logo' };
const pdfItem = (more = {}) => ({
	files: { data: { bytes: smallPdf, fileName: 'a.pdf' }, ...more },
});
const imageItem = (bytes: Buffer) => pdfItem({ logo: { bytes, fileName: 'logo.png' } });

const seals = ({ sandbox }: Service) => sandbox.calls.count({ method: 'POST', path: '/seal' });

function contentOf({ sandbox: { store } }: Service, id: unknown): Buffer {
	return store.contentOf(store.document(String(id))!);
}

const signaturesIn = async (pdf: Buffer) =>
	(await verifyPdf(pdf, await trustedRoots())).signatures.map(({ signer, integrity }) => [
		signer,
		integrity,
	]);

describe('Seal Document', () => {
	it.each([
		['contract', 'v1'],
		['public', 'v2'],
	] as const)('at an address that speaks %s, uses %s by default', async (dialect, version) => {
		const service = await startService({ dialect });
		const { error } = await service.seal(encoded);
		expect(error).toBeUndefined();
		expect(service.sandbox.calls.count({ method: 'POST', path: `/${version}/seal` })).toBe(1);
	});

	it('fetches and seals an uploaded document, under its name', async () => {
		const service = await startService();
		const documentId = await service.addDocument('Offer: Q3/Q4');
		const { outputs } = await service.seal({
			source: 'document',
			documentId: byId(documentId),
			download: true,
		});
		const [item] = outputs[0]!;
		expect(item!.json.document_id).not.toBe(documentId);
		expect(await signaturesIn(await service.engine.readBinary(item!))).toEqual([
			['Sandbox Company Ltd', 'intact'],
		]);
		expect(item!.binary!.data!.fileName).toBe('Offer_ Q3_Q4.pdf');
	});

	it.each([
		['v1', 'Sealed document', 'Acme Ltd'],
		['v2', 'Annual report', 'Acme Laboratories Ltd'],
	])('%s: the document is called "%s" and sealed by %s', async (apiVersion, title, company) => {
		const service = await startService({
			seals: [
				{ accountName: 'main', company: 'Acme Ltd' },
				{ accountName: 'lab', company: 'Acme Laboratories Ltd' },
			],
		});
		const named = { title: 'Annual report', accountName: 'lab' };
		const { outputs } = await service.seal({ ...encoded, ...named, apiVersion });
		const { document_id: id } = outputs[0]![0]!.json;
		expect(service.sandbox.store.document(id as string)).toMatchObject({ title });
		expect(await signaturesIn(contentOf(service, id))).toEqual([[company, 'intact']]);
	});

	it.each<[string, object, Buffer, RegExp]>([
		['nowhere', {}, PNG, /\/Rect \[ ?0 0 0 0 ?\]/],
		['at its place', visible, PNG, /\/Rect \[ ?100 200 250 270 ?\]/],
		['with a PNG', withImage, PNG, /\/Subtype \/Image/],
		['with a JPEG that was called a PNG', withImage, JPEG, /\/DCTDecode/],
	])('shows the seal %s', async (_title, parameters, image, pattern) => {
		const service = await startService();
		const form = { ...fromBinary, ...parameters };
		const { outputs, error } = await service.seal(form, { items: [imageItem(image)] });
		expect(error).toBeUndefined();
		const sealed = contentOf(service, outputs[0]![0]!.json.document_id);
		expect(sealed.toString('latin1')).toMatch(pattern);
	});
});

describe('Seal Document refuses before any call', () => {
	const pngOf = (sizeBytes: number) => Buffer.concat([PNG, Buffer.alloc(sizeBytes - PNG.length)]);

	it.each<[string, object, object, RegExp]>([
		[
			'a title for version 1',
			{ ...encoded, title: 'a' },
			{},
			/Title doesn't exist in API Version V1/,
		],
		[
			'a name for version 1',
			{ ...encoded, accountName: 'a' },
			{},
			/Seal Account Name doesn't exist in API Version V1/,
		],
		['a missing image', withImage, { items: [pdfItem()] }, /logo/],
		['an empty image', withImage, { items: [imageItem(Buffer.of())] }, /isn't a PNG or JPEG/],
		[
			'an image of one byte too many',
			withImage,
			{ items: [imageItem(pngOf(LARGEST_IMAGE_BYTES + 1))] },
			/"logo\.png" is too large: 524289 of at most 524288 bytes/,
		],
		[
			'a download into no field',
			{ ...encoded, download: true, outputPropertyName: '={{ "" }}' },
			{},
			/Put Output File in Field is empty/,
		],
	])('%s', async (_title, parameters, run, message) => {
		const service = await startService();
		const { error } = await service.seal({ ...parameters }, run);
		expect(error?.message).toMatch(message);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it('but takes an image of the largest size', async () => {
		const service = await startService();
		const { error } = await service.seal(withImage, {
			items: [imageItem(pngOf(LARGEST_IMAGE_BYTES))],
		});
		expect(error).toBeUndefined();
	});
});

describe('Seal Document in a corner', () => {
	const corner = { placement: 'corner', corner: 'bottomRight', width: 100, height: 50 };

	it.each([
		['contract', 40],
		['public', 842 - 40 - 50],
	] as const)('finds it and leaves nothing behind, %s', async (dialect, y) => {
		const service = await startRecorded({ dialect });
		const form = { ...fromBinary, ...corner };
		const { outputs, error } = await service.seal(form, { items: [pdfItem()] });
		expect(error).toBeUndefined();
		const position = { page: '0', x: 595 - 40 - 100, y, width: 100, height: 50 };
		expect(service.changes).toEqual([expect.objectContaining({ visual_signature: { position } })]);
		const documents = service.sandbox.store.documents.map(({ id }) => id);
		expect(documents).toEqual([outputs[0]![0]!.json.document_id]);
	});

	it('asks the service where the document is there already', async () => {
		const service = await startService();
		const documentId = byId(await service.addDocument());
		service.sandbox.calls.clear();
		const { error } = await service.seal({ source: 'document', documentId, ...corner });
		expect(error).toBeUndefined();
		expect(service.sandbox.calls.count({ method: 'POST', path: '/documents' })).toBe(0);
	});
});

it('a document is not sealed twice when only the download failed: the error names the id, and Retry On Fail fetches it', async () => {
	const service = await startService();
	const fault = { path: /\/content$/, status: 403, body: 'no' };
	service.sandbox.faults.add(fault);
	const { error } = await service.seal({ ...encoded, download: true });
	expect(error?.message).toMatch(/^The document was sealed as [0-9a-f-]{36}, but/);
	expect(error?.description).toMatch(/^Don't seal it again/);

	service.sandbox.faults.clear();
	service.sandbox.faults.add({ ...fault, times: 1 });
	service.sandbox.calls.clear();
	const { outputs } = await service.seal({ ...encoded, download: true }, { settings: retrying });
	expect(outputs[0]![0]!.binary!.data).toBeDefined();
	expect(seals(service)).toBe(1);
});
