import { Store } from '../../../sandbox/state/store.ts';
import { memoryStorage } from '../../../sandbox/storage/storage.ts';
import { NOON, setScene, signers } from '../scene.ts';

test('reading writes nothing, and what was changed is written', async () => {
	const scene = await setScene();
	const { id, json } = await scene.create('v2', { signatures: signers('anna@example.com') });
	const documentId = String(json.document_id);
	const records = scene.sandbox.store.records();
	await scene.close();

	const written: string[] = [];
	const put = (kind: string) => void written.push(kind);
	const store = new Store({ ...memoryStorage(), put });
	store.replace(records);
	await store.commit();
	written.length = 0;

	const [request, document] = [store.request(id)!, store.document(documentId)!];
	expect(store.contentOf(document).toString('latin1')).toMatch(/^%PDF/);
	await store.commit();
	expect(written).toEqual([]);

	request.updatedAt = NOON;
	store.touch(request);
	store.touchDocument(document);
	await store.commit();
	expect(written.sort()).toEqual(['document', 'request']);
});
