import { PDFSignature, PDFDocument } from '@cantoo/pdf-lib';
import { trustedRoots } from '../../../sandbox/pdf/cms/certificate.ts';
import { verifyPdf } from '../../../sandbox/validation/signatures/verify.ts';
import { pdfWithField } from '../formField.ts';
import { listIn, sceneForAll, signers, VERSIONS } from '../scene.ts';

const scene = sceneForAll();
const [A, B, C] = ['a@example.com', 'b@example.com', 'c@example.com'] as const;

const read = async (id: string, version = 'v2') =>
	await scene.send('GET', `/${version}/signature-requests/${id}`);
const create = (...emails: string[]) => scene.create('v2', { signatures: signers(...emails) });
const sign = (id: string, ...who: string[]) => scene.sandbox.people.sign(id, ...who);
const bytesOf = (documentId: unknown) => {
	const { store } = scene.sandbox;
	return store.contentOf(store.document(String(documentId))!);
};
async function countOfFields(documentId: unknown): Promise<number> {
	const fields = (await PDFDocument.load(bytesOf(documentId))).getForm().getFields();
	return fields.filter((field) => field instanceof PDFSignature).length;
}

describe('Signing (interface.md 2.5 and 3.1)', () => {
	test.each(VERSIONS)('%s: every signature makes a new document', async (version) => {
		const { id, json } = await scene.open(version, {
			...{ signatures: signers(A, B), read_access: ['ben@example.com'] },
		});
		await sign(id, B);
		const first = (await read(id, version)).json;
		expect(first.status_overall).toBe('OPEN');
		await sign(id, A, 'Anna Muster');
		const last = (await read(id, version)).json;
		expect(last.status_overall).toBe('SIGNED');
		const documents = [json, first, last].map(({ document_id: one }) => one);
		expect(await Promise.all(documents.map(countOfFields))).toEqual([0, 1, 2]);
		// Access passes from parent to child.
		const { json: document } = await scene.asBen('GET', `/v2/documents/${String(documents[2])}`);
		expect(document).toMatchObject({ parent_id: documents[1], owner: 'api_production_anna' });
		const { signatures } = await verifyPdf(bytesOf(documents[2]), await trustedRoots());
		const sound = { integrity: 'intact', trusted: true };
		expect(signatures).toMatchObject([sound, { signer: 'Anna Muster', ...sound }]);
	});

	test.each(VERSIONS)('%s: a person may sign with another quality', async (version) => {
		const { id } = await scene.open(version, { signatures: signers(A), quality: 'AES' });
		await scene.sandbox.people.sign(id, A, undefined, { quality: 'SES' });
		const request = await read(id, version);
		expect(request.json.quality).toBe('AES');
		expect(listIn(request, 'signatures')).toMatchObject([{ signed_quality: 'SES' }]);
		const report = await scene.send('GET', `/${version}/signature-requests/${id}/report?type=JSON`);
		const signing = { name: 'SIGN', quality: 'SES' };
		expect(listIn(report, 'userList').at(-1)).toMatchObject({ userActions: [signing] });
	});

	test('people who sign at the same moment all end up in the document', async () => {
		const { id } = await create(A, B, C);
		await Promise.all([A, B, C].map((email) => sign(id, email)));
		const { json } = await read(id);
		expect(json.status_overall).toBe('SIGNED');
		expect(await countOfFields(json.document_id)).toBe(3);
	});

	test('no one signs twice, not even at the same moment', async () => {
		const { id } = await create(A, B);
		const attempts = await Promise.allSettled([1, 2].map(() => sign(id, A)));
		expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(await countOfFields((await read(id)).json.document_id)).toBe(1);
	});

	test('a withdrawal during signing wins', async () => {
		const { id, json } = await create(A);
		const refusal = expect(sign(id)).rejects.toThrow('the request is WITHDRAWN');
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
				...signers(A),
				{ account_email: B, document_signatures: [{ document_id: two }] },
			],
		});
		await sign(id, A);
		await sign(id, B);
		const documents = listIn(await read(id, 'v3'), 'documents');
		const counts = documents.map(({ id: last }) => countOfFields(last));
		expect(await Promise.all(counts)).toEqual([1, 2]);
	});

	test('a signature field that is already used is a technical error', async () => {
		const content = await pdfWithField('buyer', [1, 2, 99, 70]);
		const visual_signature = { form_field: 'buyer' };
		const signatures = signers(A, B).map((one) => ({ ...one, visual_signature }));
		const { id } = await scene.create('v2', { content, signatures });
		await sign(id, A);
		expect((await read(id)).json.status_overall).toBe('OPEN');
		await sign(id, B);
		expect((await read(id)).json.status_overall).toBe('ERROR');
	});
});

describe('Declining and failing (interface.md 3)', () => {
	test.each([
		['declines', 'decline', 'DECLINED'],
		['meets a technical error', 'failTechnically', 'ERROR'],
	] as const)('a signer %s', async (_title, action, status) => {
		const { id } = await create(A, B);
		scene.sandbox.people[action](id, A);
		const answer = await read(id);
		expect(answer.json.status_overall).toBe(status);
		expect(listIn(answer, 'signatures').map((one) => one.status_code)).toEqual([status, 'OPEN']);
		await expect(sign(id, B)).rejects.toThrow(`is ${status}`);
	});

	test('mails say why it was declined, and to everyone how it ended', async () => {
		const mailsOf = (id: string) =>
			scene.sandbox.store.mails.filter(({ requestId }) => requestId === id);
		const declined = await create(A);
		scene.sandbox.people.decline(declined.id, A, 'The price is wrong');
		const mail = { kind: 'declined', text: 'The price is wrong' };
		expect(mailsOf(declined.id).at(-1)).toMatchObject(mail);
		const copies = { cc_email_addresses: [C], signatures: signers(A, B) };
		const { id } = await scene.create('v2', copies);
		await sign(id, A);
		await sign(id, B);
		const ended = mailsOf(id).filter(({ kind }) => kind === 'completion');
		expect(ended.map(({ to }) => to)).toEqual([A, B, C]);
	});
});
