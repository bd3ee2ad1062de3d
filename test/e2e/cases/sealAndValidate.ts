import { writeFiles } from '../../sandbox/validationFiles.ts';
import type { Scene } from '../support/scene.ts';

export function sealAndValidate(scene: () => Scene) {
	let files: Record<string, Buffer>;

	beforeAll(async () => {
		files = await writeFiles();
		await scene().n8n.untilListening('seal-and-validate');
	});

	const send = async (body: Buffer) =>
		await scene().n8n.whileAlive(() =>
			fetch(`${scene().n8n.address}/webhook/seal-and-validate`, {
				method: 'POST',
				headers: { 'content-type': 'application/pdf' },
				body: Uint8Array.from(body),
			}),
		);

	it.each(['unsigned', 'signedTwice'])('sends a PDF back that came in "%s"', async (name) => {
		const response = await send(files[name]!);

		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('application/pdf');
		const sealed = Buffer.from(await response.arrayBuffer());
		expect(sealed.subarray(0, files[name]!.length).equals(files[name]!)).toBe(true);
		expect(sealed.length).toBeGreaterThan(files[name]!.length);
	});

	it('leaves by the second output for one that was changed after signing', async () => {
		const response = await send(files.changedLater!);

		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({
			verdict: 'indeterminate',
			explanation: expect.stringMatching(/rules that were asked for/) as string,
			signers: [{ signer: 'Zoë Müller' }, { signer: 'Sandbox Company Ltd' }],
		});
	});

	it('says what is wrong with a file that is no PDF', async () => {
		const response = await send(Buffer.from('This is no PDF.'));

		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({
			verdict: 'not sealed',
			explanation: expect.stringMatching(/PDF/) as string,
		});
	});
}
