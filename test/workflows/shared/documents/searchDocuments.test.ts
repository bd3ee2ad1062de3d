import { startAlteredService } from '../../../support/service/alteredService';
import { startService, type Service } from '../../../support/service/service';

const search = async ({ engine }: Service, filter?: string, page?: string) =>
	await engine.search({
		type: 'eSignatureDocument',
		parameters: { resource: 'document', operation: 'get' },
		method: 'searchDocuments',
		filter,
		page,
	});

const ID = (at: number) => `0000000${at}-2222-4333-8444-555555555555`;

describe('the list of documents to pick from', () => {
	it('finds by a part of the title or by the id', async () => {
		const service = await startService();
		const contract = await service.addDocument('Contract Zürich');
		await service.addDocument('Offer');
		const name = expect.stringMatching(
			/^Contract Zürich \(\d{4}-\d{2}-\d{2} \d{2}:\d{2}\)$/,
		) as string;
		const expected = [{ name, value: contract }];
		expect((await search(service, 'zürich')).results).toEqual(expected);
		expect((await search(service, contract)).results).toEqual(expected);
		expect((await search(service, 'nothing')).results).toEqual([]);
		expect((await search(service)).results).toHaveLength(2);
	});

	it('begins with the newest, and shows which are signed', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', {
			title: 'Contract',
			signatures: [{ account_email: 'ann@example.com' }],
		});
		await service.sandbox.people.sign(id);
		const names = (await search(service)).results.map(({ name }) => name);
		expect(names).toHaveLength(2);
		expect(names[0]).toMatch(/^Contract \(signed or sealed, \d{4}-/);
		expect(names[1]).toMatch(/^Contract \(\d{4}-/);
	});

	it('is sorted by time, also where the service writes it in several zones', async () => {
		const created = ['2026-11-18T09:00:00+01:00', '2026-11-18T08:30:00Z', undefined];
		const documents = created.map((created_at, at) => ({
			id: ID(at),
			title: `D${at}`,
			created_at,
		}));
		const service = await startAlteredService(({ pathname }) =>
			pathname.endsWith('/documents') ? { answer: { status: 200, body: documents } } : undefined,
		);
		const names = (await search(service)).results.map(({ name }) => name.slice(0, 2));
		expect(names).toEqual(['D1', 'D0', 'D2']);
	});

	it('finds an id whether it is written in capitals or not', async () => {
		const id = 'ABCDEF00-2222-4333-8444-555555555555';
		const service = await startAlteredService(({ pathname }) =>
			pathname.endsWith('/documents')
				? { answer: { status: 200, body: [{ id, title: 'Contract' }] } }
				: undefined,
		);
		for (const typed of [id, id.toLowerCase()]) {
			expect((await search(service, typed)).results).toEqual([{ name: 'Contract', value: id }]);
		}
	});

	it('shows no two that look alike', async () => {
		const service = await startService();
		for (let index = 0; index < 3; index++) await service.addDocument('Contract');
		const names = (await search(service)).results.map(({ name }) => name);
		expect(new Set(names).size).toBe(3);
	});

	it('comes in pages that hold every document once', async () => {
		const service = await startService();
		for (let index = 0; index < 120; index++) await service.addDocument(`D${index}`);
		const names: string[] = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await search(service, '', page);
			names.push(...results.map(({ name }) => name));
			page = paginationToken;
		} while (page !== undefined);
		expect(new Set(names).size).toBe(120);
		expect(names).toHaveLength(120);
	});
});
