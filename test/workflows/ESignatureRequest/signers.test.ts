/** Operations on signers and observers of a request, beyond what their rows in the matrix show. */
import { signers, startWithRequest, UNKNOWN } from '../../support/service/requestOperation';
import { smallPdf } from '../../support/files/pdf';
import { idIn, watch } from '../../support/polling/polling';
import { byId, startService } from '../../support/service/service';

describe.each(['v2', 'v3'])('people with and without an account (%s)', (apiVersion) => {
	const ANN = 'ann@example.com';
	const ZOE = 'zoe@example.com';
	const signersJson = JSON.stringify([{ email: ANN }, { email: ZOE }]);
	const create = {
		parameters: { apiVersion, signerInput: 'json', signersJson },
		items: [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }],
	};

	it('are invited by their email address, and stay when something else changes', async () => {
		const service = await startService({ dialect: 'public' });
		const { parameters, items } = create;
		const { outputs } = await service.request('request', 'create', parameters, { items });
		const id = outputs[0]![0]!.json.id as string;
		const both = [
			{ kind: 'account', email: ANN },
			{ kind: 'identity', identity: { email: ZOE } },
		];
		const { signatures } = structuredClone(service.sandbox.store.request(id)!);
		expect(signatures).toMatchObject(both);
		const invited = service.sandbox.store.mails.filter(({ kind }) => kind === 'invitation');
		expect(invited.map(({ to }) => to)).toEqual([ANN, ZOE]);
		expect(new Set(invited.map(({ link }) => link)).size).toBe(2);

		const change = { apiVersion, requestId: byId(id), changes: { title: 'Other' } };
		const { error } = await service.request('request', 'update', change);
		expect(error).toBeUndefined();
		expect(service.sandbox.store.request(id)!.signatures).toEqual(signatures);
	});

	it('are found by their email address by the polling trigger', async () => {
		const service = await startService({ dialect: 'public' });
		const filters = { signer: ZOE };
		const watcher = watch(service, { apiVersion, states: ['DECLINED'], filters });
		await watcher.poll();
		const { parameters, items } = create;
		const { outputs } = await service.request('request', 'create', parameters, { items });
		const id = outputs[0]![0]!.json.id as string;
		service.sandbox.people.decline(id);
		expect((await watcher.poll()).map(idIn)).toEqual([id]);
	});
});

describe('Signer: Remove', () => {
	it('takes the signature that is still open when someone signs twice', async () => {
		const { service, id } = await startWithRequest(
			'v2',
			signers('ann@example.com', 'ann@example.com'),
		);
		await service.sandbox.people.sign(id);
		const form = { requestId: byId(id), signer: byId('ann@example.com') };
		const { error } = await service.request('signer', 'remove', form);
		expect(error).toBeUndefined();
		expect(service.sandbox.store.request(id)).toMatchObject({
			status: 'SIGNED',
			signatures: [{ status: 'SIGNED' }],
		});
	});

	it('refuses an email address that two people share, and names their sids', async () => {
		const service = await startService({ dialect: 'public' });
		const couple = ['Ann', 'Bob'].map((first_name) => ({
			signer_identity_data: { email_address: 'lee@example.com', first_name, last_name: 'Lee' },
		}));
		const { id, signatures } = await service.addRequest('v2', { signatures: couple });
		const form = { requestId: byId(id), signer: byId('lee@example.com') };
		const { error } = await service.request('signer', 'remove', form);
		expect(error?.message).toBe('Signer: "lee@example.com" matches 2 people in this request');
		expect(error?.description).toContain(
			`Ann Lee (${signatures[0]!.sid}), Bob Lee (${signatures[1]!.sid})`,
		);
		expect(service.sandbox.calls.count({ method: 'DELETE' })).toBe(0);
	});
});

describe('Get Signature Qualities', () => {
	it('asks for the address as it was typed, and shows where someone ends at AES', async () => {
		const email = 'a.b+sign@example.com';
		const service = await startService({ accounts: [email], identified: { [email]: ['ZERTES'] } });
		const { outputs } = await service.request('signer', 'getSignatureQualities', { email });
		expect(outputs[0]![0]!.json).toEqual({
			email,
			qes: { zertes: { quality: 'QES' }, eidas: { quality: 'AES' } },
			aes_minimal: { zertes: { quality: 'AES_MINIMAL' }, eidas: { quality: 'AES_MINIMAL' } },
			aes: { any: { quality: 'AES' } },
			ses: { any: { quality: 'SES' } },
			demo: { any: { quality: 'DEMO' } },
			part11: { any: { quality: 'PART11' } },
		});
	});

	it('passes on what it does not know', async () => {
		const service = await startService();
		const body = { later: { any: { quality: 7 } }, none: null, note: 'new', list: ['a'] };
		const path = '/user/signature-qualities';
		service.sandbox.faults.add({ method: 'GET', path, status: 200, body });
		const form = { email: 'ann@example.com' };
		const run = { unknownFields: true } as const;
		const { outputs } = await service.request('signer', 'getSignatureQualities', form, run);
		expect(outputs[0]![0]!.json).toEqual({ ...form, ...body });
	});
});

describe('Observer: Get', () => {
	it('takes the id as the service gave it', async () => {
		const service = await startService();
		const id = 'ob 7?ä';
		const path = `/v3/signature-requests/${UNKNOWN}/observers/ob%207%3F%C3%A4`;
		service.sandbox.faults.add({ method: 'GET', path, status: 200, body: { id, type: 'USER' } });
		const form = { requestId: byId(UNKNOWN), observerId: byId(id) };
		const { error, outputs } = await service.request('observer', 'get', form);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toEqual({ id, type: 'USER' });
	});

	it.each(['..', '.', 'a\\b', '\ud800'])('sends nothing for the id %j', async (id) => {
		const service = await startService();
		const form = { requestId: byId(UNKNOWN), observerId: byId(id) };
		const { error } = await service.request('observer', 'get', form);
		expect(error?.message).toMatch(/^Observer: .+ isn't the ID of an observer$/);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});
