import { inflateSync } from 'node:zlib';
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { setScene, VERSIONS, type Scene } from '../scene.ts';

let scene: Scene;
let id: string;
beforeAll(async () => {
	scene = await setScene();
	const pdf = await PDFDocument.create();
	pdf.addPage([200, 100]);
	pdf.addPage([100, 200]).drawRectangle({ width: 100, height: 200, color: rgb(1, 0, 0) });
	const content = Buffer.from(await pdf.save()).toString('base64');
	({ id } = await scene.send('POST', '/v2/documents', { title: 'Two pages', content }));
});
afterAll(() => scene.close());

/** Width and height of a PNG, and its first pixel. */
function look(png: Buffer) {
	const start = png.indexOf('IDAT') + 4;
	const length = png.readUInt32BE(start - 8);
	const pixels = inflateSync(png.subarray(start, start + length));
	return {
		width: png.readUInt32BE(16),
		height: png.readUInt32BE(20),
		first: [...pixels.subarray(1, 5)],
	};
}

describe.each(VERSIONS)('GET /%s/documents/{id}/pages/{n}', (version) => {
	test.each([
		['0', { width: 400, height: 200, first: [255, 255, 255, 255] }],
		['1', { width: 200, height: 400, first: [255, 0, 0, 255] }],
		['1?scale=20', { width: 40, height: 80, first: [255, 0, 0, 255] }],
		['1?scale=50', { width: 100, height: 200, first: [255, 0, 0, 255] }],
	])('page %s is an image', async (page, seen) => {
		const answer = await scene.send('GET', `/${version}/documents/${id}/pages/${page}`);
		expect(answer.headers.get('content-type')).toBe('image/png');
		expect(look(answer.bytes)).toEqual(seen);
	});

	test.each([
		['2', 404],
		['x', 400],
		['-1', 400],
		['0?scale=0', 400],
		['0?scale=large', 400],
	])('page %s is refused with %d', async (page, status) => {
		const answer = await scene.send('GET', `/${version}/documents/${id}/pages/${page}`);
		expect(answer.status).toBe(status);
	});

	test('the scale may also be a header', async () => {
		const headers = { scale: '20' };
		const path = `/${version}/documents/${id}/pages/1`;
		const answer = await scene.send('GET', path, undefined, headers);
		expect(look(answer.bytes)).toMatchObject({ width: 40, height: 80 });
	});

	test('is for readers of the document only', async () => {
		const answer = await scene.asBen('GET', `/${version}/documents/${id}/pages/0`);
		expect(answer.status).toBe(403);
	});
});

test('the public regions give a WebP, under a name of their own', async () => {
	const others = await setScene({ dialect: 'public' });
	const pdf = await PDFDocument.create();
	pdf.addPage([200, 100]).drawRectangle({ width: 100, height: 100, color: rgb(1, 0, 0) });
	const content = Buffer.from(await pdf.save()).toString('base64');
	const { id: documentId } = await others.send('POST', '/v2/documents', { title: 'A', content });
	const { bytes, headers } = await others.send('GET', `/v3/documents/${documentId}/pages/0`);
	expect(headers.get('content-type')).toBe('application/webp');
	expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8L');
	expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
	// Behind a byte of its own, width and height less one, in fourteen bits each.
	const size = bytes.readUInt32LE(21);
	expect([(size & 0x3fff) + 1, ((size >> 14) & 0x3fff) + 1]).toEqual([400, 200]);
	await others.close();
});
