import { smallPdf } from '../../../support/files/pdf';
import { signers, UNKNOWN, VERSIONS } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const withThree = async (service: Service) => {
	const ids: string[] = [];
	for (const title of ['A', 'B', 'C/D']) ids.push(await service.addDocument(title));
	const { id } = await service.addRequest('v3', {
		document_id: ids[0],
		documents: ids.map((one) => ({ id: one })),
		...signers('ann@example.com'),
	});
	await service.call(`/v3/signature-requests/${id}/initiate`, { method: 'POST' });
	return { id, ids };
};

describe('Download Documents', () => {
	it.each(VERSIONS)('fetches the present document with %s', async (apiVersion) => {
		const service = await startService();
		const { id, document_id: documentId } = await service.addRequest(apiVersion);
		const { outputs } = await service.request('request', 'downloadDocuments', {
			apiVersion,
			requestId: byId(id),
		});
		expect(outputs[0]).toHaveLength(1);
		const [item] = outputs[0]!;
		expect(item!.json).toMatchObject({ id, documentId, name: 'Contract' });
		expect(await service.engine.readBinary(item!)).toEqual(smallPdf);
		expect(item!.binary!.data).toMatchObject({
			fileName: item!.json.fileName,
			mimeType: 'application/pdf',
		});
	});

	it('fetches the signed document, which has another id', async () => {
		const service = await startService();
		const { id, document_id: uploaded } = await service.addRequest('v2', signers('a@example.com'));
		await service.sandbox.people.sign(id);
		const { outputs } = await service.request('request', 'downloadDocuments', {
			requestId: byId(id),
			state: 'signed',
		});
		const [item] = outputs[0]!;
		expect(item!.json).toMatchObject({ status: 'SIGNED' });
		expect(item!.json.documentId).not.toBe(uploaded);
		expect(item!.json.signedDocumentId).toBe(item!.json.documentId);
		const bytes = await service.engine.readBinary(item!);
		expect(bytes.includes('/ByteRange')).toBe(true);
	});

	it.each([
		['version_id is the child', (uploaded: string, signed: string) => [uploaded, signed]],
		['id is the child', (uploaded: string, signed: string) => [signed, uploaded]],
		['both are the same', (_uploaded: string, signed: string) => [signed, signed]],
		['version_id is unknown', (_uploaded: string, signed: string) => [signed, UNKNOWN]],
	])('takes the signed one of two ids of a document: %s', async (_title, arrange) => {
		const service = await startService();
		const emails = ['ann@example.com', 'bob@example.com'];
		const added = await service.addRequest('v3', signers(...emails));
		const path = `/v3/signature-requests/${added.id}`;
		await service.call(`${path}/initiate`, { method: 'POST' });
		for (const email of emails) await service.sandbox.people.sign(added.id, email);
		const request = (await (await service.call(path)).json()) as { documents: object[] };
		const record = service.sandbox.store.request(added.id)!;
		const [id, version_id] = arrange(record.pastDocumentIds[0]!, record.documentIds[0]!);
		const documents = [{ ...request.documents[0], id, version_id }];
		service.sandbox.faults.add({
			method: 'GET',
			path,
			status: 200,
			body: { ...request, documents },
		});
		const { outputs } = await service.request('request', 'downloadDocuments', {
			apiVersion: 'v3',
			requestId: byId(added.id),
		});
		const signed = record.documentIds[0];
		expect(outputs[0]![0]!.json).toMatchObject({ documentId: signed, signedDocumentId: signed });
	});

	it('fetches all documents of a v3 request, each in an item of its own', async () => {
		const service = await startService();
		const { id } = await withThree(service);
		await service.sandbox.people.sign(id);
		const { outputs } = await service.request('request', 'downloadDocuments', {
			apiVersion: 'v3',
			requestId: byId(id),
			state: 'signed',
		});
		expect(outputs[0]!.map(({ binary }) => binary!.data!.fileName)).toEqual([
			`A ${id} 1.pdf`,
			`B ${id} 2.pdf`,
			`C_D ${id} 3.pdf`,
		]);
		for (const { json, binary } of outputs[0]!) expect(json.fileName).toBe(binary!.data!.fileName);
		expect(outputs[0]!.map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
	});

	it('puts all documents into one item if that is chosen', async () => {
		const service = await startService();
		const { id, ids } = await withThree(service);
		const { outputs } = await service.request('request', 'downloadDocuments', {
			apiVersion: 'v3',
			requestId: byId(id),
			arrangement: 'fields',
			binaryPropertyName: 'file',
		});
		expect(outputs[0]).toHaveLength(1);
		const [item] = outputs[0]!;
		expect(Object.keys(item!.binary!)).toEqual(['file', 'file_2', 'file_3']);
		expect(item!.json.documents).toEqual([
			{ documentId: ids[0], name: 'A', fileName: `A ${id} 1.pdf` },
			{ documentId: ids[1], name: 'B', fileName: `B ${id} 2.pdf` },
			{ documentId: ids[2], name: 'C/D', fileName: `C_D ${id} 3.pdf` },
		]);
	});

	it('says whom the request waits for when it is not signed by all', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', signers('ann@example.com', 'bob@example.com'));
		await service.sandbox.people.sign(id, 'ann@example.com');
		const { error } = await service.request('request', 'downloadDocuments', {
			requestId: byId(id),
			state: 'signed',
		});
		expect(error?.message).toMatch(/not signed by all: its state is OPEN, with 1 of 2 signatures/);
		expect(error?.description).toMatch(/waits for bob@example.com/);
	});

	it('says so when there is no document', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		service.sandbox.faults.add({
			method: 'GET',
			path: /\/signature-requests\//,
			status: 200,
			body: { id, status_overall: 'OPEN' },
		});
		const { error } = await service.request('request', 'downloadDocuments', {
			requestId: byId(id),
		});
		expect(error?.message).toMatch(/shows no document/);
	});

	it('reports that a document broke off', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		service.sandbox.faults.add({ path: /\/content$/, truncateBody: true });
		const { error } = await service.request('request', 'downloadDocuments', {
			requestId: byId(id),
		});
		expect(error?.message).toMatch(/broke off/);
	});
});
