import { randomUUID } from 'node:crypto';
import { like } from '../../client.ts';
import {
	HOUR,
	requestPath as path,
	sceneForAll,
	setScene,
	signers,
	UNKNOWN,
	VERSIONS,
	type Scene,
} from '../../scene.ts';

const scene = sceneForAll({ tokenLifetimesMs: { v2: 1000 * HOUR } });

const read = (id: string, version = 'v2') => scene.send('GET', path(version, id));

describe('Reading a request (interface.md 4.3)', () => {
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

	test.each([
		['v1', 'application/json'],
		['v2', 'application/json'],
		['v3', 'application/problem+json'],
	])('%s answers 404 to an unknown id, as %s', async (version, type) => {
		const { json, headers } = await read(UNKNOWN, version);
		expect(json).toMatchObject({ method: 'GET', path: path(version, UNKNOWN), status: 404 });
		expect(json.type).toMatch(/\/problem\/entity-not-found$/);
		expect(headers.get('content-type')?.split(';')[0]).toBe(type);
	});

	test.each(VERSIONS)('%s reads many at once', async (version) => {
		const ids = [(await scene.create('v2')).id, (await scene.create('v2')).id];
		const { list } = await scene.send('POST', `/${version}/signature-requests/bulk`, ids);
		expect(list.map(({ id }) => id)).toEqual(ids);
	});
});

test.each([
	['others', {}, 403, 403],
	['readers', { read_access: ['ben@example.com'] }, 200, 403],
	['writers', { write_access: ['ben@example.com'] }, 200, 200],
])(
	'Access to a request (interface.md 2.1) %s: reading and withdrawing',
	async (_title, lists, readStatus, writeStatus) => {
		const { id } = await scene.create('v2', lists);
		expect((await scene.asBen('GET', path('v2', id))).status).toBe(readStatus);
		expect((await scene.asBen('POST', path('v2', id, '/withdraw'))).status).toBe(writeStatus);
	},
);

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

	test.each([
		['?account_email=B@example.com', [0, 3]],
		['?search=deal%203', [1]],
	])('%s came with version 2', async (query, expected) => {
		const found = async (version: string) => {
			const { list } = await listing.send('GET', `/${version}/signature-requests${query}`);
			return list.map(({ id }) => ids.indexOf(String(id)));
		};
		expect(await found('v2')).toEqual(expected);
		expect(await found('v3')).toEqual(expected);
		expect(await found('v1')).toEqual([0, 1, 2, 3, 4]);
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

const REQUESTS = 10_000;

/** Adds requests that count how often someone looks at them. */
async function fill(long: Scene): Promise<() => number> {
	const { store } = long.sandbox;
	const { id } = await long.create('v2');
	const model = store.request(id)!;
	let looks = 0;
	for (let count = 0; count < REQUESTS; count += 1) {
		const request = { ...model, id: randomUUID(), title: `Request ${count}` };
		Object.defineProperty(request, 'owner', {
			get: () => {
				looks += 1;
				return model.owner;
			},
		});
		store.addRequest(request);
	}
	return () => looks;
}

test('a page of a long list looks at its own requests and not at all of them', async () => {
	const long = await setScene();
	const looks = await fill(long);
	const page = async (number: number) =>
		(await long.send('GET', `/v2/signature-requests?page_number=${number}&page_size=20`)).list;
	const first = await page(0);
	expect(first.map(({ title }) => title).slice(0, 2)).toEqual(['Request 9999', 'Request 9998']);
	expect(first).toHaveLength(20);
	// Once for the access and once for the answer.
	expect(looks()).toBeLessThan(3 * 20);
	expect((await page(1))[0]).toMatchObject({ title: 'Request 9979' });
	expect(looks()).toBeLessThan(3 * 20 + 4 * 20);
	await long.close();
});
