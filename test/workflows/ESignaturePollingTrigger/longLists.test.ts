import { createEngine } from '../../support/engine/engine';
import { startLongList } from '../../support/polling/longList';
import type { LongList } from '../../support/polling/longList';
import { idIn } from '../../support/polling/polling';

const open: LongList[] = [];

afterEach(async () => {
	for (const list of open.splice(0)) await list.close();
});

/** A trigger that has looked at so many ended requests. */
async function watchLong(
	size: number,
	order: string,
	{ options = {}, states = ['SIGNED'], budgetMs = 300_000 } = {},
) {
	const list = await startLongList(size, order);
	open.push(list);
	const engine = await createEngine(list.credential);
	const host = engine.watch({
		type: 'eSignaturePollingTrigger',
		parameters: { states, options },
	});
	host.budgetMs = budgetMs;
	const counted = async () => {
		list.counted.calls = 0;
		const ids = (await host.poll()).map(idIn);
		return { ids, calls: list.counted.calls };
	};
	// The poll after the first look reads all of it once more; calls for pages behind the end may still be under way.
	for (let polls = 0; polls < 3; polls++) expect((await counted()).ids).toEqual([]);
	return { list, host, counted };
}

it('a long list is looked at first by several polls when one has not the time, and what changes meanwhile comes', async () => {
	const { list, host, counted } = await watchLong(500, 'newest first', { budgetMs: 4 });
	list.pass(60_000);
	const id = list.add();
	const polls = [];
	for (let count = 0; count < 30; count++) polls.push(await counted());
	expect(polls.flatMap(({ ids }) => ids)).toEqual([id]);
	expect(polls[0]!.calls).toBeLessThan(10);
	host.restart();
	host.budgetMs = 300_000;
	expect((await counted()).ids).toEqual([]);
});

it('reads all of the list with every poll when the interval is 0', async () => {
	const options = { compareEveryHours: 0 };
	const { counted } = await watchLong(500, 'newest first', { options });
	expect((await counted()).calls).toBe(11);
});
