import { PDFDocument } from '@cantoo/pdf-lib';
import { byId, startService, type Service } from '../../../support/service/service';

const IMAGE = { method: 'GET', path: /\/pages\/\d+$/ };
const WEBP = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1');

/** Pages of 100, 110, 120 … points, so that the size of an image shows which page it is. */
async function addPages(service: Service, title: string): Promise<string> {
	const pdf = await PDFDocument.create();
	for (let page = 0; page < 3; page++) pdf.addPage([100 + 10 * page, 50]);
	return await service.addDocument(title, Buffer.from(await pdf.save()));
}

const widthOf = (png: Buffer) => png.readUInt32BE(16);

describe('Get Page Image', () => {
	it('shows the page that was asked for, counted from 1, in the scale that was asked for', async () => {
		const service = await startService();
		const id = await addPages(service, 'Offer: Q3/Q4.pdf');
		const { outputs } = await service.document('getPageImage', {
			documentId: byId(id),
			page: 2,
			options: { scale: '={{ "20" }}' },
		});
		const [item] = outputs[0]!;
		expect(item!.binary!.data).toMatchObject({
			fileName: 'Offer_ Q3_Q4-page-2.png',
			mimeType: 'image/png',
		});
		// Of 220 points.
		expect(widthOf(await service.engine.readBinary(item!))).toBe(44);
	});

	it.each(['application/webp', 'image/webp;charset=UTF-8'])(
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

	it('needs no other call than that of the image', async () => {
		const service = await startService();
		const id = await addPages(service, 'Contract');
		service.sandbox.faults.add({ method: 'GET', path: `/documents/${id}`, status: 405 });
		const { error, outputs } = await service.document('getPageImage', { documentId: byId(id) });
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toEqual({ id, page: 1 });
		expect(outputs[0]![0]!.binary!.data!.fileName).toMatch(`${id}-page-1`);
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
		expect(error?.message).toMatch(/^Skribble's answer can't be read/);
	});
});
