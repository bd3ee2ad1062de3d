import { PDFDocument } from '@cantoo/pdf-lib';
import { call } from '../../client.ts';
import { setScene, type Scene } from '../../scene.ts';

let scene: Scene;
beforeAll(async () => {
	scene = await setScene();
});
afterAll(async () => await scene.close());

/** Many small objects: what takes a reader long. */
async function longPdf(objects: number): Promise<string> {
	const pdf = await PDFDocument.create();
	pdf.addPage();
	for (let count = 0; count < objects; count += 1) {
		pdf.context.register(pdf.context.obj({ Count: count, Text: 'a'.repeat(20) }));
	}
	return Buffer.from(await pdf.save({ useObjectStreams: false })).toString('base64');
}

const OBJECTS = 8000;

test('the sandbox answers others while it signs a large file', async () => {
	const content = await longPdf(OBJECTS);
	const signatures = [{ account_email: 'a@example.com' }];
	const { id } = await scene.open('v2', { content, signatures });
	let isEnded = false;
	const signing = scene.sandbox.people.sign(id).finally(() => (isEnded = true));
	signing.catch(() => undefined);
	let answers = 0;
	while (!isEnded) {
		expect((await call(scene.sandbox, 'GET', '/management/health')).status).toBe(200);
		if (!isEnded) answers += 1;
	}
	await signing;
	expect(answers).toBeGreaterThan(5);
	const { json } = await scene.send('GET', `/v2/signature-requests/${id}`);
	const file = await scene.send('GET', `/v2/documents/${String(json.document_id)}/content`);
	const { json: result } = await scene.send('POST', '/validation/v1/validate/document', {
		content: file.bytes.toString('base64'),
	});
	expect(result).toMatchObject({ valid: true, signatures: 1 });
});

test('a large file that cannot be sealed as wanted is refused in words', async () => {
	const content = await longPdf(OBJECTS);
	const answer = await scene.send('POST', '/v2/seal', {
		content,
		visual_signature: { form_field: 'nowhere' },
	});
	expect(answer.status).toBe(400);
	expect(String(answer.json.message)).toMatch(/^visual_signature: /);
});
