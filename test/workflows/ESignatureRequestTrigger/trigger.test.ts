import type { INodeParameters } from 'n8n-workflow';
import { verifyPdf } from '../../../sandbox/validation/signatures/verify';
import { createEngine } from '../../support/engine/engine';
import { changed, forger } from '../../support/service/forger';
import { expectNoSecret } from '../../support/service/secrets';
import { byId, secretsOf } from '../../support/service/service';
import { ANN, BOB, calledAddresses, post, setStage, two } from '../../support/service/triggerStage';
import type { Stage } from '../../support/service/triggerStage';

const MINUTES = 60_000;

/** Where n8n keeps what our triggers of a workflow remember. */
const KEY = 'n8n-nodes-esignature';
interface Kept {
	global: Record<string, Record<string, { handled: Record<string, number> }>>;
}

describe('someone signs', () => {
	it.each([
		['v1', 'contract'],
		['v3', 'public'],
	] as const)('and a workflow starts with what happened (%s, %s)', async (apiVersion, dialect) => {
		const stage = await setStage({}, { dialect });
		const id = await stage.create({ apiVersion, ...two });

		await stage.sandbox.people.sign(id, ANN);
		await stage.sandbox.settled();
		await stage.sandbox.clock.advance(MINUTES);
		await stage.sandbox.people.sign(id, BOB);
		await stage.sandbox.settled();

		const events = stage.trigger.started.map(([item]) => item!.json);
		expect(events).toEqual([
			expect.objectContaining({
				event: 'update',
				progress: { signed: 1, total: 2, nextSigners: [BOB] },
				lastSignedBy: expect.objectContaining({ name: ANN }) as unknown,
			}),
			expect.objectContaining({
				event: 'success',
				outcome: 'signed',
				progress: { signed: 2, total: 2, nextSigners: [] },
				lastSignedBy: expect.objectContaining({ name: BOB }) as unknown,
				signedDocumentId: stage.sandbox.store.request(id)!.documentIds[0],
				...{ id, title: 'contract', status: 'SIGNED', fileName: `contract ${id}.pdf` },
			}),
		]);
		expectNoSecret(stage.trigger.started, secretsOf(stage.engine));
		expect(JSON.stringify(stage.trigger.started)).not.toMatch(/proof=|nonce=/);
	});

	it('and all documents come along as files', async () => {
		const stage = await setStage({ downloadDocuments: true, binaryPropertyName: 'data' });
		const second = await stage.addDocument('Annex');
		const id = await stage.create({ apiVersion: 'v3', options: { moreDocumentIds: second } });
		const readsBefore = stage.engine.credential.reads;
		await stage.sandbox.people.sign(id);
		await stage.sandbox.settled();

		const [item] = stage.trigger.started[0]!;
		expect(Object.keys(item!.binary!)).toEqual(['data', 'data_2']);
		// Three calls to the service, and n8n takes its time to decrypt a credential for a callback.
		expect(stage.engine.credential.reads - readsBefore).toBe(1);
		for (const field of ['data', 'data_2']) {
			const pdf = await stage.engine.readBinary(item!, field);
			expect((await verifyPdf(pdf, [])).signatures).toHaveLength(1);
		}
	});

	it('and the whole request comes out when it is not simplified', async () => {
		const stage = await setStage({ simplify: false });
		const id = await stage.createSigned();
		const request = stage.trigger.started[0]![0]!.json;
		expect(request).toMatchObject({ id, owner: stage.sandbox.username, updated_at: /.+/ });
		expect(request).not.toHaveProperty('callback_success_url');
	});
});

describe('its Path', () => {
	it.each([
		['of several parts', '/webhook/hr/contracts', 'hr/contracts'],
		['typed with slashes', '/webhook/contracts', '/contracts/'],
		['on an n8n with renamed endpoints', '/hooks/e-signature', 'e-signature'],
	])('is found in the URL that Create was given: %s', async (_title, urlPath, path) => {
		const stage = await setStage();
		const trigger = await stage.engine.listen({
			type: 'eSignatureRequestTrigger',
			parameters: { path, events: ['success'] },
			path: urlPath,
		});
		await stage.createSigned({ callbackAddress: trigger.address });
		expect(trigger.started).toHaveLength(1);
	});

	it('is refused when the workflow is published, if it is none', async () => {
		const { engine } = await setStage();
		for (const path of ['', '  ', 'a b', 'orders/:id', '../e-signature']) {
			const parameters = { path, events: ['success'], simplify: true };
			const trigger = await engine.listen({ type: 'eSignatureRequestTrigger', parameters });
			const message =
				path.trim() === '' ? /^Path is empty$/ : /^Path: .* isn't the end of a webhook URL/;
			await expect(trigger.activate()).rejects.toThrow(message);
		}
	});
});

describe('the same callback', () => {
	it('starts one run when it comes twenty times at once, and later, and after a restart', async () => {
		const stage = await setStage();
		const id = await stage.create();
		await stage.sandbox.people.sign(id);
		const [address] = calledAddresses(stage.sandbox, id);
		const answers = await Promise.all(Array.from({ length: 20 }, async () => await post(address!)));
		await stage.sandbox.settled();
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
		stage.trigger.restart();
		expect((await post(address!)).status).toBe(200);
		expect(stage.trigger.started).toHaveLength(1);
	});

	it('starts one run whatever document it names, also with five of them', async () => {
		const stage = await setStage({ options: { acceptWithoutProof: true } });
		const more = [1, 2, 3, 4].map(async (number) => await stage.addDocument(`Annex ${number}`));
		const moreDocumentIds = (await Promise.all(more)).join(',');
		const id = await stage.create({ apiVersion: 'v3', ...two, options: { moreDocumentIds } });
		const { documentIds: unsigned } = stage.sandbox.store.request(id)!;
		const callWith = async (ids: string[]) => {
			const address = calledAddresses(stage.sandbox, id).at(-1)!;
			for (const document of ids) await post(changed(address, { document }));
		};
		await stage.sandbox.people.sign(id, ANN);
		await stage.sandbox.settled();
		await callWith([...stage.sandbox.store.request(id)!.documentIds, ...unsigned]);
		await stage.sandbox.people.sign(id, BOB);
		await stage.sandbox.settled();
		const { documentIds } = stage.sandbox.store.request(id)!;
		expect(documentIds).toHaveLength(5);
		await callWith(documentIds);
		const events = stage.trigger.started.map(([item]) => item!.json.event);
		expect(events).toEqual(['update', 'success']);
	});

	it.each([[{ event: 'now' }], [[1, 2]]])(
		'starts its run also when %j stands where the list of handled ones should be',
		async (handled) => {
			const stage = await setStage();
			stage.trigger.staticData = JSON.stringify({ global: { [KEY]: { 2: { handled } } } });
			const id = await stage.createSigned();
			const [address] = calledAddresses(stage.sandbox, id);
			stage.trigger.restart();
			expect((await post(address!)).status).toBe(200);
			expect(stage.trigger.started).toHaveLength(1);
			expect(stage.trigger.logged).toEqual([expect.stringMatching(/was damaged and is now reset/)]);
		},
	);

	it('is handled again while someone listens in the editor', async () => {
		const stage = await setStage();
		const id = await stage.createSigned();
		stage.trigger.mode = 'manual';
		expect((await post(calledAddresses(stage.sandbox, id)[0]!)).status).toBe(200);
		expect(stage.trigger.started).toHaveLength(2);
	});

	it.each([
		[2000, 'event-1', true],
		[1999, 'event-0', undefined],
	])(
		'may have been forgotten when %i others were handled since, and the item says so',
		async (count, oldest, mayBeRepeated) => {
			const stage = await setStage();
			// Handled after the event, whatever time the test takes.
			const laterS = Math.ceil(Date.now() / 1000) + 3600;
			const events = Array.from({ length: count }, (_, index) => [`event-${index}`, laterS]);
			const handled = Object.fromEntries(events) as Record<string, number>;
			stage.trigger.staticData = JSON.stringify({ global: { [KEY]: { 2: { handled } } } });
			await stage.createSigned();
			const { global } = JSON.parse(stage.trigger.staticData) as Kept;
			const kept = Object.keys(global[KEY]!['2']!.handled);
			expect(kept).toHaveLength(2000);
			expect(kept[0]).toBe(oldest);
			expect(stage.trigger.started[0]![0]!.json.mayBeRepeated).toBe(mayBeRepeated);
		},
	);

	it('says in its answer what became of it', async () => {
		const stage = await setStage({ events: ['success'] });
		const [signed, declined] = [await stage.create(), await stage.create()];
		const { faults, people } = stage.sandbox;
		faults.add({ path: '/signature-requests/{id}', status: 503 });
		await people.sign(signed);
		people.decline(declined);
		await stage.sandbox.settled();
		faults.clear();
		const said = async (id: string, change = {}) => {
			const { status, headers } = await post(
				changed(calledAddresses(stage.sandbox, id)[0]!, change),
			);
			return [status, headers.get('x-esignature-callback')];
		};
		expect(await said(signed, { proof: '0'.repeat(64) })).toEqual([401, null]);
		expect(await said(signed)).toEqual([200, 'started']);
		expect(await said(signed)).toEqual([200, 'known']);
		expect(await said(declined)).toEqual([200, 'unticked']);
		expect(stage.trigger.started).toHaveLength(1);
	});
});

describe('a call that no one should believe', () => {
	it.each([{ event: 'signed' }, { document: undefined }, { request: '../documents' }])(
		'gets a bare 401, and nothing is read, with %p',
		async (change) => {
			const stage = await setStage();
			const { address } = await stage.createUnanswered();
			stage.sandbox.calls.clear();
			const answer = await post(changed(address, change));
			expect([answer.status, await answer.text()]).toEqual([401, '']);
			expect(stage.sandbox.calls.count()).toBe(0);
		},
	);

	it('for which the service names another request gets a bare 401', async () => {
		const stage = await setStage();
		const { id, address } = await stage.createUnanswered();
		const request = (await (await stage.call(`/v2/signature-requests/${id}`)).json()) as object;
		stage.sandbox.faults.add({
			path: '/signature-requests/{id}',
			status: 200,
			body: { ...request, id: crypto.randomUUID() },
			times: 1,
		});
		expect((await post(address)).status).toBe(401);
		expect(stage.trigger.started).toEqual([]);
		expect((await post(address)).status).toBe(200);
		expect(stage.trigger.started).toHaveLength(1);
	});

	it('with another document gets 409', async () => {
		const stage = await setStage();
		const { address } = await stage.createUnanswered();
		for (const document of [await stage.addDocument(), '0', 'x'.repeat(36)]) {
			expect((await post(changed(address, { document }))).status).toBe(409);
		}
		expect(stage.trigger.started).toEqual([]);
	});

	it('that comes before anyone has signed gets 409', async () => {
		const stage = await setStage();
		const id = await stage.create();
		const template = stage.sandbox.store.request(id)!.callbackUrls;
		for (const event of ['success', 'update', 'error'] as const) {
			const document = stage.sandbox.store.request(id)!.documentIds[0];
			const answer = await post(changed(template[event]!, { request: id, document }));
			expect(answer.status).toBe(409);
			expect(await answer.text()).toBe(
				`The state OPEN of the request doesn't fit the event ${event}.`,
			);
		}
		expect(stage.trigger.started).toEqual([]);
	});

	it('for a second update where the service sent one starts nothing', async () => {
		const stage = await setStage();
		const id = await stage.create(two);
		const request = stage.sandbox.store.request(id)!;
		const { update } = request.callbackUrls;
		stage.sandbox.faults.add({ path: '/signature-requests/{id}', method: 'GET', status: 503 });
		for (const email of [ANN, BOB]) await stage.sandbox.people.sign(id, email);
		await stage.sandbox.settled();
		stage.sandbox.faults.clear();
		const [document] = request.documentIds;
		const late = [
			calledAddresses(stage.sandbox, id)[0]!,
			changed(update!, { request: id, document }),
		];
		for (const address of late) expect((await post(address)).status).toBe(200);
		expect(stage.trigger.started.map(([item]) => item!.json.event)).toEqual(['update']);
	});

	it('at another trigger of the account, with the true proof of this one, gets a bare 401 and a line in the log', async () => {
		const stage = await setStage();
		const other = await stage.engine.listen({
			type: 'eSignatureRequestTrigger',
			parameters: { path: 'another/e-signature', events: ['success'], simplify: true },
			path: '/webhook/another/e-signature',
		});
		const id = await stage.createSigned();
		const { search } = new URL(calledAddresses(stage.sandbox, id)[0]!);
		for (const end of ['', '&again=1', '&again=2']) {
			const answer = await post(`${other.address}${search}${end}`);
			expect([answer.status, await answer.text()]).toEqual([401, '']);
		}
		expect(other.started).toEqual([]);
		expect(other.logged).toEqual([
			expect.stringMatching(/Previous API Key\. A proxy must not change the Path/),
		]);
		expectNoSecret(other.logged, [
			...secretsOf(stage.engine),
			...new URLSearchParams(search).values(),
		]);
	});
});

it('forged and mutated calls start nothing, and a genuine one among them gets through once', async () => {
	const stage = await setStage();
	const [id, other, deleted] = [await stage.create(), await stage.create(), await stage.create()];
	for (const one of [other, deleted]) await stage.sandbox.people.sign(one);
	await stage.sandbox.settled();
	const [ofOther] = calledAddresses(stage.sandbox, other);
	const [ofDeleted] = calledAddresses(stage.sandbox, deleted);
	await stage.request('request', 'delete', { apiVersion: 'v2', requestId: byId(deleted) });
	stage.trigger.started.length = 0;
	// The genuine callback is refused at first, so that it is still to come.
	stage.sandbox.faults.add({ path: '/signature-requests/{id}', status: 503, times: 1 });
	await stage.sandbox.people.sign(id);
	await stage.sandbox.settled();
	const [genuine] = calledAddresses(stage.sandbox, id);
	const forge = forger({ genuine: genuine!, ofOther: ofOther!, ofDeleted: ofDeleted! });

	const statuses = new Map<number, number>();
	const count = Number(process.env.FORGED_CALLS ?? 100);
	for (let sent = 0; sent < count; sent += 50) {
		const batch = Array.from({ length: 50 }, async (_, index) => await post(forge(sent + index)));
		for (const { status } of await Promise.all(batch)) {
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
		}
		if (sent === Math.floor(count / 100) * 50) {
			expect((await post(genuine!)).status).toBe(200);
		}
	}
	expect([...statuses.keys()].filter((status) => status < 300)).toEqual([]);
	expect(stage.trigger.started).toHaveLength(1);
	expect((await post(genuine!)).status).toBe(200);
	expect(stage.trigger.started).toHaveLength(1);
});

describe('after a change of the API key', () => {
	const keyBefore = 'api_demo_key_before';

	/** A request that was created with the key before, and its trigger. */
	async function changeKey(credential: object) {
		const user = { username: 'api_demo_x', apiKey: keyBefore, validation: true };
		const stage = await setStage({}, { users: [user] });
		const apiKey = 'api_demo_key_after_the_reset';
		const kept = { ...stage.engine.credential.read(), sessionToken: '' };
		const later = await createEngine({ ...kept, apiKey, ...credential });
		const trigger = await later.listen({
			type: 'eSignatureRequestTrigger',
			parameters: { events: ['success'], simplify: true },
		});
		const id = await stage.create({ callbackAddress: trigger.address });
		stage.sandbox.settings.users[0]!.apiKey = apiKey;
		await stage.sandbox.people.sign(id);
		await stage.sandbox.settled();
		return { ...stage, later, trigger, id };
	}

	it('addresses that were written before are believed while the credential holds the key before', async () => {
		const { trigger, later, id, sandbox } = await changeKey({ previousApiKey: keyBefore });
		expect(sandbox.store.request(id)!.callbacks).toMatchObject([{ state: 'COMPLETED' }]);
		expect(trigger.started).toHaveLength(1);
		expectNoSecret(trigger.started, [...secretsOf(later), keyBefore]);
		// It opens nothing else: the logins were made with the new key.
		expect(later.credential.read().sessionToken).not.toBe('');
	});

	it.each([[{}], [{ previousApiKey: 'another' }]])('otherwise not (%j)', async (credential) => {
		const { trigger, id, sandbox } = await changeKey(credential);
		expect(sandbox.store.request(id)!.callbacks).toMatchObject([{ messages: ['HTTP 401'] }]);
		expect(trigger.started).toEqual([]);
	});
});

describe('a true proof in a request that belongs to someone else', () => {
	async function ownedBy(ownerOf: (apiUser: string) => string, options: INodeParameters = {}) {
		const stage = await setStage();
		const owner = ownerOf(stage.sandbox.username);
		const id = await stage.create({ options });
		const request = stage.sandbox.store.request(id)!;
		Object.assign(request, { owner, writeAccess: [stage.sandbox.username] });
		await stage.sandbox.people.sign(id);
		await stage.sandbox.settled();
		return { ...stage, request };
	}

	it('is worth nothing', async () => {
		const { request, trigger } = await ownedBy(() => 'stranger@example.com');
		expect(request.callbacks).toMatchObject([{ state: 'OPEN', messages: ['HTTP 401'] }]);
		expect(trigger.started).toEqual([]);
		expect(trigger.logged.join()).toMatch(/belongs to someone else/);
	});

	it.each([
		['Create has named as its creator', () => 'BOB@example.com ', { creator: BOB }],
		['is the API user, in capitals', (apiUser: string) => apiUser.toUpperCase(), {}],
	])('is believed when the owner %s', async (_title, ownerOf, options) => {
		const { request, trigger } = await ownedBy(ownerOf, options);
		expect(request.callbacks).toMatchObject([{ state: 'COMPLETED' }]);
		expect(trigger.started).toHaveLength(1);
		expect(JSON.stringify(request.callbackUrls)).not.toContain(BOB);
	});
});

describe('the service cannot be asked', () => {
	it.each([
		['limits us', { status: 429, headers: { 'retry-after': '7' } }],
		['refuses our key', { status: 403, body: { key: 'error.auth.credentials_invalid' } }],
		['cuts the connection', { reset: 'before' as const }],
	])('because it %s: the callback gets a Retry-After, and comes once', async (_, fault) => {
		const stage = await setStage();
		const ids = [await stage.create(), await stage.create()];
		stage.sandbox.faults.add({ path: '/signature-requests/{id}', method: 'GET', ...fault });
		for (const id of ids) await stage.sandbox.people.sign(id);
		await stage.sandbox.settled();
		const [address] = calledAddresses(stage.sandbox, ids[0]!);
		const answer = await post(address!);
		expect(answer.status).toBe(503);
		expect(answer.headers.get('retry-after')).toBe('headers' in fault ? '7' : '60');
		expect(stage.trigger.started).toEqual([]);

		stage.sandbox.faults.clear();
		await stage.sandbox.clock.advance(30 * MINUTES);
		await stage.sandbox.settled();
		const emitted = stage.trigger.started.map(([item]) => item!.json.id);
		expect(emitted.sort()).toEqual([...ids].sort());
	});

	it('for the documents: all equal calls are answered, none tries twice, and the event comes with them', async () => {
		const stage = await setStage({ downloadDocuments: true, binaryPropertyName: 'data' });
		const { address } = await stage.createUnanswered();
		const content = { method: 'GET', path: '/documents/{id}/content' };
		stage.sandbox.faults.add({ ...content, status: 503 });
		const answers = await Promise.all([1, 2, 3].map(async () => await post(address)));
		for (const { status, headers } of answers) {
			expect([status, headers.get('retry-after')]).toEqual([503, '60']);
		}
		expect(stage.sandbox.calls.count(content)).toBeLessThanOrEqual(3);
		expect(stage.trigger.started).toEqual([]);

		stage.sandbox.faults.clear();
		expect((await post(address)).status).toBe(200);
		expect(stage.trigger.started[0]![0]!.binary).toHaveProperty('data');
	});

	it('for documents that are gone: the event comes without them, and says why', async () => {
		const stage = await setStage({ downloadDocuments: true, binaryPropertyName: 'data' });
		const id = await stage.create();
		stage.sandbox.faults.add({ path: '/documents/{id}/content', status: 404 });
		await stage.sandbox.people.sign(id);
		await stage.sandbox.settled();
		const [item] = stage.trigger.started[0]!;
		expect(item!.binary).toBeUndefined();
		expect(item!.json.downloadError).toMatch(/^The documents couldn't be downloaded: /);
	});
});

describe('options', () => {
	it('a placeholder that the service does not know is explained', async () => {
		const stage = await setStage({}, { placeholderPrefix: 'OTHER' });
		const id = await stage.createSigned();
		const answer = await post(calledAddresses(stage.sandbox, id)[0]!);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toMatch(
			/^The placeholder SERVICE_SIGNATURE_REQUEST_ID wasn't replaced\. .*Placeholder Prefix/,
		);
		expect(stage.trigger.started).toEqual([]);
	});

	describe('Accept URLs Without Proof', () => {
		/** A request with a typed address, and the address that is called for it, which leaves the document out. */
		async function addTyped(stage: Stage) {
			const typed = `${stage.trigger.address}?event=success&request=SERVICE_SIGNATURE_REQUEST_ID&document=SERVICE_DOCUMENT_ID`;
			const { id } = await stage.addRequest('v2', {
				signatures: [{ account_email: ANN }],
				callback_success_url: typed,
			});
			return { id, address: changed(typed, { request: id, document: undefined }) };
		}
		const reads = ({ sandbox }: Stage) =>
			sandbox.calls.count({ method: 'GET', path: '/signature-requests/{id}' });

		it.each([
			[true, 1],
			[false, 0],
		])('%s: %d runs for an address that was typed by hand', async (acceptWithoutProof, runs) => {
			const stage = await setStage({ options: { acceptWithoutProof } });
			const { id, address } = await addTyped(stage);
			await stage.sandbox.people.sign(id);
			await stage.sandbox.settled();
			await post(address);
			expect(stage.trigger.started).toHaveLength(runs);
		});

		it('asks nothing for an event that is not ticked', async () => {
			const stage = await setStage({ events: ['error'], options: { acceptWithoutProof: true } });
			const { address } = await addTyped(stage);
			expect((await post(address)).status).toBe(200);
			expect(reads(stage)).toBe(0);
		});

		it('still believes only what the service says', async () => {
			const stage = await setStage({ options: { acceptWithoutProof: true } });
			const { id } = await stage.addRequest('v2', { signatures: [{ account_email: ANN }] });
			const withProof = await stage.create();
			await stage.sandbox.people.sign(withProof);
			await stage.sandbox.settled();
			stage.trigger.started.length = 0;
			const { address } = stage.trigger;
			const call = async (query: string) => (await post(`${address}?${query}`)).status;
			expect(await call(`event=success&request=${id}`)).toBe(409);
			expect(await call(`event=success&request=${withProof}`)).toBe(401);
			await stage.sandbox.people.sign(id);
			expect(await call(`event=success&request=${id}`)).toBe(409);
			expect(await call(`event=success&request=${crypto.randomUUID()}`)).toBe(410);
			expect(await call(`event=success&request=${id}&proof=${'0'.repeat(64)}`)).toBe(401);
			expect(await call('')).toBe(400);
			expect(stage.trigger.started).toEqual([]);
		});
	});

	describe('Accept Unconfirmed Callbacks', () => {
		/** A signed request that shows no address, and a true call for another one with its id. */
		async function unconfirmed(options: INodeParameters, shown: 'none' | 'others' = 'none') {
			const stage = await setStage({ options });
			const [one, other] = [await stage.create(), await stage.create()];
			const { callbackUrls } = stage.sandbox.store.request(other)!;
			if (shown === 'none') delete callbackUrls.error;
			if (shown === 'none') delete callbackUrls.update;
			delete callbackUrls.success;
			await stage.sandbox.people.sign(one);
			await stage.sandbox.people.sign(other);
			await stage.sandbox.settled();
			stage.trigger.started.length = 0;
			const [document] = stage.sandbox.store.request(other)!.documentIds;
			const [address] = calledAddresses(stage.sandbox, one);
			const answer = await post(changed(address!, { request: other, document }));
			return { stage, answer };
		}

		it('off: the proof of one request does not open another that shows none, and the answer says why', async () => {
			const { stage, answer } = await unconfirmed({});
			expect(answer.status).toBe(409);
			expect(await answer.text()).toMatch(/^Skribble shows no callback URL of this request/);
			expect(stage.trigger.started).toEqual([]);
			const logged = stage.trigger.logged.join();
			expect(logged).toMatch(/answered with 409\. Skribble shows no callback/);
			expect(logged).not.toMatch(/proof=|nonce=/);
		});

		it.each([
			['what the service says about the request counts', 'none', 200, 1],
			['a request that shows addresses for other events still contradicts', 'others', 401, 0],
		] as const)('on: %s', async (_title, shown, status, runs) => {
			const { stage, answer } = await unconfirmed({ acceptUnshown: true }, shown);
			expect(answer.status).toBe(status);
			expect(stage.trigger.started).toHaveLength(runs);
		});
	});

	it('Certificate Header lets through only what the proxy has checked', async () => {
		const stage = await setStage({
			options: { certificateHeader: 'X-Client-Verify', certificateValue: 'SUCCESS' },
		});
		const id = await stage.createSigned();
		const [address] = calledAddresses(stage.sandbox, id);
		expect((await post(address!)).status).toBe(401);
		expect((await post(address!, { 'x-client-verify': 'FAILED' })).status).toBe(401);
		expect(stage.trigger.started).toEqual([]);
		expect((await post(address!, { 'x-client-verify': 'SUCCESS' })).status).toBe(200);
		expect(stage.trigger.started).toHaveLength(1);
	});
});
