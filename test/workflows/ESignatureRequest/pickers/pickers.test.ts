import { addAttachment } from '../../../support/service/attachments';
import { addObserver } from '../../../support/service/observers';
import { signers, startWithRequest } from '../../../support/service/requestOperation';
import { byId, startService, type Service } from '../../../support/service/service';

const search = async (
	{ engine }: Service,
	method: string,
	{ filter, page, ...parameters }: { filter?: string; page?: string; [name: string]: unknown } = {},
) =>
	await engine.search({
		type: 'eSignatureRequest',
		parameters: { resource: 'request', operation: 'get', ...parameters } as never,
		method,
		filter,
		page,
	});

describe('the list of form fields to pick from', () => {
	const fields = [
		{ name: 'Here', signed: false },
		{ name: 'There', signed: false },
		{ name: 'Used', signed: true },
	];
	const withFields = async (service: Service) => {
		const id = await service.addDocument();
		const path = `/v3/documents/${id}`;
		const body = { id, signature_fields: fields };
		service.sandbox.faults.add({ method: 'GET', path, status: 200, body });
		return id;
	};
	const names = ({ results }: Awaited<ReturnType<typeof search>>) =>
		results.map(({ name, value }) => [name, value]);
	const create = { operation: 'create', apiVersion: 'v3', source: 'document' };

	it('holds those of the documents that are chosen, but for what is signed', async () => {
		const service = await startService();
		const id = await withFields(service);
		const documentIds = { document: [{ documentId: byId(id) }] };
		const found = await search(service, 'searchFormFields', { ...create, documentIds });
		expect(names(found)).toEqual([
			['Here', 'Here'],
			['There', 'There'],
		]);
	});

	it('holds those of the request that is chosen, found by a part of the name', async () => {
		const service = await startService();
		const document_id = await withFields(service);
		const { id } = await service.addRequest('v3', { document_id });
		const found = await search(service, 'searchFormFields', {
			operation: 'update',
			apiVersion: 'v3',
			requestId: byId(id),
			filter: ' THERE',
		});
		expect(names(found)).toEqual([['There', 'There']]);
	});

	it('is empty while no document is chosen', async () => {
		const service = await startService();
		expect(names(await search(service, 'searchFormFields', create))).toEqual([]);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});

describe('the list of requests to pick from', () => {
	it('shows no two that look alike', async () => {
		const service = await startService();
		await service.addRequest('v2', { title: 'Contract' });
		await service.addRequest('v2', { title: 'Contract' });
		const names = (await search(service, 'searchRequests')).results.map(({ name }) => name);
		expect(new Set(names).size).toBe(2);
	});

	it('shows title, state, date and signers, and finds by a part of the title', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', {
			title: 'Contract Zürich',
			...signers('ann@example.com', 'bob@example.com'),
		});
		await service.addRequest('v2', { title: 'Offer' });
		const name = expect.stringMatching(
			/^Contract Zürich \(OPEN, \d{4}-\d{2}-\d{2} \d{2}:\d{2}, ann@example.com and 1 more\)$/,
		) as string;
		const expected = [{ name, value: id }];
		expect((await search(service, 'searchRequests', { filter: ' zürich ' })).results).toEqual(
			expected,
		);
		expect((await search(service, 'searchRequests')).results).toHaveLength(2);
	});

	it('holds open requests only for a reminder', async () => {
		const service = await startService();
		const ann = signers('ann@example.com');
		const { id } = await service.addRequest('v2', { title: 'Open', ...ann });
		const { id: signed } = await service.addRequest('v2', { title: 'Signed', ...ann });
		await service.sandbox.people.sign(signed);
		const { results } = await search(service, 'searchOpenRequests');
		expect(results.map(({ value }) => value)).toEqual([id]);
	});

	it('is searched here with v1, which has no such filter', async () => {
		const service = await startService();
		await service.addRequest('v2', { title: 'Offer' });
		const { id } = await service.addRequest('v2', { title: 'Contract' });
		const found = await search(service, 'searchRequests', { apiVersion: 'v1', filter: 'CONTR' });
		expect(found.results.map(({ value }) => value)).toEqual([id]);
		const [list] = service.sandbox.calls.matching({ path: /\/v1\/signature-requests$/ });
		expect(list!.query).not.toContain('search');
	});

	it('comes in pages that hold every request once', async () => {
		const service = await startService({ firstPageNumber: 1 });
		for (let index = 0; index < 60; index++) {
			await service.addRequest('v2', { title: `R${index}` });
		}
		const first = await search(service, 'searchRequests');
		const second = await search(service, 'searchRequests', {
			page: first.paginationToken as string,
		});
		const names = [...first.results, ...second.results].map(({ name }) => name);
		expect(second.paginationToken).toBeUndefined();
		expect(new Set(names).size).toBe(60);
		expect(names).toHaveLength(60);
	});

	it.each([
		['v3 for what exists in v3 only', { operation: 'initiate', apiVersion: 'v2' }, '/v3/'],
		['v3 for observers', { resource: 'observer', operation: 'add' }, '/v3/'],
		['the version of the node otherwise', { apiVersion: 'v1' }, '/v1/'],
	])('asks %s', async (_title, parameters, expected) => {
		const service = await startService();
		await search(service, 'searchRequests', parameters);
		const [list] = service.sandbox.calls.matching({ path: /\/signature-requests$/ });
		expect(list!.path).toContain(expected);
	});

	it('explains a wrong key', async () => {
		const service = await startService({ credential: { apiKey: 'wrong' } });
		await expect(search(service, 'searchRequests')).rejects.toThrow(
			/^Skribble doesn't accept this username and API key/,
		);
	});
});

describe('the lists of what belongs to a request', () => {
	it('show its signers by name or email address, with their state', async () => {
		const service = await startService();
		const { id, signatures } = await service.addRequest('v2', {
			signatures: [
				...signers('ann@example.com').signatures,
				{ signer_identity_data: { first_name: 'Bob', last_name: 'Meier' } },
			],
		});
		const parameters = { resource: 'signer', operation: 'remove', requestId: byId(id) };
		const [ann, bob] = signatures.map(({ sid }) => sid);
		expect((await search(service, 'searchSigners', parameters)).results).toEqual([
			{ name: 'ann@example.com OPEN', value: ann },
			{ name: 'Bob Meier OPEN', value: bob },
		]);
		const filtered = await search(service, 'searchSigners', { ...parameters, filter: 'bob' });
		expect(filtered.results.map(({ value }) => value)).toEqual([bob]);
	});

	it('show its attachments by file name', async () => {
		const { service, id } = await startWithRequest();
		const value = await addAttachment(service, id);
		const parameters = { resource: 'attachment', operation: 'remove', requestId: byId(id) };
		expect((await search(service, 'searchAttachments', parameters)).results).toEqual([
			{ name: 'terms.txt', value },
		]);
	});

	it('show its documents by name, with v3 whatever the node is set to', async () => {
		const service = await startService();
		const value = await service.addDocument('Annex');
		const { id } = await service.addRequest('v3', {
			document_id: value,
			documents: [{ id: value }],
		});
		const parameters = { operation: 'removeDocument', apiVersion: 'v1', requestId: byId(id) };
		expect((await search(service, 'searchRequestDocuments', parameters)).results).toEqual([
			{ name: 'Annex', value },
		]);
		const filtered = { ...parameters, filter: 'contract' };
		expect((await search(service, 'searchRequestDocuments', filtered)).results).toEqual([]);
	});

	it('show its observers', async () => {
		const { service, id } = await startWithRequest('v3');
		const value = await addObserver(service, id);
		const parameters = { resource: 'observer', operation: 'get', requestId: byId(id) };
		expect((await search(service, 'searchObservers', parameters)).results).toEqual([
			{ name: 'eve@example.com', value },
		]);
	});

	it.each(['searchSigners', 'searchAttachments', 'searchObservers', 'searchRequestDocuments'])(
		'are empty before a request is chosen: %s',
		async (method) => {
			const service = await startService();
			const parameters = { resource: 'signer', operation: 'remove', requestId: byId('') };
			expect((await search(service, method, parameters)).results).toEqual([]);
			expect(service.sandbox.calls.count()).toBe(0);
		},
	);
});
