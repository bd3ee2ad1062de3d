import { PDFDocument } from '@cantoo/pdf-lib';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const IMAGE = { method: 'GET', path: /\/pages\/\d+$/ };
const WEBP = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1');

/** Pages of 100, 110, 120 … points, so that the size of an image shows which page it is. */
async function addPages(service: Service, title: string, count = 3): Promise<string> {
	const pdf = await PDFDocument.create();
	for (let page = 0; page < count; page++) pdf.addPage([100 + 10 * page, 50]);
	return await service.addDocument(title, Buffer.from(await pdf.save()));
}

const widthOf = (png: Buffer) => png.readUInt32BE(16);

describe('Get Page Image', () => {
	it.each([
		['v1', 1, 200],
		['v2', 2, 220],
		['v3', 3, 240],
	])('shows with %s page %s, counted from 1', async (apiVersion, page, width) => {
		const service = await startService();
		const id = await addPages(service, 'Offer: Q3/Q4.pdf');
		const { outputs } = await service.document('getPageImage', {
			apiVersion,
			documentId: byId(id),
			page,
		});
		const [item] = outputs[0]!;
		expect(item!.json).toEqual({ id, title: 'Offer: Q3/Q4.pdf', page, page_count: 3 });
		expect(item!.binary!.data).toMatchObject({
			fileName: `Offer_ Q3_Q4-page-${page}.png`,
			mimeType: 'image/png',
			fileType: 'image',
		});
		expect(widthOf(await service.engine.readBinary(item!))).toBe(width);
	});

	it('uses scale, field and file name that were asked for', async () => {
		const service = await startService();
		const id = await addPages(service, 'Contract');
		const { outputs } = await service.document('getPageImage', {
			documentId: byId(id),
			binaryPropertyName: 'preview',
			options: { scale: '={{ "20" }}', fileName: '../thumbnail' },
		});
		const [item] = outputs[0]!;
		expect(item!.binary!.preview!.fileName).toBe('_thumbnail.png');
		expect(widthOf(await service.engine.readBinary(item!, 'preview'))).toBe(40);
	});

	it.each(['application/webp', 'image/webp', 'image/webp;charset=UTF-8'])(
		'calls %s by the name that viewers know',
		async (type) => {
			const service = await startService();
			const id = await addPages(service, `${'Very long title '.repeat(20)}.pdf`);
			const headers = { 'content-type': type };
			service.sandbox.faults.add({ ...IMAGE, status: 200, headers, body: WEBP });
			const { outputs } = await service.document('getPageImage', { documentId: byId(id) });
			const [item] = outputs[0]!;
			expect(item!.binary!.data).toMatchObject({ mimeType: 'image/webp', fileExtension: 'webp' });
			expect(item!.binary!.data!.fileName).toMatch(/\.webp$/);
			expect(await service.engine.readBinary(item!)).toEqual(WEBP);
		},
	);

	it.each([
		['no page', { page: 0 }, /Page must be 1 or more/],
		['half a page', { page: 1.5 }, /Page must be a whole number/],
		['no number', { page: '={{ "last" }}' }, /Page must be a number/],
		['no scale', { options: { scale: 0 } }, /Scale \(Percent\) must be 1 or more/],
		['no id of the service', { documentId: byId('contract-1') }, /Document is not an id/],
		['no field for the file', { binaryPropertyName: '={{ "" }}' }, /Field is empty/],
	])('refuses %s before any call', async (_title, parameters, reason) => {
		const service = await startService();
		const { error } = await service.document('getPageImage', {
			documentId: byId(UNKNOWN),
			...parameters,
		});
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each([
		[1, /Page does not exist: the document has one page/],
		[3, /Page does not exist: the document has 3 pages/],
	])('says that a document of %s pages has no more', async (count, reason) => {
		const service = await startService();
		const id = await addPages(service, 'Contract', count);
		const { error } = await service.document('getPageImage', {
			documentId: byId(id),
			page: count + 1,
		});
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count(IMAGE)).toBe(0);
	});

	it.each([404, 405])('needs no other call than that of the image (%i)', async (status) => {
		const service = await startService();
		const id = await addPages(service, 'Contract');
		service.sandbox.faults.add({ method: 'GET', path: `/documents/${id}`, status });
		const { error, outputs } = await service.document('getPageImage', { documentId: byId(id) });
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toEqual({ id, page: 1 });
		expect(outputs[0]![0]!.binary!.data!.fileName).toMatch(`${id}-page-1`);
	});

	it.each<[string, object, RegExp]>([
		['an unknown document', { path: /\/documents\/[\w-]+(\/|$)/ }, /does not know this id/],
		['a page that is not there', IMAGE, /does not know this id/],
	])('explains %s', async (_title, call, reason) => {
		const service = await startService();
		const id = await addPages(service, 'Contract');
		service.sandbox.faults.add({ ...call, status: 404, body: { status: 404 } });
		const { error } = await service.document('getPageImage', { documentId: byId(id) });
		expect(error?.message).toMatch(reason);
		expect(error?.httpCode).toBe('404');
	});

	it.each([
		['a page of a hotel', 'text/html', '<html>Welcome</html>'],
		['no type at all', '', WEBP],
	])('does not take %s for an image', async (_title, type, body) => {
		const service = await startService();
		const id = await addPages(service, 'Contract');
		service.sandbox.faults.add({
			...IMAGE,
			status: 200,
			headers: { 'content-type': type },
			body,
		});
		const { error } = await service.document('getPageImage', { documentId: byId(id) });
		expect(error?.message).toMatch(/another form than expected/);
	});

	it('reports that the image broke off', async () => {
		const service = await startService();
		const id = await addPages(service, 'Contract');
		service.sandbox.faults.add({ ...IMAGE, truncateBody: true });
		const { error } = await service.document('getPageImage', { documentId: byId(id) });
		expect(error?.message).toMatch(/broke off/);
	});

	it('survives a gateway error, and pairs every image with its item', async () => {
		const service = await startService();
		const id = await addPages(service, 'Contract');
		service.sandbox.faults.add({ ...IMAGE, status: 502, body: 'bad gateway', times: 1 });
		const { outputs } = await service.document(
			'getPageImage',
			{ documentId: byId(id), page: '={{ $json.page }}' },
			{ items: [3, 1, 2].map((page) => ({ json: { page } })) },
		);
		expect(outputs[0]!.map(({ json, pairedItem }) => [json.page, pairedItem])).toEqual([
			[3, { item: 0 }],
			[1, { item: 1 }],
			[2, { item: 2 }],
		]);
	});
});
