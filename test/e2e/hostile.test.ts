/** Callers who know everything but the API key, one kind after the other. random/hostile.test.ts has many at once. */
import type { RequestRecord } from '../../sandbox/state/requestRecord.ts';
import { changed } from '../support/service/forger.ts';
import { pathOf } from './support/workflows.ts';
import { Stage } from './support/hostile/stage.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.open();
});

afterAll(async () => await stage?.close());

afterEach(async () => {
	stage.scene.sandbox.faults.clear();
	await stage.expectTrueRunsOnly();
});

const sign = async ({ id }: RequestRecord) => {
	await stage.scene.sandbox.people.sign(id);
	await stage.scene.sandbox.settled();
};

/** The service called, and could not be read: so this event has not started its run yet. */
async function signUnheard(request: RequestRecord): Promise<string> {
	const { faults } = stage.scene.sandbox;
	faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 503 });
	await sign(request);
	faults.clear();
	expect(request.callbacks).toMatchObject([{ state: 'OPEN', messages: ['HTTP 503'] }]);
	return request.callbacks[0]!.url;
}

const statusesOf = async (addresses: string[]) =>
	(await Promise.all(addresses.map(async (one) => await stage.post(one)))).map(
		({ status }) => status,
	);

const single = { version: 'v2', signers: 1 } as const;

it('addresses that a stranger writes into a request and shares with the account start nothing', async () => {
	const { settings } = stage.scene.sandbox;
	const stolen = (await stage.create('first', single)).callbackUrls.success!;
	const invented = changed(stolen, { proof: '0'.repeat(64) });
	const shared = await Promise.all(
		[stolen, invented].flatMap((callback_success_url) =>
			['read_access', 'write_access'].map(
				async (access) =>
					await stage.add(stage.stranger, {
						callback_success_url,
						[access]: [settings.users[0]!.username],
					}),
			),
		),
	);
	for (const request of shared) await sign(request);
	expect(shared.map(({ callbacks }) => callbacks[0]!.messages)).toEqual(
		Array(4).fill(['HTTP 401']),
	);
});

it('a true proof opens no other request, whether that shows other addresses or none', async () => {
	const [own, other] = [await stage.create('first', single), await stage.create('first', single)];
	const bare = await stage.add(stage.us);
	for (const request of [own, bare]) await sign(request);
	const genuine = stage.callFor(own, 'success')!;
	const heard = await signUnheard(other);
	const withId = ({ id, documentIds }: RequestRecord) =>
		changed(genuine, { request: id, document: documentIds[0] });
	expect(await stage.post(withId(other))).toMatchObject({ status: 401, text: '' });
	expect(await stage.post(withId(bare))).toMatchObject({
		status: 409,
		text: expect.stringMatching(/shows no callback address/) as string,
	});
	expect(await statusesOf([heard])).toEqual([200]);
});

it('a true proof opens no other trigger, in the same workflow or in another', async () => {
	const genuine = await signUnheard(await stage.create('first', single));
	const at = (place: 'second' | 'alone' | 'typed') =>
		genuine.replace(pathOf('first'), pathOf(place));
	expect(await statusesOf([at('second'), at('alone'), at('typed')])).toEqual([401, 401, 401]);
	expect(await statusesOf([genuine])).toEqual([200]);
});

it('an address that an update has replaced starts nothing any more', async () => {
	const [request, other] = [
		await stage.create('first', single),
		await stage.create('second', single),
	];
	const before = stage.callFor(request, 'success')!;
	await stage.us('PUT', '/v2/signature-requests', {
		id: request.id,
		callback_success_url: other.callbackUrls.success,
	});
	await sign(request);
	const document = request.documentIds[0];
	expect(await statusesOf([before, changed(before, { document })])).toEqual([401, 401]);
});

it('one event starts one run, whichever of five documents is named, and with none', async () => {
	const more = await Promise.all(Array.from({ length: 4 }, async () => await stage.addDocument()));
	const request = await stage.create('first', { version: 'v3', signers: 2, more });
	const typed = await stage.add(stage.us, {
		callback_success_url: `${stage.addressOf('typed')}?event=success&request=SERVICE_SIGNATURE_REQUEST_ID&document=SERVICE_DOCUMENT_ID&api=v2`,
	});
	await sign(typed);
	for (const event of ['update', 'success'] as const) {
		await sign(request);
		expect(request.documentIds).toHaveLength(5);
		const genuine = stage.callFor(request, event)!;
		const named = request.documentIds.map((document) => changed(genuine, { document }));
		expect(await statusesOf(named)).toEqual(Array(5).fill(200));
		expect(await statusesOf([changed(genuine, { document: undefined })])).toEqual([401]);
	}
	const own = stage.callFor(typed, 'success')!;
	expect(await statusesOf([own, changed(own, { document: undefined })])).toEqual([200, 200]);
});

it('an update that the service never sends starts nothing', async () => {
	const request = await stage.create('first', single);
	await sign(request);
	expect(await statusesOf([stage.callFor(request, 'update')!])).toEqual([409]);
});

it('a callback whose download hangs is answered, with equal ones that wait, and runs later', async () => {
	const { faults, people } = stage.scene.sandbox;
	const request = await stage.create('alone', single);
	faults.add({ method: 'GET', path: '/documents/{id}/content', hang: true });
	await people.sign(request.id);
	const { url } = request.callbacks[0]!;
	const answers = await Promise.all([stage.post(url), stage.post(url)]);
	expect(answers).toMatchObject(
		Array(2).fill({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) as string }),
	);
	faults.clear();
	expect(await statusesOf([url])).toEqual([200]);
});

it('the polling trigger is led astray by no list: dated ahead, empty for once, shown late, of others', async () => {
	const { sandbox } = stage.scene;
	const { store, faults, settings } = sandbox;
	const [ahead, hidden, after] = [
		await stage.add(stage.us),
		await stage.add(stage.us),
		await stage.add(stage.us),
	];
	const foreign = await stage.add(stage.stranger, { read_access: [settings.users[0]!.username] });
	await sign(hidden);
	store.removeRequest(hidden);
	for (const request of [ahead, foreign]) await sign(request);
	ahead.updatedAt += 24 * HOUR_MS;
	await stage.untilPolled(2);
	faults.add({ method: 'GET', path: '/signature-requests', status: 200, body: [], times: 6 });
	await stage.untilPolled(2);
	await sign(after);
	await stage.untilPolled(1);
	// As far back as the first poll reached.
	hidden.updatedAt -= 10 * MINUTE_MS;
	store.addRequest(hidden);
	await stage.untilPolled(2);
});

it('after a restart every true call may come again, and starts nothing', async () => {
	const { store, username } = stage.scene.sandbox;
	const own = store.requests.filter(({ owner }) => owner === username);
	const called = own.flatMap(({ callbacks }) => callbacks.map(({ url }) => url));
	await stage.restart();
	for (let at = 0; at < called.length; at += 20) await statusesOf(called.slice(at, at + 20));
	await stage.untilPolled(2);
});
