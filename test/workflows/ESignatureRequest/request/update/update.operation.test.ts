/** Update, beyond what the matrix and the pure tests of its body show. */
import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { hintsOf, signers, startWithRequest } from '../../../../support/service/requestOperation';
import { byId, startService, type Service } from '../../../../support/service/service';

const ANN = 'ann@example.com';
const puts = { method: 'PUT', path: /\/signature-requests$/ };
const position = { pageNumber: 1, x: 10, y: 20, width: 100, height: 50 };
const at = (...places: object[]) => ({
	placement: 'position',
	positions: { position: places as INodeParameters[] },
});
const people: INodeParameters[] = [
	{ kind: 'email', email: ANN, notify: false, ...at(position) },
	{
		kind: 'withoutAccount',
		email: 'bob@example.com',
		firstName: 'Bob',
		lastName: 'Lee',
		mobileNumber: '41791234567',
		language: 'de',
		...at(position, { ...position, y: 200 }),
	},
	{ kind: 'email', email: 'cleo@example.com', firstName: 'Cleo', lastName: 'Frey' },
];

async function withSigners(service: Service, apiVersion: string): Promise<string> {
	const { outputs, error } = await service.request(
		'request',
		'create',
		{ apiVersion, initiate: false, signingOrder: 'listed', signers: { signer: people } },
		{ items: [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }] },
	);
	expect(error).toBeUndefined();
	return outputs[0]![0]!.json.id as string;
}

const signaturesIn = ({ sandbox }: Service, id: string) =>
	structuredClone(sandbox.store.request(id)!.signatures);

it.each([
	['contract', 'v2'],
	['contract', 'v3'],
	['public', 'v2'],
	['public', 'v3'],
] as const)('leaves every signer and every place as it was, %s %s', async (dialect, apiVersion) => {
	const service = await startService({ dialect });
	const id = await withSigners(service, apiVersion);
	const before = signaturesIn(service, id);
	const { error, ...result } = await service.request('request', 'update', {
		apiVersion,
		requestId: byId(id),
		changes: { title: 'New title' },
	});
	expect(error).toBeUndefined();
	expect(hintsOf(result)).toEqual([]);
	expect(service.sandbox.store.request(id)!.title).toBe('New title');
	const seen = (signatures: typeof before) =>
		signatures.map(({ id: sid, order, notify, identity }) => ({ sid, order, notify, identity }));
	expect(seen(signaturesIn(service, id))).toEqual(seen(before));
});

it.each<[string, INodeParameters, RegExp]>([
	[
		'replaced',
		{
			signersChange: 'replace',
			signerInput: 'json',
			signersJson: '[{ "sid": "ann@example.com" }]',
		},
		/removed bob@example.com/,
	],
	['removed', { signersChange: 'removeAll' }, /removed ann@example.com, bob@example.com/],
])('names who is gone when the list is %s', async (_title, parameters, hint) => {
	const { service, id } = await startWithRequest('v2', signers(ANN, 'bob@example.com'));
	const form = { requestId: byId(id), ...parameters };
	const result = await service.request('request', 'update', form);
	expect(result.error).toBeUndefined();
	expect(hintsOf(result)).toEqual([expect.stringMatching(hint)]);
});

it.each([
	['refuses one who signs twice and is listed twice by the address', () => ANN, 2],
	['keeps one who signs twice and is listed by each sid', (sid?: string) => sid!, undefined],
])('%s', async (_title, nameOf, refused) => {
	const { service, id, signatures } = await startWithRequest('v2', signers(ANN, ANN));
	const { error } = await service.request('request', 'update', {
		requestId: byId(id),
		signersChange: 'replace',
		signers: {
			signer: signatures.map(({ sid }) => ({ kind: 'existing', sid: byId(nameOf(sid)) })),
		},
	});
	expect(error?.message).toBe(refused && `Signers > Signer ${refused} > Signer is listed twice`);
	expect(signaturesIn(service, id)).toMatchObject(signatures.map(({ sid }) => ({ id: sid })));
});

it('wants a legislation for a quality that needs one, unless the request has it', async () => {
	const { service, id } = await startWithRequest();
	const toQes = async () =>
		await service.request('request', 'update', {
			requestId: byId(id),
			changes: { quality: 'QES' },
		});
	service.sandbox.faults.add({
		method: 'GET',
		path: '/signature-requests/{id}',
		status: 200,
		body: { id, status_overall: 'OPEN', signatures: [], quality: 'SES' },
		times: 1,
	});
	const { error } = await toQes();
	expect(error?.message).toMatch(/Legislation is missing, and QES needs it/);
	expect(service.sandbox.calls.count(puts)).toBe(0);

	expect((await toQes()).error).toBeUndefined();
	expect(service.sandbox.calls.count(puts)).toBe(1);
});

it('stops before someone is lost whom the service would not know again', async () => {
	const { service, id } = await startWithRequest('v3', {}, { dialect: 'public' });
	const path = `/v3/signature-requests/${id}`;
	const request = (await (await service.call(path)).json()) as object;
	const body = { ...request, signatures: [{ sid: 'a-1', status_code: 'OPEN' }] };
	service.sandbox.faults.add({ method: 'GET', path, status: 200, body });
	const { error } = await service.request('request', 'update', {
		apiVersion: 'v3',
		requestId: byId(id),
		changes: { title: 'New title' },
	});
	expect(error?.message).toMatch(/^Skribble would remove the signer a-1/);
	expect(error?.description).toMatch(/Nothing was changed/);
	expect(service.sandbox.calls.count(puts)).toBe(0);
});
