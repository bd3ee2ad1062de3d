import { randomUUID } from 'node:crypto';
import { addDeclined, watch } from '../../support/polling/polling';
import { startService } from '../../support/service/service';

const DAY_MS = 86_400_000;

/** A trigger that has looked at 250 requests which ended a day ago. */
async function watchLong({ options = {}, budgetMs = 300_000 } = {}) {
	const service = await startService({ rateLimits: [] });
	const { calls, store } = service.sandbox;
	const model = store.request(await addDeclined(service))!;
	model.updatedAt -= DAY_MS;
	for (let count = 1; count < 250; count++) store.addRequest({ ...model, id: randomUUID() });
	const watcher = watch(service, { states: ['DECLINED'], options });
	watcher.budgetMs = budgetMs;
	const counted = async () => {
		calls.clear();
		return { ids: await watcher.ids(), calls: calls.count({ path: '/signature-requests' }) };
	};
	// The poll after the first look reads all of it once more; calls for pages behind the end may still be under way.
	for (let polls = 0; polls < 3; polls++) expect((await counted()).ids).toEqual([]);
	return { service, watcher, counted };
}

it('a long list is looked at first by several polls when one has not the time, and what changes meanwhile comes', async () => {
	const { service, watcher, counted } = await watchLong({ budgetMs: 4 });
	await service.sandbox.clock.advance(60_000);
	const id = await addDeclined(service);
	const polls = [];
	for (let count = 0; count < 20; count++) polls.push(await counted());
	expect(polls.flatMap(({ ids }) => ids)).toEqual([id]);
	expect(polls[0]!.calls).toBeLessThan(6);
	watcher.restart();
	watcher.budgetMs = 300_000;
	expect((await counted()).ids).toEqual([]);
});

it('reads all of the list with every poll when the interval is 0', async () => {
	const { counted } = await watchLong({ options: { compareEveryHours: 0 } });
	expect((await counted()).calls).toBe(6);
});
