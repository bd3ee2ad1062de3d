import type { INodeParameters } from 'n8n-workflow';
import { isList, startAlteredService } from '../../../support/service/alteredService';
import { signers, startWithRequest } from '../../../support/service/requestOperation';
import { startService } from '../../../support/service/service';

const lists = { method: 'GET', path: /\/signature-requests$/ };

describe('Get Many', () => {
	it('returns every request of several pages exactly once, up to a limit', async () => {
		const service = await startService();
		const ids: string[] = [];
		for (let index = 0; index < 60; index++) {
			ids.unshift((await service.addRequest('v2', { title: `R${index}` })).id);
		}
		const list = async (parameters: INodeParameters) => {
			const { outputs } = await service.request('request', 'getMany', parameters);
			return outputs[0]!.map(({ json }) => json.id);
		};
		expect(await list({ returnAll: true })).toEqual(ids);
		expect(await list({ returnAll: false, limit: '={{ "51" }}' })).toEqual(ids.slice(0, 51));
	});

	it.each([
		['contract', 'status', { status: 'WITHDRAWN' }, 2],
		['public', 'status', { status: 'WITHDRAWN' }, 1],
		['public', 'signature status', { signatureStatus: 'DECLINED' }, 1],
	] as const)(
		'looks itself for what the service refuses as a filter: %s, %s',
		async (dialect, _title, filters, times) => {
			const service = await startService({ dialect });
			const ann = signers('ann@example.com');
			const withdrawn = await service.addRequest('v2', { title: 'Withdrawn', ...ann });
			await service.call(`/v2/signature-requests/${withdrawn.id}/withdraw`, { method: 'POST' });
			const declined = await service.addRequest('v2', { title: 'Declined', ...ann });
			service.sandbox.people.decline(declined.id);
			await service.addRequest('v2', { title: 'Open', ...ann });
			service.sandbox.faults.add({ ...lists, status: 400, times });
			const { outputs } = await service.request('request', 'getMany', { filters });
			const [wanted] = 'status' in filters ? ['Withdrawn'] : ['Declined'];
			expect(outputs[0]!.map(({ json }) => json.title)).toEqual([wanted]);
			expect(service.sandbox.calls.at(-1)!.query).not.toMatch(/status/);
		},
	);

	it.each([
		['on a day or later', { createdAfter: '2026-03-04' }, ['C', 'B']],
		['before a day', { createdBefore: '2026-03-04' }, ['A']],
		['within days', { createdAfter: '2026-03-04', createdBefore: '2026-03-05' }, ['B']],
		['from an expression', { createdAfter: '={{ new Date("2026-03-04T12:00:00Z") }}' }, ['C', 'B']],
	])('looks itself for what was created %s', async (_title, filters, expected) => {
		const days: Record<string, string> = { A: '2026-03-03', B: '2026-03-04', C: '2026-03-05' };
		const dated = (answered: unknown) =>
			(answered as Array<{ title: string }>).map((one) => ({
				...one,
				created_at: `${days[one.title]}T18:00:00.000Z`,
			}));
		const service = await startAlteredService((url) => (isList(url) ? { body: dated } : undefined));
		for (const title of ['A', 'B', 'C']) await service.addRequest('v2', { title });
		const { outputs, error } = await service.request('request', 'getMany', { filters });
		expect(error).toBeUndefined();
		expect(outputs[0]!.map(({ json }) => json.title)).toEqual(expected);
	});

	it('filters by a status in small letters', async () => {
		const service = await startService();
		const withdrawn = await service.addRequest('v2');
		await service.call(`/v2/signature-requests/${withdrawn.id}/withdraw`, { method: 'POST' });
		await service.addRequest('v2');
		const filters = { status: '={{ "withdrawn" }}' };
		const { outputs } = await service.request('request', 'getMany', { filters });
		expect(outputs.flat().map(({ json }) => json.id)).toEqual([withdrawn.id]);
	});

	it.each([
		['contract', '0'],
		['public', '1'],
	] as const)('begins with the first page of the dialect: %s', async (dialect, first) => {
		const { service, id } = await startWithRequest('v2', {}, { dialect });
		service.sandbox.calls.clear();
		const { outputs } = await service.request('request', 'getMany', { returnAll: true });
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([id]);
		const [list] = service.sandbox.calls.matching(lists);
		expect(new URLSearchParams(list!.query).get('page_number')).toBe(first);
	});

	it('returns only what the signer signs, although a filter may be ignored', async () => {
		const service = await startService({ dialect: 'public', credential: { dialect: 'contract' } });
		const mine = await service.addRequest('v2', signers('ann@example.com', 'bob@example.com'));
		for (let index = 0; index < 60; index++) {
			await service.addRequest('v2', signers('bob@example.com'));
		}
		const { outputs } = await service.request('request', 'getMany', {
			returnAll: false,
			limit: 5,
			filters: { signerEmail: 'ann@example.com' },
		});
		expect(outputs.flat().map(({ json }) => json.id)).toEqual([mine.id]);
	});

	it.each<[string, INodeParameters, string[]]>([
		['status', { status: 'DECLINED' }, ['Declined']],
		['signature status', { signatureStatus: 'SIGNED' }, ['Half Signed']],
		['signer', { signerEmail: 'ann@example.com' }, ['Half Signed', 'Declined']],
		['account', { accountEmail: 'bob@example.com' }, ['Half Signed']],
		['title', { search: 'half s' }, ['Half Signed']],
		['several together', { search: 'half s', status: 'DECLINED' }, []],
		['none', {}, ['Other', 'Half Signed', 'Declined']],
	])(
		'looks itself where the service ignores every filter: %s',
		async (_title, filters, expected) => {
			const service = await startAlteredService((called) => {
				if (!isList(called)) return undefined;
				const pages = ['page_number', 'page_size'].map(
					(name) => `${name}=${called.searchParams.get(name)}`,
				);
				return { asked: `${called.pathname}?${pages.join('&')}` };
			});
			const add = async (title: string, ...emails: string[]) =>
				await service.addRequest('v2', { title, ...signers(...emails) });
			const declined = await add('Declined', 'ann@example.com');
			service.sandbox.people.decline(declined.id);
			const half = await add('Half Signed', 'ann@example.com', 'bob@example.com');
			await service.sandbox.people.sign(half.id, 'bob@example.com');
			await add('Other', 'cleo@example.com');
			const { outputs } = await service.request('request', 'getMany', { filters });
			expect(outputs.flat().map(({ json }) => json.title)).toEqual(expected);
		},
	);

	it('leaves it to the service where the address of a signer is not shown', async () => {
		const service = await startService();
		const signer_identity_data = { first_name: 'Cleo', last_name: 'Frey', mobile_number: '+4179' };
		const { id } = await service.addRequest('v2', { signatures: [{ signer_identity_data }] });
		const list = await (await service.call(`/v2/signature-requests/${id}`)).json();
		service.sandbox.faults.add({ ...lists, status: 200, body: [list] });
		const { outputs } = await service.request('request', 'getMany', {
			filters: { signerEmail: 'cleo@example.com' },
		});
		expect(outputs.flat().map(({ json }) => json.id)).toEqual([id]);
	});

	it('goes on from page 1 when the service refuses page 0', async () => {
		const { service, id } = await startWithRequest('v2', {}, { firstPageNumber: 1 });
		service.sandbox.faults.add({ ...lists, status: 400, body: 'page_number', times: 1 });
		const { outputs } = await service.request('request', 'getMany', { returnAll: true });
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([id]);
	});

	it('what v1 does not know is not sent there as a filter', async () => {
		const service = await startService();
		await service.addRequest('v2', { title: 'Other' });
		service.sandbox.calls.clear();
		const { error } = await service.request('request', 'getMany', {
			apiVersion: 'v1',
			filters: { search: 'Contract', accountEmail: 'ann@example.com', status: 'OPEN' },
		});
		expect(error).toBeUndefined();
		const [call] = service.sandbox.calls.matching({ path: /\/signature-requests$/ });
		expect([...new URLSearchParams(call?.query).keys()].sort()).toEqual([
			'page_number',
			'page_size',
			'status_overall',
		]);
	});
});
