import type { INodeParameters } from 'n8n-workflow';
import { isList, startAlteredService } from '../../../support/service/alteredService';
import { signers, VERSIONS } from '../../../support/service/requestOperation';
import { startService } from '../../../support/service/service';

const lists = { method: 'GET', path: /\/signature-requests$/ };

describe('Get Many', () => {
	it.each([
		['v1', 0],
		['v2', 1],
		['v3', 0],
	] as const)(
		'with %s returns every request exactly once when the first page is called %s',
		async (apiVersion, firstPageNumber) => {
			const service = await startService({ firstPageNumber });
			const ids: string[] = [];
			for (let index = 0; index < 60; index++) {
				ids.unshift((await service.addRequest('v2', { title: `R${index}` })).id);
			}
			const { outputs } = await service.request('request', 'getMany', {
				apiVersion,
				returnAll: true,
			});
			expect(outputs[0]!.map(({ json }) => json.id)).toEqual(ids);
			expect(outputs[0]![0]!.pairedItem).toEqual({ item: 0 });
		},
	);

	it.each([
		['up to the limit', { returnAll: false, limit: 2 }, 2],
		['up to a limit from an expression', { returnAll: false, limit: '={{ "1" }}' }, 1],
		['all there are under a larger limit', { returnAll: false, limit: 50 }, 3],
		['everything', { returnAll: true }, 3],
	])('returns %s in one call', async (_title, parameters, expected) => {
		const service = await startService();
		for (const title of ['A', 'B', 'C']) await service.addRequest('v2', { title });
		const { outputs } = await service.request('request', 'getMany', parameters);
		expect(outputs[0]).toHaveLength(expected);
		expect(service.sandbox.calls.count(lists)).toBe(1);
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

	it('returns nothing when there is nothing', async () => {
		const service = await startService();
		const { outputs, error } = await service.request('request', 'getMany', { returnAll: true });
		expect(error).toBeUndefined();
		expect(outputs.flat()).toEqual([]);
	});

	it.each([
		['status', { status: 'WITHDRAWN' }, ['Withdrawn']],
		['status in small letters', { status: '={{ "withdrawn" }}' }, ['Withdrawn']],
		['signature status', { signatureStatus: 'SIGNED' }, ['Half signed']],
		['signer', { signerEmail: 'bob@example.com' }, ['Half signed']],
		['account', { accountEmail: 'ann@example.com' }, ['Half signed', 'Withdrawn']],
		['title', { search: 'half' }, ['Half signed']],
		['several together', { search: 'half', status: 'WITHDRAWN' }, []],
	])('filters by %s', async (_title, filters, expected) => {
		const service = await startService();
		const withdrawn = await service.addRequest('v2', {
			title: 'Withdrawn',
			...signers('ann@example.com'),
		});
		await service.call(`/v2/signature-requests/${withdrawn.id}/withdraw`, { method: 'POST' });
		const half = await service.addRequest('v2', {
			title: 'Half signed',
			...signers('ann@example.com', 'bob@example.com'),
		});
		await service.sandbox.people.sign(half.id, 'bob@example.com');
		await service.addRequest('v2', { title: 'Other' });
		const { outputs } = await service.request('request', 'getMany', { filters });
		expect(outputs.flat().map(({ json }) => json.title)).toEqual(expected);
	});

	it.each([
		['contract', '0'],
		['public', '1'],
	] as const)('begins with the first page of the dialect: %s', async (dialect, first) => {
		const service = await startService({ dialect });
		const { id } = await service.addRequest();
		service.sandbox.calls.clear();
		const { outputs } = await service.request('request', 'getMany', { returnAll: true });
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([id]);
		const [list] = service.sandbox.calls.matching(lists);
		expect(new URLSearchParams(list!.query).get('page_number')).toBe(first);
	});

	describe.each([
		['contract', 'contract'],
		['public', 'public'],
		['contract', 'public'],
	] as const)('asked as %s, of a service that speaks %s', (dialect, spoken) => {
		it('returns only what the signer signs, although a filter may be ignored', async () => {
			const service = await startService({ dialect: spoken, credential: { dialect } });
			const mine = await service.addRequest('v2', signers('ann@example.com', 'bob@example.com'));
			for (let index = 0; index < 60; index++) {
				await service.addRequest('v2', signers('bob@example.com'));
			}
			await service.addRequest('v2');
			const { outputs } = await service.request('request', 'getMany', {
				returnAll: false,
				limit: 5,
				filters: { signerEmail: 'ann@example.com' },
			});
			expect(outputs.flat().map(({ json }) => json.id)).toEqual([mine.id]);
		});
	});

	describe.each(VERSIONS)('asked of a service that ignores every filter (%s)', (apiVersion) => {
		type Case = [title: string, filters: INodeParameters, expected: string[]];
		const withoutFilters = (called: URL) => {
			if (!isList(called)) return undefined;
			const pages = ['page_number', 'page_size'].map(
				(name) => `${name}=${called.searchParams.get(name)}`,
			);
			return { asked: `${called.pathname}?${pages.join('&')}` };
		};
		const sinceV2: Case[] = [
			['account', { accountEmail: 'bob@example.com' }, ['Half Signed']],
			['title', { search: 'half s' }, ['Half Signed']],
		];

		it.each<Case>([
			['status', { status: 'DECLINED' }, ['Declined']],
			['signature status', { signatureStatus: 'SIGNED' }, ['Half Signed']],
			['signer', { signerEmail: 'ann@example.com' }, ['Half Signed', 'Declined']],
			...(apiVersion === 'v1' ? [] : sinceV2),
			['none', {}, ['Other', 'Half Signed', 'Declined']],
		])('returns only what fits: %s', async (_title, filters, expected) => {
			const service = await startAlteredService(withoutFilters);
			const add = async (title: string, ...emails: string[]) =>
				await service.addRequest('v2', { title, ...signers(...emails) });
			const declined = await add('Declined', 'ann@example.com');
			service.sandbox.people.decline(declined.id);
			const half = await add('Half Signed', 'ann@example.com', 'bob@example.com');
			await service.sandbox.people.sign(half.id, 'bob@example.com');
			await add('Other', 'cleo@example.com');
			const { outputs } = await service.request('request', 'getMany', {
				apiVersion,
				filters,
			});
			expect(outputs.flat().map(({ json }) => json.title)).toEqual(expected);
		});
	});

	it('goes on behind a page on which an entry cannot be read', async () => {
		const service = await startAlteredService((called) => ({
			body: isList(called)
				? (page) => (page as unknown[]).map((one, index) => (index === 2 ? null : one))
				: undefined,
		}));
		for (let count = 0; count < 120; count++) await service.addRequest();
		const { outputs } = await service.request('request', 'getMany', { returnAll: true });
		expect(outputs[0]).toHaveLength(117);
	});

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
		const service = await startService({ firstPageNumber: 1 });
		const { id } = await service.addRequest();
		service.sandbox.faults.add({ ...lists, status: 400, body: 'page_number', times: 1 });
		const { outputs } = await service.request('request', 'getMany', { returnAll: true });
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([id]);
	});

	it('explains a refusal of the list', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...lists, status: 400, body: { status: 400, message: 'no' } });
		const { error } = await service.request('request', 'getMany', {});
		expect(error?.message).toMatch(/could not accept the request \(status 400\)/);
	});

	it.each([
		['limit', { returnAll: false, limit: 0 }, /Limit must be 1 or more/],
		[
			'account',
			{ filters: { accountEmail: 'ann' } },
			/Filters, Signer Account Email "ann" is not an email/,
		],
		['title', { filters: { search: ' ' } }, /Filters, Title Contains is empty/],
		...['createdBefore', 'signerEmail', 'status'].flatMap((name) =>
			['={{ null }}', ''].map((empty): [string, INodeParameters, RegExp] => [
				`${name}: ${empty || 'nothing'}`,
				{ filters: { [name]: empty } },
				/^Filters, [\w ]+ is empty; remove this filter, correct its expression, or use \* for all requests$/,
			]),
		),
		[
			'status',
			{ filters: { status: '={{ "SIGNEDD" }}' } },
			/^Filters, Status must be one of DECLINED, DRAFT, ERROR, EXPIRED, OPEN, SIGNED, WITHDRAWN$/,
		],
		[
			'signature status',
			{ filters: { signatureStatus: '={{ 7 }}' } },
			/^Filters, Signer Status must be one of DECLINED, ERROR, OPEN, SIGNED$/,
		],
	])('refuses a bad %s before any call', async (_title, parameters, reason) => {
		const service = await startService();
		const { error } = await service.request('request', 'getMany', parameters);
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});
