import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { hintsOf } from '../../../../support/service/requestOperation';
import { byId, startService } from '../../../../support/service/service';
import type { Service } from '../../../../support/service/service';

const position = { pageNumber: 1, x: 10, y: 20, width: 100, height: 50 };
const at = (...places: object[]) => ({
	placement: 'position',
	positions: { position: places as INodeParameters[] },
});
const people: INodeParameters[] = [
	{ kind: 'account', email: 'ann@example.com', notify: false, ...at(position) },
	{
		kind: 'noAccount',
		email: 'bob@example.com',
		firstName: 'Bob',
		lastName: 'Lee',
		mobileNumber: '41791234567',
		language: 'de',
		...at(position, { ...position, y: 200 }),
	},
	{ kind: 'both', email: 'cleo@example.com', firstName: 'Cleo', lastName: 'Frey' },
];

async function withSigners(service: Service, apiVersion: string): Promise<string> {
	const { outputs, error } = await service.request(
		'request',
		'create',
		{
			apiVersion,
			initiate: false,
			signingOrder: 'listed',
			signers: { signer: people },
		},
		{ items: [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }] },
	);
	expect(error).toBeUndefined();
	return outputs[0]![0]!.json.id as string;
}

const signaturesOf = ({ sandbox }: Service, id: string) =>
	sandbox.store.request(id)!.signatures.map((one) => structuredClone(one));

describe.each([
	['contract', 'v2'],
	['contract', 'v3'],
	['public', 'v2'],
	['public', 'v3'],
] as const)('Update, %s %s', (dialect, apiVersion) => {
	it('leaves every signer and every place as it was', async () => {
		const service = await startService({ dialect });
		const id = await withSigners(service, apiVersion);
		const before = signaturesOf(service, id);
		const { error, ...result } = await service.request('request', 'update', {
			apiVersion,
			requestId: byId(id),
			changes: { title: 'New title' },
		});
		expect(error).toBeUndefined();
		expect(hintsOf(result)).toEqual([]);
		expect(service.sandbox.store.request(id)!.title).toBe('New title');
		const after = signaturesOf(service, id);
		expect(after.map(({ id: sid }) => sid)).toEqual(before.map(({ id: sid }) => sid));
		expect(after.map(({ order, notify, identity }) => ({ order, notify, identity }))).toEqual(
			before.map(({ order, notify, identity }) => ({ order, notify, identity })),
		);
	});

	it('keeps those who are listed and invites who is new', async () => {
		const service = await startService({ dialect });
		const id = await withSigners(service, apiVersion);
		const [, bob] = signaturesOf(service, id);
		const { error } = await service.request('request', 'update', {
			apiVersion,
			requestId: byId(id),
			signersChange: 'replace',
			signers: {
				signer: [
					{ kind: 'existing', sid: byId(bob!.id) },
					{ kind: 'account', email: 'dan@example.com' },
				],
			},
		});
		expect(error).toBeUndefined();
		const after = signaturesOf(service, id);
		expect(after).toHaveLength(2);
		expect(after[0]).toMatchObject({ id: bob!.id, identity: bob!.identity });
		expect(after[1]).toMatchObject({ email: 'dan@example.com' });
	});
});

describe('In v3 of the public regions', () => {
	it('Update refuses copies, which are observers there', async () => {
		const service = await startService({ dialect: 'public' });
		const { id } = await service.addRequest('v3');
		service.sandbox.calls.clear();
		const { error } = await service.request('request', 'update', {
			apiVersion: 'v3',
			requestId: byId(id),
			changes: { ccEmailAddresses: 'carl@example.com' },
		});
		expect(error?.message).toMatch(/^Fields to Change, CC does not exist in version v3/);
		expect(error?.message).toMatch(/use Observer: Add/);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each([
		['contract', undefined],
		['public', /^Language cannot be set for someone with an account/],
	] as const)('Add and the language of an account holder, %s', async (dialect, reason) => {
		const service = await startService({ dialect });
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('signer', 'add', {
			apiVersion: 'v3',
			requestId: byId(id),
			kind: 'account',
			email: 'ann@example.com',
			language: 'de',
		});
		expect(error?.message ?? '').toMatch(reason ?? /^$/);
		expect(service.sandbox.store.request(id)!.signatures).toHaveLength(reason ? 0 : 1);
	});

	it('Update stops before someone is lost whom the service would not know again', async () => {
		const service = await startService({ dialect: 'public' });
		const { id } = await service.addRequest('v3');
		const path = `/v3/signature-requests/${id}`;
		const request = (await (await service.call(path)).json()) as object;
		const body = { ...request, signatures: [{ sid: 'a-1', status_code: 'OPEN' }] };
		service.sandbox.faults.add({ method: 'GET', path, status: 200, body });
		const { error } = await service.request('request', 'update', {
			apiVersion: 'v3',
			requestId: byId(id),
			changes: { title: 'New title' },
		});
		expect(error?.message).toMatch(/shows too little of signer a-1, and would remove them/);
		expect(error?.description).toMatch(/Nothing was changed/);
		expect(service.sandbox.calls.count({ method: 'PUT' })).toBe(0);
	});
});
