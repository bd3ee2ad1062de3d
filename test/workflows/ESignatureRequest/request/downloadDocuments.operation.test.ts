import { signers, startWithRequest, UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService, type Service } from '../../../support/service/service';

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
			requireSigned: true,
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

	it('says so when there is no document', async () => {
		const { service, id } = await startWithRequest();
		service.sandbox.faults.add({
			method: 'GET',
			path: /\/signature-requests\//,
			status: 200,
			body: { id, status_overall: 'OPEN' },
		});
		const { error } = await service.request('request', 'downloadDocuments', {
			requestId: byId(id),
		});
		expect(error?.message).toMatch(/^Skribble doesn't show the documents/);
	});
});
