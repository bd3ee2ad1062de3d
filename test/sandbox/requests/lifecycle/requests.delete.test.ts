import { like } from '../../client.ts';
import {
	HOUR,
	requestPath as path,
	sceneForAll,
	setScene,
	signers,
	VERSIONS,
} from '../../scene.ts';

const scene = sceneForAll({ tokenLifetimesMs: { v2: 1000 * HOUR } });

const read = (id: string, version = 'v2') => scene.send('GET', path(version, id));

describe('Deleting (interface.md 4.2 and 4.3)', () => {
	test.each(VERSIONS)(
		'%s deletes the request, and its documents a little later',
		async (version) => {
			const { id, json } = await scene.open(version, { signatures: signers('a@example.com') });
			const document = `/${version}/documents/${String(json.document_id)}`;
			expect((await scene.send('DELETE', path(version, id))).status).toBe(204);
			expect((await read(id, version)).status).toBe(404);
			expect((await scene.send('DELETE', path(version, id))).status).toBe(404);

			const { list } = await scene.send('GET', `/${version}/documents`);
			expect(list.map((one) => one.id)).toContain(json.document_id);
			expect((await scene.send('DELETE', document)).status).toBe(403);
			await scene.sandbox.clock.advance(scene.sandbox.settings.cascadeMs);
			expect((await scene.send('DELETE', document)).status).toBe(404);
		},
	);

	test('a document that another request has as well stays', async () => {
		const document_id = await scene.upload();
		const [one, other] = [
			await scene.create('v3', { document_id }),
			await scene.create('v3', { document_id }),
		];
		await scene.send('DELETE', path('v3', one.id));
		await scene.sandbox.clock.advance(scene.sandbox.settings.cascadeMs);
		expect((await scene.send('GET', `/v3/documents/${document_id}`)).status).toBe(200);
		expect((await read(other.id, 'v3')).json.document_id).toBe(document_id);
	});
});

describe('Documents of a request (interface.md 2.5 and 4.2)', () => {
	const KEY = 'error.sr.last_document_cannot_be_removed';

	test('one of several can be removed', async () => {
		const documents = [{ id: await scene.upload() }, { id: await scene.upload() }];
		const { id } = await scene.create('v3', { document_id: undefined, documents });
		expect((await scene.send('DELETE', `/v3/documents/${documents[0]?.id}`)).status).toBe(204);
		expect((await read(id, 'v3')).json.document_id).toBe(documents[1]?.id);
	});

	test('a draft gains and loses documents', async () => {
		const { id, json } = await scene.create('v3');
		const more = await scene.upload();
		const documents = path('v3', id, '/documents');
		expect((await scene.send('POST', documents, { id: more })).status).toBe(200);
		expect((await scene.send('POST', documents, {})).status).toBe(400);
		expect((await scene.send('DELETE', `${documents}/${String(json.document_id)}`)).status).toBe(
			204,
		);
		expect((await scene.send('DELETE', `${documents}/${String(json.document_id)}`)).status).toBe(
			404,
		);
		const last = await scene.send('DELETE', `${documents}/${more}`);
		expect(last).toMatchObject({ status: 400, json: { key: KEY } });
		await scene.send('POST', path('v3', id, '/initiate'));
		expect((await scene.send('POST', documents, { id: more })).status).toBe(400);
	});

	test('a draft takes content where that is set, and then nothing else', async () => {
		const byContent = await setScene({ draftTakes: 'content' });
		const { id, json } = await byContent.create('v3');
		const documents = path('v3', id, '/documents');
		const { content } = byContent;
		expect((await byContent.send('POST', documents, { id: json.document_id })).status).toBe(400);
		const damaged = await byContent.send('POST', documents, { content: btoa('no PDF') });
		expect(damaged).toMatchObject({ status: 400, json: { key: like(/^file\.pdf\./) } });
		expect((await byContent.send('POST', documents, { content })).status).toBe(200);
		const after = await byContent.send('GET', path('v3', id));
		expect(after.json.documents).toMatchObject([{ id: json.document_id }, { name: 'Contract' }]);
		await byContent.close();
	});
});
