import { inOrder, listIn, sceneForAll, sceneForEach, signers } from '../scene.ts';
import { call } from '../client.ts';

/** Updating and listing as the public regions describe it (interface.md 10). */
const scene = sceneForAll({ dialect: 'public' });

const put = (version: string, body: object) =>
	scene.send('PUT', `/${version}/signature-requests`, body);
const POSITION = { page: '0', x: 10, y: 20, width: 100, height: 40 };
const lee = { first_name: 'Ann', last_name: 'Lee', mobile_number: '41791234567' };

describe('Updating in the public regions', () => {
	test('v3 refuses a signer by sid, and knows everyone by who they are', async () => {
		const created = await scene.create('v3', {
			signatures: [...signers('a@example.com'), { signer_identity_data: lee }],
		});
		const [a, ann] = listIn(created, 'signatures');
		const bySid = [{ sid: a?.sid, account_email: 'a@example.com' }];
		expect((await put('v3', { id: created.id, signatures: bySid })).status).toBe(400);
		const updated = await put('v3', {
			id: created.id,
			signatures: [
				{ signer_identity_data: lee, sequence: 1 },
				{ account_email: 'a@example.com', sequence: 2, notify: false },
			],
		});
		expect(listIn(updated, 'signatures')).toMatchObject([
			{ sid: ann?.sid, sequence: 1 },
			{ sid: a?.sid, sequence: 2, notify: false },
		]);
	});

	test('v2 ignores sid: who is named by it alone is no one', async () => {
		const created = await scene.create('v2', { signatures: signers('a@example.com') });
		const [a] = listIn(created, 'signatures');
		const { status, json } = await put('v2', { id: created.id, signatures: [{ sid: a?.sid }] });
		expect({ status, message: json.message }).toEqual({
			status: 400,
			message: 'signatures.0.account_email: say who signs',
		});
		const other = { sid: a?.sid, account_email: 'b@example.com' };
		const updated = await put('v2', { id: created.id, signatures: [other] });
		expect(listIn(updated, 'signatures')).toMatchObject([{ account_email: 'b@example.com' }]);
		expect(listIn(updated, 'signatures')[0]?.sid).not.toBe(a?.sid);
	});

	test('v2 refuses a visual signature as it is shown, with both names', async () => {
		const visual_signature = { positions: [POSITION] };
		const signatures = [{ account_email: 'a@example.com', visual_signature }];
		const created = await scene.create('v2', { signatures });
		const shown = listIn(created, 'signatures')[0]?.visual_signature;
		const back = [{ account_email: 'a@example.com', visual_signature: shown }];
		expect((await put('v2', { id: created.id, signatures: back })).status).toBe(400);
		expect((await put('v2', { id: created.id, signatures })).status).toBe(200);
	});

	test('a group stays, whether it is named once or as often as it is shown', async () => {
		const group = { signer_group_id: 'gr_sandbox' };
		const created = await scene.create('v3', { signatures: [group] });
		const sids = listIn(created, 'signatures').map(({ sid }) => sid);
		expect(sids).toHaveLength(2);
		for (const signatures of [[group], [group, group]]) {
			const updated = await put('v3', { id: created.id, signatures });
			expect(listIn(updated, 'signatures').map(({ sid }) => sid)).toEqual(sids);
		}
	});

	test('null leaves things as they are, but for the signers', async () => {
		const { id } = await scene.create('v2', {
			message: 'Please',
			signatures: signers('a@example.com'),
		});
		const kept = await put('v2', { id, title: 'New', message: null, write_access: null });
		expect(kept.json).toMatchObject({ title: 'New', message: 'Please', signatures: [{}] });
		const none = await put('v2', { id, signatures: null });
		expect(none.json.signatures).toEqual([]);
	});

	test('is over once someone has signed', async () => {
		const { id } = await scene.create('v2', {
			signatures: signers('a@example.com', 'b@example.com'),
		});
		await scene.sandbox.people.sign(id, 'a@example.com');
		expect((await put('v2', { id, title: 'New' })).status).toBe(403);
	});

	test('v3 loses copies here too', async () => {
		const { id } = await scene.create('v3');
		const updated = await put('v3', { id, cc_email_addresses: ['unknown@example.com'] });
		expect(updated.status).toBe(200);
		expect(scene.sandbox.store.request(id)?.ccEmailAddresses).toEqual([]);
	});
});

describe('The list', () => {
	const scene = sceneForEach({ dialect: 'public' });
	const list = async (version: string, query: string) => {
		const { status, list: found } = await scene.send(
			'GET',
			`/${version}/signature-requests${query}`,
		);
		return { status, titles: found.map(({ title }) => title) };
	};

	test.each(['v2', 'v3'])('%s filters by account_email, with case', async (version) => {
		await scene.create(version, { title: 'A', signatures: signers('a@example.com') });
		await scene.create(version, { title: 'B', signatures: signers('b@example.com') });
		const by = (query: string) => list(version, query);
		expect(await by('?account_email=a@example.com')).toEqual({ status: 200, titles: ['A'] });
		expect(await by('?account_email=A@example.com')).toEqual({ status: 200, titles: [] });
		// A filter that is not described answers everything.
		expect((await by('?signer_email_address=a@example.com')).titles).toEqual(['B', 'A']);
		expect(await by('?search=b')).toEqual({ status: 200, titles: ['B'] });
	});

	test.each([
		['v2', '?status_overall=OPEN', 200],
		['v2', '?status_overall=open', 400],
		['v2', '?status_overall=DRAFT', 400],
		['v3', '?status_overall=DRAFT', 200],
		['v2', '?signature_status=WAITING', 400],
		['v3', '?signature_status=WAITING', 200],
		['v2', '?page_number=0', 400],
		['v2', '?page_number=1', 200],
		['v2', '?page_number=1&page_size=0', 200],
	])('%s %s is answered with %d', async (version, query, status) => {
		expect((await list(version, query)).status).toBe(status);
	});

	test('finds states as they are shown', async () => {
		const { id } = await scene.open('v3', {
			title: 'Waiting',
			signatures: inOrder('a@example.com', 'b@example.com'),
		});
		expect((await list('v3', '?signature_status=WAITING')).titles).toEqual(['Waiting']);
		await scene.sandbox.people.sign(id, 'a@example.com');
		expect((await list('v3', '?signature_status=WAITING')).titles).toEqual([]);
	});
});

test('a form logs in to every version, and a wrong key is 400', async () => {
	const { username, apiKey } = scene.sandbox.settings.users[0]!;
	const login = async (version: string, key: string) => {
		const form = new URLSearchParams({ username, 'api-key': key });
		return (await call(scene.sandbox, 'POST', `/${version}/access/login`, form)).status;
	};
	for (const version of ['v1', 'v2', 'v3']) {
		expect([await login(version, apiKey), await login(version, 'wrong')]).toEqual([200, 400]);
	}
});

test('prices need no token, usage does', async () => {
	const status = async (path: string) =>
		(await call(scene.sandbox, 'GET', `/validation/v1/billing/credits/${path}`)).status;
	expect([await status('infos'), await status('usage')]).toEqual([200, 401]);
});

test('a deleted document goes with the last one who has access', async () => {
	const { id } = await scene.send('POST', '/v2/documents', {
		title: 'Shared',
		content: scene.content,
		read_access: ['ben@example.com'],
	});
	const path = `/v2/documents/${id}`;
	expect((await scene.send('DELETE', path)).status).toBe(200);
	expect((await scene.send('GET', path)).status).toBe(403);
	expect((await scene.asBen('GET', path)).status).toBe(200);
	expect((await scene.asBen('DELETE', path)).status).toBe(200);
	expect((await scene.asBen('GET', path)).status).toBe(404);
});
