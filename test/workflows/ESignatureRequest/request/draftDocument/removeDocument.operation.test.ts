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
});
