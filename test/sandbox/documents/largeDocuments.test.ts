import { startSandbox } from '../../../sandbox/server.ts';
import { completeSettings } from '../../../sandbox/state/settings.ts';
import { effort } from '../../support/jest/random.ts';
import { loggedIn, newPdf } from '../client.ts';

/** The sandbox's own limit (112.5 MB) takes long: only `npm run test:random` does. */
const LARGEST = effort > 1 ? completeSettings({}).maxDocumentBytes : 3_000_000;

/** Three spaces, which readers ignore after the end of a PDF. */
const FILLING = Buffer.from('   ').toString('base64');

/** The body of an upload, filled in place: encoding and quoting so much would cost more than sending it. */
function uploadOf(pdf: Buffer, fillings: number, lastBytes = ''): Buffer {
	const start = `{"title":"Large","content":"${pdf.toString('base64')}`;
	const end = `${Buffer.from(lastBytes).toString('base64')}"}`;
	const body = Buffer.alloc(start.length + fillings * FILLING.length + end.length);
	body.write(start);
	body.fill(FILLING, start.length, body.length - end.length);
	body.write(end, body.length - end.length);
	return body;
}

test('documents as large as allowed are taken, and not one byte more', async () => {
	const sandbox = await startSandbox({ maxDocumentBytes: LARGEST });
	const send = await loggedIn(sandbox);
	const upload = (body: Buffer) =>
		send('POST', '/v2/documents', body, { 'content-type': 'application/json' });
	const pdf = await newPdf();
	// Base64 of a multiple of three bytes has no padding, so more can follow.
	const start = Buffer.concat([pdf, Buffer.alloc((3 - (pdf.length % 3)) % 3, ' ')]);
	const fillings = (LARGEST - start.length) / 3;

	const body = uploadOf(start, fillings);
	const taken = await upload(body);
	expect(taken.json).toMatchObject({ size: LARGEST, page_count: 1 });
	expect(sandbox.calls.at(-1)?.receivedBytes).toBe(body.length);

	const { bytes } = await send('GET', `/v2/documents/${taken.id}/content`);
	expect(bytes.length).toBe(LARGEST);
	expect(bytes.subarray(0, start.length).equals(start)).toBe(true);

	expect((await upload(uploadOf(start, fillings, ' '))).status).toBe(413);
	await sandbox.close();
});
