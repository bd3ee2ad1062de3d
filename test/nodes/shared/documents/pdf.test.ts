import { multipartOf, type FilePart } from '../../../../nodes/shared/documents/pdf';

async function writtenFor(part: FilePart) {
	const body = await multipartOf({ bytes: Buffer.from('Dear Ann'), sizeBytes: 8 }, part);
	if (!('bytes' in body)) throw new Error('A small file is not streamed');
	return body;
}

/** The headers of the only part. */
async function headersFor(part: FilePart): Promise<string[]> {
	const { bytes } = await writtenFor(part);
	const [head = ''] = bytes.toString('utf8').split('\r\n\r\n', 1);
	return head.split(/\r\n|\r|\n/).slice(1);
}

async function readBack(part: FilePart) {
	const { bytes, mediaType } = await writtenFor(part);
	const headers = { 'content-type': mediaType };
	const form = await new Response(new Uint8Array(bytes), { headers }).formData();
	return [...form.entries()];
}

describe('the part of a file in a form', () => {
	it.each([
		'text/plain',
		'Application/PDF',
		'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		'image/svg+xml',
		'application/x-a_b!#$&^-1',
		'text/plain; charset=utf-8',
	])('keeps the media type %s', async (mediaType) => {
		expect(await headersFor({ fileName: 'a.txt', mediaType })).toEqual([
			'Content-Disposition: form-data; name="content"; filename="a.txt"',
			`Content-Type: ${mediaType}`,
		]);
	});

	it.each([
		['nothing', ''],
		['a line break', 'text/plain\r\nX-Added: 1'],
		['a line feed', 'text/plain\nX-Added: 1'],
		['a line feed at the end', 'text/plain\n'],
		['a return', 'text/plain\rX-Added: 1'],
		['an end of the headers', 'text/plain\r\n\r\nDear Bob'],
		['a parameter with a line break', 'text/plain; charset="utf-8\r\nX-Added: 1"'],
		['a separator of another kind', 'text/plain\u2028X-Added: 1'],
		['a null character', 'text/plain\0'],
		['no subtype', 'text'],
		['an empty subtype', 'text/'],
		['two subtypes', 'text/plain/html'],
		['a space', 'text /plain'],
		['no letter or digit first', '.text/plain'],
		['a letter beyond ASCII', 'text/plaïn'],
		['too long a name', `text/${'a'.repeat(128)}`],
	])('has an unknown media type for %s', async (_what, mediaType) => {
		expect(await headersFor({ fileName: 'a.txt', mediaType })).toEqual([
			'Content-Disposition: form-data; name="content"; filename="a.txt"',
			'Content-Type: application/octet-stream',
		]);
	});

	it.each([
		['quotes', 'a"; name="b.txt', 'a%22; name=%22b.txt'],
		['line breaks', 'a\r\nX-Added: 1\r\n\r\nb.txt', 'a%0D%0AX-Added: 1%0D%0A%0D%0Ab.txt'],
		['other control characters', 'a\0\x1f\x7f\tb.txt', 'a%00%1F%7F%09b.txt'],
		['letters beyond ASCII', 'Größe €.txt', 'Größe €.txt'],
	])('has %s in its file name', async (_what, fileName, written) => {
		expect(await headersFor({ fileName, mediaType: 'text/plain' })).toEqual([
			`Content-Disposition: form-data; name="content"; filename="${written}"`,
			'Content-Type: text/plain',
		]);
	});

	it('is the only one that a reader finds', async () => {
		const mediaType = 'text/plain\r\n\r\n----esignature--\r\n';
		const [[name, file], ...others] = (await readBack({
			...{ fileName: 'a"\r\n----esignature\r\n', mediaType },
		})) as [[string, File]];
		expect([name, file.type, await file.text()]).toEqual([
			...['content', 'application/octet-stream', 'Dear Ann'],
		]);
		expect(others).toEqual([]);
	});
});
