import { pdfOfSize, smallPdf } from '../../../../support/files/pdf';
import { startFiles } from '../../../../sandbox/files';
import { hintsOf, retrying, startWithRequest } from '../../../../support/service/requestOperation';
import { byId, type Service } from '../../../../support/service/service';

const ADD = { method: 'POST', path: /\/signature-requests\/[\w-]+\/documents$/ };
const UPLOAD = { method: 'POST', path: '/documents' };
const annex = pdfOfSize(2000);
const file = { files: { data: { bytes: annex, fileName: 'Annex.pdf' } } };

const add = async (service: Service, id: string, parameters: object = {}, run: object = {}) =>
	await service.request(
		'request',
		'addDocument',
		{ requestId: byId(id), ...parameters },
		{ items: [file], ...run },
	);

const documentsIn = ({ sandbox }: Service, id: string) => sandbox.store.request(id)!.documentIds;
const contentOf = async (service: Service, id: string) =>
	Buffer.from(await (await service.call(`/v3/documents/${id}/content`)).arrayBuffer());
const stored = async (service: Service) =>
	((await (await service.call('/v3/documents')).json()) as unknown[]).length;

describe('Add Document', () => {
	// The contract leaves the body of the call open.
	describe.each(['reference', 'content'] as const)('where a draft takes the %s', (draftTakes) => {
		it('adds a file once', async () => {
			const { service, id } = await startWithRequest('v3', {}, { draftTakes });
			const [first] = documentsIn(service, id);
			const { outputs, error } = await add(service, id);
			expect(error).toBeUndefined();
			const addedDocumentId = outputs[0]![0]!.json.addedDocumentId as string;
			expect(documentsIn(service, id)).toEqual([first, addedDocumentId]);
			expect(outputs[0]![0]!.json.documents).toHaveLength(2);
			expect(await contentOf(service, addedDocumentId)).toEqual(annex);
			expect(await stored(service)).toBe(2);
		});

		it('adds a document that is there already, by its content or by its id', async () => {
			const { service, id } = await startWithRequest('v3', {}, { draftTakes });
			const [first] = documentsIn(service, id);
			const uploaded = await service.addDocument('Annex', annex);
			const parameters = { source: 'document', documentId: byId(uploaded) };
			const { outputs } = await add(service, id, parameters);
			const addedDocumentId = outputs[0]![0]!.json.addedDocumentId as string;
			expect(addedDocumentId === uploaded).toBe(draftTakes === 'reference');
			expect(documentsIn(service, id)).toEqual([first, addedDocumentId]);
			expect(await contentOf(service, addedDocumentId)).toEqual(annex);
			// It was there before, so it stays.
			expect(service.sandbox.store.document(uploaded)).toBeDefined();
		});

		it('adds what the service fetches itself, and leaves no second copy', async () => {
			const { service, id } = await startWithRequest('v3', {}, { draftTakes });
			const host = await startFiles({ '/Annex.pdf': smallPdf });
			const fileUrl = `${host.address}/Annex.pdf`;
			const { outputs } = await add(service, id, { source: 'url', fileUrl });
			await host.close();
			const addedDocumentId = outputs[0]![0]!.json.addedDocumentId as string;
			expect(documentsIn(service, id)).toContain(addedDocumentId);
			expect(await stored(service)).toBe(2);
		});

		it('finds out by the request that a lost answer was a success', async () => {
			const { service, id } = await startWithRequest('v3', {}, { draftTakes });
			// The first form is answered, the one that is carried out is not.
			if (draftTakes === 'reference') service.sandbox.faults.add({ ...ADD, delayMs: 0, times: 1 });
			service.sandbox.faults.add({ ...ADD, reset: 'after' });
			const { outputs, error } = await add(service, id);
			expect(error).toBeUndefined();
			expect(documentsIn(service, id)).toHaveLength(2);
			expect(documentsIn(service, id)).toContain(outputs[0]![0]!.json.addedDocumentId);
		});
	});

	it('adds a file that is streamed', async () => {
		const { service, id } = await startWithRequest('v3', {}, { draftTakes: 'content' });
		const bytes = pdfOfSize(5 * 1024 * 1024);
		const items = [{ files: { data: { bytes, fileName: 'Large.pdf' } } }];
		const { outputs } = await add(service, id, {}, { items });
		const addedDocumentId = outputs[0]![0]!.json.addedDocumentId as string;
		expect((await contentOf(service, addedDocumentId)).equals(bytes)).toBe(true);
	});

	it('is not sent again by Retry On Fail when only the look afterwards failed', async () => {
		const { service, id } = await startWithRequest('v3');
		const look = { method: 'GET', path: '/signature-requests/{id}' };
		service.sandbox.faults.add({ ...look, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...look, status: 500, times: 1 });
		const { outputs, error } = await add(service, id, {}, { settings: retrying });
		expect(error).toBeUndefined();
		expect(documentsIn(service, id)).toHaveLength(2);
		expect(documentsIn(service, id)).toContain(outputs[0]![0]!.json.addedDocumentId);
		expect(await stored(service)).toBe(2);
	});

	it('reports both refusals, and deletes what was uploaded for nothing', async () => {
		const { service, id } = await startWithRequest('v3');
		service.sandbox.faults.add({ ...ADD, status: 400, body: { status: 400, message: 'no' } });
		const { error } = await add(service, id);
		expect(error?.message).toMatch(
			/^Skribble didn't change the documents of this request \(status 400\)/,
		);
		expect(error?.description).toMatch(/Skribble refused the document as a file and by its ID/);
		expect(service.sandbox.calls.count(ADD)).toBe(2);
		expect(await stored(service)).toBe(1);
	});

	it('sends a file as it is first, and uploads it only when that is refused', async () => {
		const { service, id } = await startWithRequest('v3', {}, { draftTakes: 'content' });
		service.sandbox.calls.clear();
		await add(service, id);
		expect(service.sandbox.calls.count(UPLOAD)).toBe(0);
		expect(service.sandbox.calls.count(ADD)).toBe(1);
	});

	it.each([
		['public', ['content', 'content_type', 'title']],
		['contract', ['document_id', 'id']],
	] as const)(
		'sends a document of the service first as %s describes it',
		async (dialect, names) => {
			const { service, id } = await startWithRequest('v3', {}, { dialect, draftTakes: 'content' });
			const documentId = byId(await service.addDocument('Annex', annex));
			const { error } = await add(service, id, { source: 'document', documentId });
			expect(error).toBeUndefined();
			const [first, ...more] = service.wire.filter(
				({ method, path }) => method === ADD.method && ADD.path.test(path),
			);
			expect(Object.keys(first!.body as object).sort()).toEqual(names);
			expect(more).toHaveLength(dialect === 'public' ? 0 : 1);
		},
	);

	it('gives an uploaded file its own name, or the title that was typed', async () => {
		const { service, id } = await startWithRequest('v3', {}, { draftTakes: 'reference' });
		await add(service, id);
		const { outputs } = await add(service, id, { title: 'Price list' });
		const names = (outputs[0]![0]!.json.documents as Array<{ name: string }>).map(
			({ name }) => name,
		);
		expect(names.slice(1)).toEqual(['Annex', 'Price list']);
	});

	it('does not send a document that the draft has already', async () => {
		const { service, id, document_id: first } = await startWithRequest('v3');
		const { outputs } = await add(service, id, { source: 'document', documentId: byId(first) });
		expect(outputs[0]![0]!.json.addedDocumentId).toBe(first);
		expect(service.sandbox.calls.count(ADD)).toBe(0);
	});

	it('is sent once when the answer is a failure', async () => {
		const { service, id } = await startWithRequest('v3', {}, { draftTakes: 'content' });
		service.sandbox.faults.add({ ...ADD, status: 502 });
		const { error } = await add(service, id, {}, { settings: retrying });
		expect(error?.message).toMatch(/An earlier attempt sent this document/);
		expect(service.sandbox.calls.count(ADD)).toBe(1);
	});

	it('does not try another form where the file itself is refused', async () => {
		const { service, id } = await startWithRequest('v3');
		const body = { status: 400, message: 'no', key: 'file.malware.detected' };
		service.sandbox.faults.add({ ...ADD, status: 400, body });
		const { error } = await add(service, id);
		expect(error?.message).toMatch(/found malware/);
		expect(service.sandbox.calls.count(ADD)).toBe(1);
	});

	it('names the upload that could not be deleted again', async () => {
		const { service, id } = await startWithRequest('v3', {}, { draftTakes: 'content' });
		service.sandbox.faults.add({ method: 'DELETE', path: /\/documents\//, status: 403 });
		const host = await startFiles({ '/a.pdf': smallPdf });
		const result = await add(service, id, { source: 'url', fileUrl: `${host.address}/a.pdf` });
		await host.close();
		expect(result.error).toBeUndefined();
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(
				/^The uploaded document [\w-]{36} isn't used, and couldn't be deleted\./,
			),
		]);
	});

	it('does not believe an answer that the request does not confirm', async () => {
		const { service, id } = await startWithRequest('v3');
		service.sandbox.faults.add({ ...ADD, status: 200, body: {} });
		const { error } = await add(service, id);
		expect(error?.message).toMatch(/accepted the document, but the request doesn't show it/);
		expect(service.sandbox.calls.count(ADD)).toBe(1);
	});

	it('says so when the request cannot be read afterwards', async () => {
		const { service, id } = await startWithRequest('v3');
		const look = { method: 'GET', path: '/signature-requests/{id}' };
		service.sandbox.faults.add({ ...look, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...look, status: 500 });
		const { error } = await add(service, id);
		expect(error?.message).toMatch(/^The document was added, but the request couldn't be read/);
	});
});
