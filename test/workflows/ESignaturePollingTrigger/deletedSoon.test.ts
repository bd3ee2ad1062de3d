/** Requests that a retention policy is about to delete. */
import { addOpen, startPolling, startWatching, watch } from '../../support/polling/polling';
import { startService } from '../../support/service/service';
import type { Service } from '../../support/service/service';

const DAY_MS = 86_400_000;
const soon = { states: ['DELETED_SOON'], daysBeforeDeletion: 3 };
const lists = { method: 'GET', path: '/v3/signature-requests' };

/** Requests are deleted ten days after they were made. */
const startRetaining = async (dialect: 'contract' | 'public' = 'contract') => {
	const tokenLifetimesMs = { v1: 400 * DAY_MS, v2: 400 * DAY_MS, v3: 400 * DAY_MS };
	return await startService({
		...{ dialect, retentionDays: 10, isClockStopped: true, tokenLifetimesMs },
	});
};

const deletedOn = ({ sandbox }: Service, id: string) => sandbox.store.request(id)!.autoDeleteAt;

it.each([
	['v2', 'contract'],
	['v3', 'contract'],
	['v2', 'public'],
	['v3', 'public'],
] as const)('starts once for each, whatever its state, with %s of %s', async (...place) => {
	const [apiVersion, dialect] = place;
	const service = await startRetaining(dialect);
	const { id: open } = await addOpen(service, apiVersion);
	const { id: signed } = await addOpen(service, apiVersion);
	await service.sandbox.people.sign(signed);
	const watcher = await startWatching(service, { ...soon, apiVersion });
	await service.sandbox.clock.advance(5 * DAY_MS);
	expect(await watcher.ids()).toEqual([]);

	await service.sandbox.clock.advance(2 * DAY_MS);
	const items = await watcher.poll();
	expect(items.map(({ json }) => json.id).sort()).toEqual([open, signed].sort());
	expect(items.find(({ json }) => json.id === signed)!.json).toMatchObject({
		...{ event: 'deletedSoon', outcome: 'signed', status: 'SIGNED' },
		auto_delete_at: deletedOn(service, signed),
	});
	expect(await watcher.ids()).toEqual([]);
	watcher.restart();
	await service.sandbox.clock.advance(DAY_MS);
	expect(await watcher.ids()).toEqual([]);
});

it('also starts for those that were there before it, and for a sample', async () => {
	const service = await startRetaining();
	const { id } = await addOpen(service);
	await service.sandbox.clock.advance(8 * DAY_MS);
	const [sample] = await watch(service, soon).fetchTestEvent();
	expect(sample!.json.id).toBe(id);
	expect(await watch(service, soon).ids()).toEqual([id]);
});

it('brings the documents while they are there', async () => {
	const service = await startRetaining();
	const { id } = await addOpen(service);
	await service.sandbox.people.sign(id);
	await service.sandbox.clock.advance(8 * DAY_MS);
	const [item] = await watch(service, { ...soon, downloadDocuments: true }).poll();
	const bytes = await service.engine.readBinary(item!);
	expect(bytes.includes('/ByteRange')).toBe(true);
	await service.sandbox.clock.advance(3 * DAY_MS);
	expect(service.sandbox.store.request(id)).toBeUndefined();
});

it('tells the deletion of a request from its end', async () => {
	const service = await startRetaining();
	const watcher = await startWatching(service, { ...soon, states: ['DELETED_SOON', 'SIGNED'] });
	const { id } = await addOpen(service);
	await service.sandbox.people.sign(id);
	const [ended] = await watcher.poll();
	await service.sandbox.clock.advance(8 * DAY_MS);
	const [deleted] = await watcher.poll();
	expect([ended, deleted].map((item) => item!.json)).toMatchObject([
		{ id, event: 'success' },
		{ id, event: 'deletedSoon' },
	]);
	expect(ended!.json.eventId).not.toBe(deleted!.json.eventId);
});

it('starts for none without a retention policy', async () => {
	const { service, watcher } = await startPolling(soon);
	await addOpen(service);
	expect(await watcher.ids()).toEqual([]);
	expect(service.sandbox.calls.count(lists)).toBeGreaterThan(0);
});

it('leaves no more files than fit for the next poll', async () => {
	const service = await startRetaining();
	const ids: string[] = [];
	for (let count = 0; count < 3; count++) ids.push((await addOpen(service)).id);
	await service.sandbox.clock.advance(8 * DAY_MS);
	const watcher = watch(service, { ...soon, downloadDocuments: true });
	watcher.budgetMs = -1;
	const found = [...(await watcher.ids()), ...(await watcher.ids()), ...(await watcher.ids())];
	expect(found.sort()).toEqual(ids.sort());
	expect(await watcher.ids()).toEqual([]);
});
