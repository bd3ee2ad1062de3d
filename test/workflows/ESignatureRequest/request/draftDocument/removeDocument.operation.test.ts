import { itHandlesItsItems } from '../../../../support/service/requestOperation';
import { byId, startService } from '../../../../support/service/service';
import type { Service } from '../../../../support/service/service';

/** A draft with two documents, and the id of the second. */
const draft = async (service: Service) => {
	const documentIds = [await service.addDocument('Contract'), await service.addDocument('Annex')];
	const documents = documentIds.map((id) => ({ id }));
	const { id } = await service.addRequest('v3', { document_id: documentIds[0], documents });
	return { id, documentIds, parameters: { documentId: byId(documentIds[1]!) } };
};

const documentsIn = ({ sandbox }: Service, id: string) => sandbox.store.request(id)?.documentIds;

describe('Remove Document', () => {
	itHandlesItsItems('request', 'removeDocument', draft);

	it.each(['contract', 'public'] as const)(
		'takes a document out of a draft (%s)',
		async (dialect) => {
			const service = await startService({ dialect });
			const { id, documentIds, parameters } = await draft(service);
			const { outputs } = await service.request('request', 'removeDocument', {
				apiVersion: 'v1',
				requestId: byId(id),
				...parameters,
			});
			expect(outputs[0]![0]!.json).toEqual({ deleted: true });
			expect(documentsIn(service, id)).toEqual([documentIds[0]]);
		},
	);

	it.each([502, 503])('is repeated after status %s, since gone is gone', async (status) => {
		const service = await startService();
		const { id, documentIds, parameters } = await draft(service);
		service.sandbox.faults.add({ method: 'DELETE', path: /\/documents\//, status, times: 1 });
		const { error } = await service.request('request', 'removeDocument', {
			requestId: byId(id),
			...parameters,
		});
		expect(error).toBeUndefined();
		expect(documentsIn(service, id)).toEqual([documentIds[0]]);
	});

	it('explains that the last document stays', async () => {
		const service = await startService();
		const { id, document_id: last } = await service.addRequest('v3');
		const { error } = await service.request('request', 'removeDocument', {
			requestId: byId(id),
			documentId: byId(last),
		});
		expect(error?.message).toMatch(
			/last document of a signature request .*\(status 400, error\.sr\.last_document/,
		);
		expect(documentsIn(service, id)).toEqual([last]);
	});

	it('explains that only a draft loses documents', async () => {
		const service = await startService();
		const { id, documentIds, parameters } = await draft(service);
		await service.call(`/v3/signature-requests/${id}/initiate`, { method: 'POST' });
		const { error } = await service.request('request', 'removeDocument', {
			requestId: byId(id),
			...parameters,
		});
		expect(error?.message).toMatch(/did not change the documents of this request \(status 400\)/);
		expect(error?.description).toMatch(/Only a draft takes or loses documents/);
		expect(documentsIn(service, id)).toEqual(documentIds);
	});
});
