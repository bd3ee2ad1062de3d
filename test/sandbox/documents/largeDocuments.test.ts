import { startSandbox } from '../../../sandbox/server.ts';
import { loggedIn, newPdf } from '../client.ts';

const LARGEST = 112.5 * 1024 * 1024;

test('documents of 112.5 MB are taken, and not one byte more', async () => {
	const sandbox = await startSandbox();
	const send = await loggedIn(sandbox);
	const pdf = await newPdf();
	const upload = (size: number) => {
		const content = Buffer.concat([pdf, Buffer.alloc(size - pdf.length, ' ')]).toString('base64');
		return send('POST', '/v2/documents', { title: 'Large', content });
	};
	const taken = await upload(LARGEST);
	expect(taken.json).toMatchObject({ size: 117_964_800, page_count: 1 });
	expect(sandbox.calls.at(-1)?.receivedBytes).toBeGreaterThan(150 * 1024 * 1024);
	const content = await send('GET', `/v2/documents/${taken.id}/content`);
	expect(content.bytes).toHaveLength(LARGEST);
	expect(content.bytes.subarray(0, pdf.length).equals(pdf)).toBe(true);
	expect((await upload(LARGEST + 1)).status).toBe(413);
	await sandbox.close();
}, 120_000);
