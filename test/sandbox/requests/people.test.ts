import { PDFDocument, PDFSignature } from '@cantoo/pdf-lib';
import { addSignatureField } from '../formField.ts';
import { listIn, sceneForAll, signers, VERSIONS } from '../scene.ts';
import { trustedRoots } from '../../../sandbox/pdf/cms/certificate.ts';
import { verifyPdf } from '../../../sandbox/validation/signatures/verify.ts';

const scene = sceneForAll();

const read = async (id: string, version = 'v2') =>
	await scene.send('GET', `/${version}/signature-requests/${id}`);
const fieldsOf = async (documentId: unknown) => {
	const document = scene.sandbox.store.document(String(documentId));
	if (!document) throw new Error('The document is missing.');
	const pdf = await PDFDocument.load(scene.sandbox.store.contentOf(document));
	return pdf
		.getForm()
		.getFields()
		.filter((field) => field instanceof PDFSignature);
};

describe('Signing (interface.md 2.5 and 3.1)', () => {
	test.each(VERSIONS)(
		'%s: every signature makes a new document, and the last ends the request',
		async (version) => {
			const created = await scene.open(version, {
				signatures: signers('a@example.com', 'b@example.com'),
			});
			const seen = [created.json.document_id];
			for (const [email, status] of [
				['b@example.com', 'OPEN'],
				['a@example.com', 'SIGNED'],
			]) {
				await scene.sandbox.people.sign(created.id, email);
				const { json } = await read(created.id, version);
				expect(json.status_overall).toBe(status);
				expect(seen).not.toContain(json.document_id);
				seen.push(json.document_id);
			}
			const [original, first, last] = seen;
			const metadata = await scene.send('GET', `/${version}/documents/${String(last)}`);
			expect(metadata.json).toMatchObject({ parent_id: first, owner: 'api_production_anna' });
			expect(await fieldsOf(original)).toHaveLength(0);
			expect(await fieldsOf(last)).toHaveLength(2);
		},
	);

	test('the signed document verifies', async () => {
		const { id } = await scene.create('v2', { signatures: signers('a@example.com') });
		await scene.sandbox.people.sign(id, 'a@example.com', 'Anna Muster');
		const { json } = await read(id);
		const document = scene.sandbox.store.document(String(json.document_id));
		if (!document) throw new Error('The document is missing.');
		const result = await verifyPdf(scene.sandbox.store.contentOf(document), await trustedRoots());
		expect(result.signatures).toMatchObject([
			{ signer: 'Anna Muster', integrity: 'intact', trusted: true },
		]);
	});

	test('access passes from parent to child', async () => {
		const { id } = await scene.create('v2', {
			signatures: signers('a@example.com'),
			read_access: ['ben@example.com'],
		});
		await scene.sandbox.people.sign(id);
		const { json } = await read(id);
		const answer = await scene.asBen('GET', `/v2/documents/${String(json.document_id)}/content`);
		expect(answer.status).toBe(200);
	});

	test('two people who sign at the same moment both end up in the document', async () => {
		const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
		const { id } = await scene.create('v2', { signatures: signers(...emails) });
		await Promise.all(emails.map((email) => scene.sandbox.people.sign(id, email)));
		const { json } = await read(id);
		expect(json.status_overall).toBe('SIGNED');
		expect(await fieldsOf(json.document_id)).toHaveLength(3);
	});

	test('no one signs twice, not even at the same moment', async () => {
		const { id } = await scene.create('v2', {
			signatures: signers('a@example.com', 'b@example.com'),
		});
		const attempts = await Promise.allSettled(
			[1, 2].map(() => scene.sandbox.people.sign(id, 'a@example.com')),
		);
		expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(await fieldsOf((await read(id)).json.document_id)).toHaveLength(1);
	});

	test('a withdrawal during signing wins', async () => {
		const { id, json } = await scene.create('v2', { signatures: signers('a@example.com') });
		const signing = scene.sandbox.people.sign(id);
		const refusal = expect(signing).rejects.toThrow('the request is WITHDRAWN');
		await scene.send('POST', `/v2/signature-requests/${id}/withdraw`);
		await refusal;
		expect((await read(id)).json).toMatchObject({ document_id: json.document_id });
	});

	test('v3 signs all documents, or those that are listed', async () => {
		const [one, two] = [await scene.upload(), await scene.upload()];
		const { id } = await scene.open('v3', {
			document_id: undefined,
			documents: [{ id: one }, { id: two }],
			signatures: [
				{ account_email: 'all@example.com' },
				{ account_email: 'some@example.com', document_signatures: [{ document_id: two }] },
			],
		});
		await scene.sandbox.people.sign(id, 'all@example.com');
		await scene.sandbox.people.sign(id, 'some@example.com');
		const documents = listIn(await read(id, 'v3'), 'documents');
		expect(
			await Promise.all(documents.map(async ({ id: last }) => (await fieldsOf(last)).length)),
		).toEqual([1, 2]);
	});

	test('the visual signature is where it was asked for', async () => {
		const position = { x: 10, y: 20, width: 100, height: 40, page: '1' };
		const signatures = [{ account_email: 'a@example.com', visual_signature: { position } }];
		const { id } = await scene.create('v2', { signatures });
		await scene.sandbox.people.sign(id);
		const { json } = await read(id);
		const { signature_fields: fields } = (
			await scene.send('GET', `/v2/documents/${String(json.document_id)}`)
		).json;
		expect(fields).toEqual([
			{ name: 'Signature1', signed: true, positions: [{ ...position, rotation: 0 }] },
		]);
	});

	test('a signature field that is already used is a technical error', async () => {
		const content = await pdfWithField('buyer');
		const signer = (account_email: string) => ({
			account_email,
			visual_signature: { form_field: 'buyer' },
		});
		const signatures = [signer('a@example.com'), signer('b@example.com')];
		const { id } = await scene.create('v2', { content, signatures });
		await scene.sandbox.people.sign(id, 'a@example.com');
		expect((await read(id)).json.status_overall).toBe('OPEN');
		await scene.sandbox.people.sign(id, 'b@example.com');
		expect((await read(id)).json.status_overall).toBe('ERROR');
	});
});

describe('Declining and failing (interface.md 3)', () => {
	test.each([
		['declines', 'decline', 'DECLINED'],
		['meets a technical error', 'failTechnically', 'ERROR'],
	] as const)('a signer %s', async (_title, action, status) => {
		const { id } = await scene.create('v2', {
			signatures: signers('a@example.com', 'b@example.com'),
		});
		scene.sandbox.people[action](id, 'a@example.com');
		const answer = await read(id);
		expect(answer.json.status_overall).toBe(status);
		expect(listIn(answer, 'signatures').map((one) => one.status_code)).toEqual([status, 'OPEN']);
		await expect(scene.sandbox.people.sign(id, 'b@example.com')).rejects.toThrow(`is ${status}`);
	});

	test('the reason of a decline is sent by mail', async () => {
		const { id } = await scene.create('v2', { signatures: signers('a@example.com') });
		scene.sandbox.people.decline(id, 'a@example.com', 'The price is wrong');
		expect(scene.sandbox.store.mails.at(-1)).toMatchObject({
			kind: 'declined',
			text: 'The price is wrong',
		});
	});

	test('everyone gets a mail about how it ended', async () => {
		const { id } = await scene.create('v2', {
			signatures: signers('a@example.com', 'b@example.com'),
			cc_email_addresses: ['cc@example.com'],
		});
		await scene.sandbox.people.sign(id, 'a@example.com');
		await scene.sandbox.people.sign(id, 'b@example.com');
		const completions = scene.sandbox.store.mails.filter(
			(mail) => mail.requestId === id && mail.kind === 'completion',
		);
		expect(completions.map(({ to }) => to)).toEqual([
			'a@example.com',
			'b@example.com',
			'cc@example.com',
		]);
	});
});

async function pdfWithField(name: string): Promise<string> {
	const pdf = await PDFDocument.create();
	const page = pdf.addPage([200, 200]);
	addSignatureField(pdf, page, { name, rectangle: [10, 20, 110, 70] });
	return Buffer.from(await pdf.save()).toString('base64');
}
