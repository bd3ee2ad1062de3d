import { randomUUID } from 'node:crypto';
import { manualClock } from '../../../sandbox/state/clock';
import { isList, startAlteredService } from '../../support/service/alteredService';
import { addDeclined, addOpen, startWatching } from '../../support/polling/polling';
import { startService, type Service } from '../../support/service/service';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const lists = { method: 'GET', path: '/signature-requests' };

const tokenLifetimesMs = { v1: 9 * DAY_MS, v2: 9 * DAY_MS, v3: 9 * DAY_MS };

async function addAhead(service: Service): Promise<string> {
	const id = await addDeclined(service);
	service.sandbox.store.request(id)!.updatedAt += DAY_MS;
	return id;
}

it('a request dated a day ahead is measured by the clock of the service, not by that of this machine', async () => {
	// This machine is two days ahead of the service.
	const clock = manualClock(Date.now() - 2 * DAY_MS);
	const service = await startService({ clock, tokenLifetimesMs });
	await addAhead(service);
	const watcher = await startWatching(service, { states: ['DECLINED'] });
	const next = await addDeclined(service);
	expect(await watcher.ids()).toEqual([next]);
	expect(await watcher.ids()).toEqual([]);
});

/** As many declined requests in a moment as no one wants to create one by one. */
async function addMany(service: Service, count: number): Promise<string[]> {
	const { store } = service.sandbox;
	const first = store.request(await addDeclined(service))!;
	const more = Array.from({ length: count - 1 }, () => ({ ...first, id: randomUUID() }));
	for (const request of more) store.addRequest(request);
	return [first, ...more].map(({ id }) => id);
}

it('entries that cannot be read do not end the list early, and cost no calls', async () => {
	const unreadable = new Set<string>();
	const spoil = (page: unknown) =>
		(page as Array<{ id: string }>).map((one) => (unreadable.has(one.id) ? null : one));
	const service = await startAlteredService((called) =>
		isList(called) ? { body: spoil } : undefined,
	);
	const { calls, people } = service.sandbox;
	// In the order of their creation, this one is on another page than the next that ends.
	const { id: oldest } = await addOpen(service);
	const ended = await addMany(service, 220);
	for (let index = 10; index < ended.length; index += 50) unreadable.add(ended[index]!);
	const watcher = await startWatching(service, { states: ['DECLINED'] });
	expect(await watcher.ids()).toEqual([]);
	calls.clear();
	expect(await watcher.ids()).toEqual([]);
	expect(calls.count(lists)).toBeLessThanOrEqual(3);
	people.decline(oldest);
	const next = await addDeclined(service);
	expect((await watcher.ids()).sort()).toEqual([oldest, next].sort());
	expect(await watcher.ids()).toEqual([]);
});
