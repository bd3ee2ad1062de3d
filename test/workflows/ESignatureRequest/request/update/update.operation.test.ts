import { hintsOf, retrying, VERSIONS } from '../../../../support/service/requestOperation';
import { byId, startService } from '../../../../support/service/service';
import type { Service } from '../../../../support/service/service';

const ANN = 'ann@example.com';
const puts = { method: 'PUT', path: /\/signature-requests$/ };
const identity = {
	provider: 'swisscom_ra_app',
	first_name: 'Bob',
	last_name: 'Meier',
	mobile_number: '+41790000000',
	issuing_country: 'CH',
};
const inOrder = {
	signatures: [
		{ account_email: 'ann@example.com', sequence: 1, language: 'fr', notify: false },
		{ signer_identity_data: identity, sequence: 2 },
		{ account_email: 'cid@example.com', sequence: 3 },
	],
};

const signaturesIn = ({ sandbox }: Service, id: string) =>
	structuredClone(sandbox.store.request(id)!.signatures);

describe('Update', () => {
	it.each(VERSIONS)('changes what was typed and keeps the signers with %s', async (apiVersion) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion, inOrder);
		if (apiVersion !== 'v3') await service.sandbox.people.sign(id, 'ann@example.com');
		const before = signaturesIn(service, id);
		const result = await service.request('request', 'update', {
			apiVersion,
			requestId: byId(id),
			changes: { title: 'New title', message: 'Hello', readAccess: 'eve@example.com' },
		});
		expect(result.outputs[0]![0]!.json).toMatchObject({ id, title: 'New title' });
		expect(service.sandbox.store.request(id)).toMatchObject({
			title: 'New title',
			message: 'Hello',
			readAccess: ['eve@example.com'],
		});
		expect(signaturesIn(service, id)).toEqual(before);
		expect(hintsOf(result)).toEqual([]);
	});

	it('keeps where each signs in a request with several documents', async () => {
		const service = await startService();
		const documents = [await service.addDocument('A'), await service.addDocument('B')];
		const { id } = await service.addRequest('v3', {
			documents: documents.map((one) => ({ id: one })),
			document_id: documents[0],
			signatures: [
				{
					account_email: 'ann@example.com',
					document_signatures: [{ document_id: documents[1], visual_signature: undefined }],
				},
			],
		});
		const before = signaturesIn(service, id);
		await service.request('request', 'update', {
			apiVersion: 'v3',
			requestId: byId(id),
			changes: { custom: 'order 7' },
		});
		expect(service.sandbox.store.request(id)).toMatchObject({ custom: 'order 7' });
		expect(signaturesIn(service, id)).toEqual(before);
	});

	it('replaces the list if that is chosen, and names who is gone', async () => {
		const service = await startService();
		const { id, signatures } = await service.addRequest('v2', {
			signatures: [{ account_email: 'ann@example.com' }, { account_email: 'bob@example.com' }],
		});
		const result = await service.request('request', 'update', {
			requestId: byId(id),
			signersChange: 'replace',
			signerInput: 'json',
			signersJson: JSON.stringify([{ sid: signatures[0]!.sid }, { email: 'cid@example.com' }]),
		});
		expect(result.outputs[0]![0]!.json.progress).toMatchObject({
			nextSigners: ['ann@example.com', 'cid@example.com'],
		});
		expect(hintsOf(result)).toEqual([expect.stringMatching(/removed bob@example.com/)]);
	});

	it('takes the same list as Create, with those who stay, in a new order', async () => {
		const service = await startService();
		const { id, signatures } = await service.addRequest('v2', inOrder);
		const { error } = await service.request('request', 'update', {
			requestId: byId(id),
			signersChange: 'replace',
			signingOrder: 'listed',
			signers: {
				signer: [
					{
						kind: 'account',
						email: 'dan@example.com',
						placement: 'position',
						positions: { position: [{ pageNumber: 1, x: 1, y: 2, width: 30, height: 40 }] },
					},
					{ kind: 'existing', sid: { __rl: true, mode: 'id', value: signatures[1]!.sid } },
					{ kind: 'existing', sid: { __rl: true, mode: 'id', value: 'ann@example.com' } },
				],
			},
		});
		expect(error).toBeUndefined();
		expect(signaturesIn(service, id)).toMatchObject([
			{ email: 'dan@example.com', order: 1, visual: { position: { x: 1, y: 2 } } },
			{ id: signatures[1]!.sid, identity: { firstName: 'Bob' }, order: 2 },
			{ id: signatures[0]!.sid, language: 'fr', notify: false, order: 3 },
		]);
	});

	it('removes all signers only when that was chosen', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', inOrder);
		const result = await service.request('request', 'update', {
			requestId: byId(id),
			signersChange: 'removeAll',
		});
		expect(signaturesIn(service, id)).toEqual([]);
		expect(hintsOf(result)).toEqual([expect.stringMatching(/removed ann@example.com, Bob Meier/)]);
	});

	it.each([
		['refuses one who signs twice and is listed twice by the address', () => ANN, 2],
		['keeps one who signs twice and is listed by each sid', (sid?: string) => sid!, undefined],
	])('%s', async (_title, nameOf, refused) => {
		const service = await startService();
		const signer = { account_email: ANN };
		const { id, signatures } = await service.addRequest('v2', { signatures: [signer, signer] });
		const { error } = await service.request('request', 'update', {
			requestId: byId(id),
			signersChange: 'replace',
			signers: {
				signer: signatures.map(({ sid }) => ({ kind: 'existing', sid: byId(nameOf(sid)) })),
			},
		});
		expect(error?.message).toBe(
			refused &&
				`Signers, entry ${refused}, Signer names a signature that is listed already; name each by its sid where someone signs twice`,
		);
		expect(signaturesIn(service, id)).toMatchObject(signatures.map(({ sid }) => ({ id: sid })));
	});

	it('names the signers of the request when one is listed who is not among them', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', inOrder);
		const { error } = await service.request('request', 'update', {
			requestId: byId(id),
			signersChange: 'replace',
			signerInput: 'json',
			signersJson: '[{ "sid": "unknown" }]',
		});
		expect(error?.message).toMatch(/Signer "unknown" is not in this request/);
		expect(error?.description).toMatch(/Its signers are: ann@example.com/);
		expect(service.sandbox.calls.count(puts)).toBe(0);
	});

	it('wants a legislation for a quality that needs one, unless the request has it', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
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
		expect(error?.message).toMatch(/Legislation is not set, and QES needs it/);
		expect(service.sandbox.calls.count(puts)).toBe(0);

		expect((await toQes()).error).toBeUndefined();
		expect(service.sandbox.calls.count(puts)).toBe(1);
	});

	it('sets an expiry date on a draft', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
		const { outputs } = await service.request('request', 'update', {
			apiVersion: 'v3',
			requestId: byId(id),
			changes: { expiresAt: `${day}T00:00:00` },
		});
		expect(outputs[0]![0]!.json.expires_at).toBe(day);
	});

	it('names the feature when expiry dates are not activated', async () => {
		const service = await startService({ features: { expiresAt: false } });
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('request', 'update', {
			apiVersion: 'v3',
			requestId: byId(id),
			changes: { expiresAt: '2026-12-31' },
		});
		expect(error?.message).toMatch(/Expiry dates \(expires_at\) are not activated/);
	});

	it.each([
		['nothing', { changes: {} }, /Fields to Change is empty, so there is nothing to change/],
		['an empty title', { changes: { title: ' ' } }, /Fields to Change, Title is empty/],
		[
			'a bad address',
			{ changes: { readAccess: 'eve' } },
			/Read Access, entry 1 "eve" is not an email/,
		],
		[
			'a day that does not exist',
			{ apiVersion: 'v3', changes: { expiresAt: '2026-02-31' } },
			/Fields to Change, Expires On must be a date/,
		],
		['a plain callback', { changes: { successUrl: 'http://a.example' } }, /must begin with https/],
		[
			'an empty list of signers',
			{ signersChange: 'replace', signerInput: 'json', signersJson: '[]' },
			/Signers \(JSON\) has no entry; add a signer, or choose Signers: Remove All/,
		],
		[
			'an empty list in the form',
			{ signersChange: 'replace', signers: {} },
			/Signers has no entry; add a signer, or choose Signers: Remove All/,
		],
		[
			'signers that are no JSON',
			{ signersChange: 'replace', signerInput: 'json', signersJson: 'ann' },
			/Signers \(JSON\) is not valid JSON/,
		],
		[
			"names of the service's own",
			{
				signersChange: 'replace',
				signerInput: 'json',
				signersJson: '[{ "account_email": "a@b.c" }]',
			},
			/account_email is not known in version v2; known are .* sid/,
		],
		['a quality of no metal', { changes: { quality: 'gold' } }, /Quality must be one of SES, AES/],
		[
			'a legislation of no land',
			{ changes: { legislation: 'X' } },
			/Legislation must be one of ZERTES/,
		],
		[
			'a day of the past',
			{ apiVersion: 'v3', changes: { expiresAt: '2020-01-01' } },
			/in the past/,
		],
		[
			'a day that does not exist',
			{ apiVersion: 'v3', changes: { expiresAt: '2027-02-30' } },
			/Expires On must be a date/,
		],
	])('refuses %s before any call', async (_title, parameters, reason) => {
		const service = await startService();
		const { id } = await service.addRequest();
		service.sandbox.calls.clear();
		const { error } = await service.request('request', 'update', {
			requestId: byId(id),
			...parameters,
		});
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it('explains that an ended request cannot be changed', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		await service.call(`/v2/signature-requests/${id}/withdraw`, { method: 'POST' });
		const { error } = await service.request('request', 'update', {
			requestId: byId(id),
			changes: { title: 'New' },
		});
		expect(error?.description).toMatch(/the request is WITHDRAWN/);
	});

	it('is never sent twice when the answer was lost', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		service.sandbox.faults.add({ ...puts, reset: 'after' });
		await service.request(
			'request',
			'update',
			{ requestId: byId(id), changes: { title: 'New' } },
			{ settings: retrying },
		);
		expect(service.sandbox.calls.count(puts)).toBe(1);
	});

	it('hides the secret of a callback address that the service repeats in its refusal', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		const successUrl = 'https://workflows.example/webhook/1?event=success&proof=topsecret';
		service.sandbox.faults.add({
			...puts,
			status: 400,
			body: { status: 400, message: `callback_success_url: ${successUrl} is not allowed` },
		});
		const { error } = await service.request('request', 'update', {
			requestId: byId(id),
			changes: { successUrl },
		});
		expect(error?.description).toMatch(/event=success&proof=hidden is not allowed/);
		expect(`${error?.message}${error?.description}`).not.toContain('topsecret');
	});
});
