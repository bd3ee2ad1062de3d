import { isList, startAlteredService } from '../../support/service/alteredService';
import {
	addDeclined,
	addOpen,
	ALL_STATES,
	idIn,
	startWatching,
	watch,
	startPolling,
} from '../../support/polling/polling';
import { startService, type Service } from '../../support/service/service';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Time stands still by default, and tokens outlive every test. */
async function startStill(more: Parameters<typeof startService>[0] = {}) {
	const tokenLifetimesMs = { v1: 400 * DAY_MS, v2: 400 * DAY_MS, v3: 400 * DAY_MS };
	return await startService({ isClockStopped: true, tokenLifetimesMs, ...more });
}

const inDays = (service: Service, days: number) =>
	new Date(service.sandbox.clock.now() + days * DAY_MS).toISOString().slice(0, 10);

const endings: Record<string, (service: Service, id: string) => unknown> = {
	SIGNED: async ({ sandbox }, id) => await sandbox.people.sign(id),
	DECLINED: ({ sandbox }, id) => sandbox.people.decline(id),
	ERROR: ({ sandbox }, id) => sandbox.people.failTechnically(id),
	WITHDRAWN: async (service, id) =>
		await service.call(`/v2/signature-requests/${id}/withdraw`, { method: 'POST' }),
	EXPIRED: async ({ sandbox }) => await sandbox.clock.advance(3 * DAY_MS),
};

describe('every change exactly once', () => {
	it.each(ALL_STATES)('emits a request when it gets to %s', async (state) => {
		const service = await startStill();
		const { id } = await addOpen(service, 'v3', { expires_at: inDays(service, 1) });
		const watcher = await startWatching(service, { apiVersion: 'v3', states: ALL_STATES });
		expect(await watcher.poll()).toEqual([]);

		await endings[state]!(service, id);

		const [item, ...more] = await watcher.poll();
		expect(more).toEqual([]);
		expect(item!.json).toMatchObject({
			event: state === 'SIGNED' ? 'success' : 'error',
			outcome: state.toLowerCase(),
			...{ id, status: state },
			progress: { total: 1 },
		});
		expect('signedDocumentId' in item!.json).toBe(state === 'SIGNED');
		expect(await watcher.ids()).toEqual([]);
		watcher.restart();
		expect(await watcher.ids()).toEqual([]);
	});

	it('and not twice when a poll starts before the last one has ended', async () => {
		const { service, watcher } = await startPolling({
			states: ['DECLINED'],
			downloadDocuments: true,
		});
		const id = await addDeclined(service);
		service.sandbox.faults.add({ path: '/documents/{id}/content', delayMs: 200 });
		const found = await Promise.all([watcher.ids(), watcher.ids(), watcher.ids()]);
		expect(found.flat()).toEqual([id]);
		expect(await watcher.ids()).toEqual([]);
	});

	it('also when the workflow is published anew while a poll runs, whose items n8n drops', async () => {
		const service = await startStill();
		const watcher = await startWatching(service, { states: ['DECLINED'] });
		const ended = await addDeclined(service);
		const dropped = watcher.ids();
		watcher.restart();
		const emitted = await watcher.ids();
		await dropped;
		emitted.push(...(await watcher.ids()), ...(await watcher.ids()));
		expect(emitted).toEqual([ended]);
	});

	it('and not twice when polls get copies of the place, as with durable cursors', async () => {
		const { service, watcher } = await startPolling({ states: ['DECLINED'] });
		watcher.durableCursors = true;
		expect(await watcher.ids()).toEqual([]);
		const id = await addDeclined(service);
		const copy = watcher.cursor;
		const found = await Promise.all([watcher.ids(), watcher.ids(), watcher.ids()]);
		expect(found.flat()).toEqual([id]);
		const stored = watcher.cursor;
		// This one was taken before the items were stored.
		watcher.cursor = copy;
		expect(await watcher.ids()).toEqual([]);
		expect(watcher.cursor).toBe(copy);
		watcher.cursor = stored;
		const next = await addDeclined(service);
		expect(await watcher.ids()).toEqual([next]);
	});

	it("also when n8n is started with durable cursors, which begin without the node's place", async () => {
		const { service, watcher } = await startPolling({ states: ['DECLINED'] });
		const id = await addDeclined(service);
		watcher.restartProcess();
		watcher.durableCursors = true;
		expect(await watcher.ids()).toEqual([id]);
		expect(await watcher.ids()).toEqual([]);
	});

	it('for each of two nodes, which share nothing', async () => {
		const service = await startService();
		const watchers = [
			await startWatching(service, { states: ['DECLINED'] }),
			await startWatching(service, { states: ['DECLINED'] }),
		];
		const id = await addDeclined(service);
		for (const watcher of watchers) expect(await watcher.ids()).toEqual([id]);
		for (const watcher of watchers) expect(await watcher.ids()).toEqual([]);
	});
});

describe('from the moment of activation', () => {
	/** With durable cursors, of whose first poll n8n has stored nothing; a minute ago. */
	const watchUnstored = async (service: Service) => {
		const watcher = watch(service, { states: ['DECLINED'] });
		watcher.durableCursors = true;
		expect(await watcher.ids()).toEqual([]);
		watcher.cursor = undefined;
		await service.sandbox.clock.advance(MINUTE_MS);
		return watcher;
	};

	it('looks first only once, though durable cursors store nothing of the poll at activation', async () => {
		const service = await startStill();
		await addDeclined(service);
		const watcher = await watchUnstored(service);
		const id = await addDeclined(service);
		await service.sandbox.clock.advance(MINUTE_MS);
		expect(await watcher.ids()).toEqual([id]);
		expect(await watcher.ids()).toEqual([]);
	});

	it('loses nothing when n8n fails to store the first items with durable cursors', async () => {
		const service = await startStill();
		const watcher = await watchUnstored(service);
		const id = await addDeclined(service);
		watcher.beforeCommit = () => {
			throw new Error('The database is locked.');
		};
		await expect(watcher.ids()).rejects.toThrow('locked');
		watcher.beforeCommit = undefined;
		// The poll after one with items waits for its place to be stored, but not for ever.
		const now = jest
			.spyOn(Date, 'now')
			.mockImplementation(() => performance.timeOrigin + performance.now() + MINUTE_MS);
		expect(await watcher.ids()).toEqual([id]);
		now.mockRestore();
	});

	it('starts anew with a state that is ticked later, and again when it is ticked again', async () => {
		const service = await startService();
		const declined = { states: ['DECLINED'] };
		const both = { states: ['DECLINED', 'WITHDRAWN'] };
		const withdrawn = async () => {
			const { id } = await addOpen(service);
			await endings.WITHDRAWN!(service, id);
			return id;
		};
		let watcher = await startWatching(service, declined);
		await withdrawn();
		watcher = watcher.edited(both);
		expect(await watcher.ids()).toEqual([]);
		const id = await withdrawn();
		expect(await watcher.ids()).toEqual([id]);

		watcher = watcher.edited(declined);
		expect(await watcher.ids()).toEqual([]);
		await withdrawn();
		watcher = watcher.edited(both);
		expect(await watcher.ids()).toEqual([]);
	});

	it('starts anew with another account', async () => {
		const users = ['api_demo_one', 'api_demo_two'].map((username) => ({
			username,
			apiKey: `key-of-${username}`,
			validation: true,
		}));
		const service = await startService({ users });
		const { credential } = service.engine;
		const logInAs = async (user: number) =>
			await credential.updateCredentials(undefined, '', {
				...credential.read(),
				...users[user],
				sessionToken: '',
			});
		await logInAs(1);
		const watcher = await startWatching(service, { states: ['DECLINED'] });
		await addDeclined(service);
		await logInAs(0);
		expect(await watcher.ids()).toEqual([]);
		const id = await addDeclined(service);
		expect(await watcher.ids()).toEqual([id]);
	});

	it.each([[{ savedAtMs: 1, account: 'a', places: 7 }], [7], [null]])(
		'starts anew, and says so, when %j stands in its place',
		async (damaged) => {
			const service = await startService();
			await addDeclined(service);
			const watcher = watch(service, { states: ['DECLINED'] });
			watcher.saved = JSON.stringify({ 'node:Node': damaged });
			expect(await watcher.ids()).toEqual([]);
			const id = await addDeclined(service);
			expect(await watcher.ids()).toEqual([id]);
			watcher.restart();
			expect(await watcher.ids()).toEqual([]);
			expect(watcher.logged).toEqual([
				expect.stringMatching(
					/was damaged, so the node starts again from now\. Requests that ended/,
				),
			]);
		},
	);

	it('does the same when what our triggers keep together is damaged', async () => {
		const service = await startService();
		const before = await startWatching(service, { states: ['DECLINED'] });
		await addDeclined(service);
		const watcher = before.edited({});
		watcher.saved = before.saved.replace('"states":', '"places":');
		expect(await watcher.ids()).toEqual([]);
		expect(watcher.logged).toEqual([
			expect.stringMatching(/was damaged, so the node starts again/),
		]);
		const id = await addDeclined(service);
		expect(await watcher.ids()).toEqual([id]);
	});
});

it('filters neither floods nor loses when a filter changes', async () => {
	const service = await startService();
	let watcher = await startWatching(service, {
		states: ['DECLINED'],
		filters: { titleContains: 'A' },
	});
	await addDeclined(service, { title: 'B before' });
	const a = await addDeclined(service, { title: 'A' });
	expect(await watcher.ids()).toEqual([a]);
	const b = await addDeclined(service, { title: 'B after' });
	watcher = watcher.edited({ filters: { titleContains: 'B' } });
	expect(await watcher.ids()).toEqual([b]);
});

describe('the filter by your reference', () => {
	const parameters = { states: ['DECLINED'], filters: { custom: 'order-1' } };
	const warning = /No listed request has a reference \(custom\)/;

	/** As a service of which answers never contain it. */
	const withoutCustom = (called: URL) => ({
		body: isList(called)
			? (page: unknown) => (page as object[]).map((one) => ({ ...one, custom: undefined }))
			: undefined,
	});

	it('warns once when the service shows none', async () => {
		const service = await startAlteredService(withoutCustom);
		const watcher = await startWatching(service, parameters);
		expect(watcher.logged).toEqual([]);
		for (let count = 0; count < 3; count++) {
			await addDeclined(service, { custom: 'order-1' });
			expect(await watcher.ids()).toEqual([]);
		}
		expect(watcher.logged).toEqual([expect.stringMatching(warning) as string]);
	});

	it('says so where there is no sample to show', async () => {
		const service = await startAlteredService(withoutCustom);
		await addDeclined(service, { custom: 'order-1' });
		await expect(watch(service, parameters).fetchTestEvent()).rejects.toMatchObject({
			description: expect.stringMatching(warning) as string,
		});
	});

	it('does not warn where others show one', async () => {
		const service = await startService();
		await addDeclined(service, { custom: 'order-2' });
		const watcher = await startWatching(service, parameters);
		await addDeclined(service);
		expect(await watcher.ids()).toEqual([]);
		expect(watcher.logged).toEqual([]);
	});
});

describe('the form', () => {
	it('shows the request as the service sends it without Simplify', async () => {
		const service = await startService();
		const parameters = { states: ['DECLINED'], simplify: false };
		const watcher = await startWatching(service, parameters);
		await addDeclined(service, { callback_error_url: 'http://127.0.0.1:9/hook?secret=1' });
		const [item] = await watcher.poll();
		expect(item!.json).toMatchObject({ owner: service.sandbox.username });
		expect(JSON.stringify(item)).not.toContain('/hook');
	});

	it.each([
		['no state', [], /^Trigger On is empty/],
		[
			'a state that is mistyped',
			['SIGNED', 'EXPRIED'],
			/^Trigger On.* isn't one of DECLINED, DELETED_SOON, ERROR, EXPIRED, RESUME, SIGNED, WITHDRAWN/,
		],
	])('refuses %s before any call', async (_title, states, reason) => {
		const service = await startService();
		const watcher = watch(service, { states: `={{ ${JSON.stringify(states)} }}` });
		await expect(watcher.poll()).rejects.toThrow(reason);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});

describe('in the editor', () => {
	it('shows the latest change as a sample, and keeps nothing of it', async () => {
		const service = await startStill();
		const states = ['DECLINED', 'SIGNED'];
		const watcher = await startWatching(service, { states });
		const latest = await addOpen(service);
		const earlier = await addDeclined(service);
		await service.sandbox.clock.advance(MINUTE_MS);
		await service.sandbox.people.sign(latest.id);

		const sample = await watcher.fetchTestEvent();

		expect(sample.map(idIn)).toEqual([latest.id]);
		expect(await watcher.ids()).toEqual([earlier, latest.id]);
		expect((await watcher.fetchTestEvent()).map(idIn)).toEqual([latest.id]);
	});

	it.each([
		[{}, /^No request is SIGNED$/],
		[{ signer: 'no one' }, /^No request is SIGNED and passes the filters$/],
	])('says so when there is none, with the filters %j', async (filters, reason) => {
		const service = await startService();
		const watcher = watch(service, { filters });
		await expect(watcher.fetchTestEvent()).rejects.toMatchObject({
			message: expect.stringMatching(reason) as string,
			description: expect.stringMatching(/^Sign a request and try again/) as string,
		});
	});
});
