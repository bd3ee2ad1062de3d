import { like, type Answer } from './client.ts';
import { HOUR, inOrder, listIn, setScene, signers, VERSIONS, type Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
	scene = await setScene({ tokenLifetimesMs: { v2: 1000 * HOUR } });
});
afterAll(() => scene.close());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const path = (version: string, id: string, rest = '') =>
	`/${version}/signature-requests/${id}${rest}`;
const read = (id: string, version = 'v2') => scene.send('GET', path(version, id));
const two = () => signers('a@example.com', 'b@example.com');
const statusesOf = (answer: Answer) => listIn(answer, 'signatures').map((one) => one.status_code);

describe('Reading a request (interface.md 4.3)', () => {
	test.each(VERSIONS)('%s gives the request with its current state', async (version) => {
		const { id } = await scene.open(version, { signatures: two() });
		await scene.sandbox.people.sign(id, 'b@example.com');
		const answer = await read(id, version);
		expect(answer.json).toMatchObject({ id, status_overall: 'OPEN' });
		expect(listIn(answer, 'signatures')).toMatchObject([
			{ status_code: 'OPEN' },
			{ status_code: 'SIGNED', signed_at: '2026-03-10T12:00:00.000Z' },
		]);
		expect(listIn(answer, 'signatures')[0]).not.toHaveProperty('signed_at');
	});

	test.each([
		['v3', 'text/html', 406],
		['v3', 'application/pdf, image/*;q=0.5', 406],
		['v3', 'application/json', 200],
		['v3', 'text/html, application/*;q=0.8', 200],
		['v3', '*/*', 200],
		['v2', 'text/html', 200],
		['v1', 'text/html', 200],
	])('%s answers Accept: %s with %i', async (version, accept, status) => {
		const { id } = await scene.create(version);
		expect((await scene.send('GET', path(version, id), undefined, { accept })).status).toBe(status);
	});

	test.each(VERSIONS)('%s answers 404 to an unknown id', async (version) => {
		const answer = await read(UNKNOWN, version);
		expect(answer.status).toBe(404);
		expect(answer.json.type).toMatch(/\/problem\/entity-not-found$/);
	});

	test('errors are Problem+JSON in v3 and plain JSON before', async () => {
		const problem = await read(UNKNOWN, 'v3');
		expect(problem.headers.get('content-type')).toMatch(/^application\/problem\+json/);
		expect(problem.json).toMatchObject({ method: 'GET', path: path('v3', UNKNOWN), status: 404 });
		expect((await read(UNKNOWN)).headers.get('content-type')).toMatch(/^application\/json/);
	});

	test('many can be read at once', async () => {
		const ids = [(await scene.create('v2')).id, (await scene.create('v2')).id];
		const { list } = await scene.send('POST', '/v2/signature-requests/bulk', ids);
		expect(list.map(({ id }) => id)).toEqual(ids);
	});
});

describe('Access to a request (interface.md 2.1)', () => {
	test.each([
		['others', {}, 403, 403],
		['readers', { read_access: ['ben@example.com'] }, 200, 403],
		['writers', { write_access: ['ben@example.com'] }, 200, 200],
	])('%s: reading and withdrawing', async (_title, lists, readStatus, writeStatus) => {
		const { id } = await scene.create('v2', lists);
		expect((await scene.asBen('GET', path('v2', id))).status).toBe(readStatus);
		expect((await scene.asBen('POST', path('v2', id, '/withdraw'))).status).toBe(writeStatus);
	});
});

describe('Listing requests (interface.md 4.3)', () => {
	let listing: Scene;
	let ids: string[];
	beforeAll(async () => {
		listing = await setScene();
		ids = [];
		for (const [index, email] of ['a', 'b', 'c', 'a', 'b'].entries()) {
			const { id } = await listing.create('v2', {
				title: `Deal ${index}`,
				signatures: signers(`${email}@example.com`),
			});
			ids.unshift(id);
		}
		await listing.sandbox.people.sign(ids[0] ?? '');
		await listing.asBen('POST', '/v2/signature-requests', {
			title: 'Ben',
			content: listing.content,
		});
	});
	afterAll(() => listing.close());

	test.each([
		['', [0, 1, 2, 3, 4]],
		['?status_overall=SIGNED', [0]],
		['?status_overall=OPEN', [1, 2, 3, 4]],
		['?signature_status=signed', [0]],
		['?signer_email_address=a@example.com', [1, 4]],
		['?account_email=B@example.com', [0, 3]],
		['?search=deal%203', [1]],
		['?status_overall=OPEN&signer_email_address=b@example.com', [3]],
		['?unknown=1', [0, 1, 2, 3, 4]],
		['?page_size=2', [0, 1, 2, 3, 4]],
		['?page_number=0&page_size=2', [0, 1]],
		['?page_number=2&page_size=2', [4]],
		['?page_number=3&page_size=2', []],
		['?page_number=0', [0, 1, 2, 3, 4]],
	])('%s gives the newest first: %j', async (query, expected) => {
		for (const version of VERSIONS) {
			const { list } = await listing.send('GET', `/${version}/signature-requests${query}`);
			expect(list.map(({ id }) => ids.indexOf(String(id)))).toEqual(expected);
		}
	});

	test.each(['page_number=x', 'page_number=-1', 'page_number=0&page_size=0'])(
		'%s is refused',
		async (query) => {
			const answer = await listing.send('GET', `/v2/signature-requests?${query}`);
			expect(answer).toMatchObject({ status: 400, json: { message: like(/^page_/) } });
		},
	);

	test('the first page can be called 1', async () => {
		listing.sandbox.settings.firstPageNumber = 1;
		const page = async (number: number) =>
			(await listing.send('GET', `/v2/signature-requests?page_number=${number}&page_size=2`)).list;
		expect((await page(1)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
		expect((await page(0)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
		expect((await page(3)).map(({ id }) => id)).toEqual(ids.slice(4));
		listing.sandbox.settings.firstPageNumber = 0;
	});
});

describe('Adding and removing signers (interface.md 4.3)', () => {
	test.each([
		['v1', { signer_email_address: 'new@example.com' }],
		['v2', { account_email: 'new@example.com' }],
		['v3', { account_email: 'new@example.com' }],
	])('%s adds a signer to an open request and invites them at once', async (version, body) => {
		const { id } = await scene.open(version);
		const added = await scene.send('POST', path(version, id, '/signatures'), body);
		expect(added.json).toMatchObject({ signer_email_address: 'new@example.com', order: -1 });
		expect(scene.sandbox.store.mails.at(-1)).toMatchObject({
			kind: 'invitation',
			to: 'new@example.com',
		});
		await scene.sandbox.people.sign(id);
		expect((await read(id, version)).json.status_overall).toBe('SIGNED');
	});

	test('v3 adds signers to a draft without inviting them', async () => {
		const { id } = await scene.create('v3');
		const before = scene.sandbox.store.mails.length;
		const body = { account_email: 'new@example.com', sequence: 1 };
		expect((await scene.send('POST', path('v3', id, '/signatures'), body)).status).toBe(200);
		expect(scene.sandbox.store.mails).toHaveLength(before);
	});

	test.each([
		['a gap in the sequence', { account_email: 'c@example.com', sequence: 4 }, /sequence/],
		['no sequence among sequences', { account_email: 'c@example.com' }, /sequence/],
		['nobody', {}, /^account_email:/],
	])('refuses %s', async (_title, body, message) => {
		const { id } = await scene.create('v2', {
			signatures: inOrder('a@example.com', 'b@example.com'),
		});
		const answer = await scene.send('POST', path('v2', id, '/signatures'), body);
		expect(answer).toMatchObject({ status: 400, json: { message: like(message) } });
	});

	test('a request that has ended takes no signer', async () => {
		const { id } = await scene.create('v2');
		await scene.send('POST', path('v2', id, '/withdraw'));
		const body = { account_email: 'c@example.com' };
		expect((await scene.send('POST', path('v2', id, '/signatures'), body)).status).toBe(400);
	});

	test.each(VERSIONS)('%s removes a signer who has not signed', async (version) => {
		const created = await scene.open(version, { signatures: two() });
		const [first, second] = listIn(created, 'signatures').map(({ sid }) => String(sid));
		await scene.sandbox.people.sign(created.id, first);
		const remove = (sid = '') =>
			scene.send('DELETE', path(version, created.id, `/signatures/${sid}`));
		expect((await remove(first)).status).toBe(400);
		expect((await remove(UNKNOWN)).status).toBe(404);
		expect((await remove(second)).status).toBe(204);
		expect((await read(created.id, version)).json.status_overall).toBe('SIGNED');
	});
});

describe('Initiating (interface.md 3.1)', () => {
	test('a draft becomes open, once', async () => {
		const { id } = await scene.create('v3');
		const initiate = () => scene.send('POST', path('v3', id, '/initiate'));
		expect(await initiate()).toMatchObject({ status: 200, json: { status_overall: 'OPEN' } });
		expect((await initiate()).status).toBe(400);
	});

	test.each(['v1', 'v2'])('%s has no drafts', async (version) => {
		const { id } = await scene.create(version);
		expect((await scene.send('POST', path(version, id, '/initiate'))).status).toBe(404);
	});
});

describe('Reminding (interface.md 4.3 and 8)', () => {
	test.each(VERSIONS)('%s reminds each signer once per hour', async (version) => {
		const { id } = await scene.open(version, { signatures: two() });
		const remind = () => scene.send('POST', path(version, id, '/remind'));
		const reminded = () =>
			scene.sandbox.store.mails.filter((one) => one.requestId === id && one.kind === 'reminder')
				.length;
		expect((await remind()).status).toBe(204);
		expect(reminded()).toBe(2);
		const refused = await remind();
		expect(refused).toMatchObject({ status: 429, json: { key: 'error.rate_limit.reminder' } });
		expect(refused.headers.get('retry-after')).toBe('3600');

		await scene.send('POST', path(version, id, '/signatures'), { account_email: 'c@example.com' });
		expect((await remind()).status).toBe(204);
		expect(reminded()).toBe(3);
		await scene.sandbox.clock.advance(HOUR);
		expect((await remind()).status).toBe(204);
		expect(reminded()).toBe(6);
	});

	test('only open requests with signers remind', async () => {
		const draft = await scene.create('v3', { signatures: two() });
		expect((await scene.send('POST', path('v3', draft.id, '/remind'))).status).toBe(400);
		const empty = await scene.create('v2');
		expect((await scene.send('POST', path('v2', empty.id, '/remind'))).status).toBe(400);
	});
});

describe('Updating', () => {
	test.each(VERSIONS)('%s changes what is named and keeps the rest', async (version) => {
		const { id } = await scene.create(version, { message: 'old', signatures: two() });
		const changed = await scene.send('PUT', `/${version}/signature-requests`, { id, title: 'New' });
		expect(changed.json).toMatchObject({ title: 'New', message: 'old' });
		expect(statusesOf(changed)).toEqual(['OPEN', 'OPEN']);
	});

	test('signers left out are removed, new ones are invited, known ones stay the same', async () => {
		const created = await scene.create('v2', { signatures: two() });
		const changed = await scene.send('PUT', '/v2/signature-requests', {
			id: created.id,
			signatures: signers('b@example.com', 'c@example.com'),
		});
		const [b, c] = listIn(changed, 'signatures');
		expect(b?.sid).toBe(listIn(created, 'signatures')[1]?.sid);
		expect(c).toMatchObject({ account_email: 'c@example.com', status_code: 'OPEN' });
		expect(scene.sandbox.store.mails.at(-1)).toMatchObject({
			kind: 'invitation',
			to: 'c@example.com',
		});
	});

	test('a signer keeps what is not named', async () => {
		const quiet = { account_email: 'a@example.com', notify: false, language: 'de' };
		const { id } = await scene.create('v2', { signatures: [quiet] });
		const changed = await scene.send('PUT', '/v2/signature-requests', {
			id,
			signatures: [{ account_email: 'a@example.com', language: 'fr' }],
		});
		expect(listIn(changed, 'signatures')).toMatchObject([{ notify: false, language: 'fr' }]);
	});

	test.each<[string, object, number]>([
		['a signature that is not there', { signatures: [{ sid: UNKNOWN }] }, 400],
		['another owner', { owner: 'somebody' }, 400],
		['an unknown quality', { quality: 'BEST' }, 400],
		['an unknown id', { id: UNKNOWN }, 404],
		['no id', { id: undefined }, 400],
		['leaving out who has signed', { signatures: signers('b@example.com') }, 400],
	])('refuses %s', async (_title, body, status) => {
		const { id } = await scene.create('v2', { signatures: two() });
		await scene.sandbox.people.sign(id, 'a@example.com');
		const answer = await scene.send('PUT', '/v2/signature-requests', { id, ...body });
		expect(answer.status).toBe(status);
	});

	test('a request that has ended cannot be changed', async () => {
		const { id } = await scene.create('v2');
		await scene.send('POST', path('v2', id, '/withdraw'));
		expect((await scene.send('PUT', '/v2/signature-requests', { id, title: 'x' })).status).toBe(
			400,
		);
	});
});

describe('Withdrawing', () => {
	test.each(VERSIONS)('%s ends an open request and tells the signers', async (version) => {
		const { id } = await scene.open(version, { signatures: two() });
		const withdraw = () => scene.send('POST', path(version, id, '/withdraw'), { message: 'Sorry' });
		expect(await withdraw()).toMatchObject({ status: 200, json: { status_overall: 'WITHDRAWN' } });
		expect((await withdraw()).status).toBe(400);
		expect(scene.sandbox.store.mails.at(-1)).toMatchObject({
			kind: 'withdrawn',
			text: 'Sorry',
			to: 'b@example.com',
		});
	});

	test('a message has at most 2048 characters', async () => {
		const { id } = await scene.create('v2');
		const answer = await scene.send('POST', path('v2', id, '/withdraw'), {
			message: 'x'.repeat(2049),
		});
		expect(answer).toMatchObject({ status: 400, json: { message: like(/^message:/) } });
	});
});

describe('Deleting (interface.md 4.2 and 4.3)', () => {
	test.each(VERSIONS)(
		'%s deletes the request, and its documents a little later',
		async (version) => {
			const { id, json } = await scene.open(version, { signatures: signers('a@example.com') });
			const document = `/${version}/documents/${String(json.document_id)}`;
			expect((await scene.send('DELETE', path(version, id))).status).toBe(204);
			expect((await read(id, version)).status).toBe(404);
			expect((await scene.send('DELETE', path(version, id))).status).toBe(404);

			const { list } = await scene.send('GET', `/${version}/documents`);
			expect(list.map((one) => one.id)).toContain(json.document_id);
			expect((await scene.send('DELETE', document)).status).toBe(403);
			await scene.sandbox.clock.advance(scene.sandbox.settings.cascadeMs);
			expect((await scene.send('DELETE', document)).status).toBe(404);
		},
	);

	test('a document that another request has as well stays', async () => {
		const document_id = await scene.upload();
		const [one, other] = [
			await scene.create('v3', { document_id }),
			await scene.create('v3', { document_id }),
		];
		await scene.send('DELETE', path('v3', one.id));
		await scene.sandbox.clock.advance(scene.sandbox.settings.cascadeMs);
		expect((await scene.send('GET', `/v3/documents/${document_id}`)).status).toBe(200);
		expect((await read(other.id, 'v3')).json.document_id).toBe(document_id);
	});

	test('an open request can be made to need two deletes', async () => {
		const twice = await setScene({ deleteWithdrawsFirst: true });
		const { id } = await twice.create('v2');
		const remove = () => twice.send('DELETE', path('v2', id));
		expect((await remove()).status).toBe(204);
		expect((await twice.send('GET', path('v2', id))).json.status_overall).toBe('WITHDRAWN');
		expect((await remove()).status).toBe(204);
		expect((await remove()).status).toBe(404);
		await twice.close();
	});
});

describe('Documents of a request (interface.md 2.5 and 4.2)', () => {
	const KEY = 'error.sr.last_document_cannot_be_removed';

	test.each(VERSIONS)('%s refuses to remove the last document', async (version) => {
		const { json } = await scene.create(version);
		const answer = await scene.send('DELETE', `/${version}/documents/${String(json.document_id)}`);
		expect(answer).toMatchObject({ status: 400, json: { key: KEY } });
	});

	test('one of several can be removed', async () => {
		const documents = [{ id: await scene.upload() }, { id: await scene.upload() }];
		const { id } = await scene.create('v3', { document_id: undefined, documents });
		expect((await scene.send('DELETE', `/v3/documents/${documents[0]?.id}`)).status).toBe(204);
		expect((await read(id, 'v3')).json.document_id).toBe(documents[1]?.id);
	});

	test('a draft gains and loses documents', async () => {
		const { id, json } = await scene.create('v3');
		const more = await scene.upload();
		const documents = path('v3', id, '/documents');
		expect((await scene.send('POST', documents, { id: more })).status).toBe(200);
		expect((await scene.send('POST', documents, {})).status).toBe(400);
		expect((await scene.send('DELETE', `${documents}/${String(json.document_id)}`)).status).toBe(
			204,
		);
		expect((await scene.send('DELETE', `${documents}/${String(json.document_id)}`)).status).toBe(
			404,
		);
		const last = await scene.send('DELETE', `${documents}/${more}`);
		expect(last).toMatchObject({ status: 400, json: { key: KEY } });
		await scene.send('POST', path('v3', id, '/initiate'));
		expect((await scene.send('POST', documents, { id: more })).status).toBe(400);
	});
});
