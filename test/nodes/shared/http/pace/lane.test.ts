import { openLane, WIDEST } from '../../../../../nodes/shared/http/pace/lane';
import type { Caller, Lane, Lesson, Pass } from '../../../../../nodes/shared/http/pace/lane';

const MEBIBYTE = 1024 * 1024;
const run = {};
const call = (more: Partial<Caller> = {}): Caller => ({ run, bytes: 0, isAgain: false, ...more });

/** Lets everything that is waiting for a promise go on. */
const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** Keeps asking for room; those that got it can be let go again, oldest first. */
async function crowd(lane: Lane, amount: number, more: Partial<Caller> = {}) {
	const inside: Pass[] = [];
	for (let index = 0; index < amount; index++) {
		void lane.enter(call(more)).then((pass) => pass && inside.push(pass));
	}
	await settle();
	return {
		inside,
		leave: async (lesson: Lesson, many = 1) => {
			for (const pass of inside.splice(0, many)) pass.leave(lesson);
			await settle();
		},
	};
}

it('begins wide, and lets in no more', async () => {
	const { inside, leave } = await crowd(openLane(), WIDEST + 10);
	expect(inside).toHaveLength(WIDEST);
	await leave('nothing', 4);
	expect(inside).toHaveLength(WIDEST);
});

it('halves once for all that were under way together, down to one at a time', async () => {
	const lane = openLane(8);
	const { inside, leave } = await crowd(lane, 100);
	await leave('too much', 8);
	expect(inside).toHaveLength(4);
	await leave('too much', 4);
	expect(inside).toHaveLength(2);
	await leave('too much', 2);
	expect(inside).toHaveLength(1);
	await leave('too much');
	expect(inside).toHaveLength(1);
});

it('widens by one when as many as it is wide went well, and never above where it began', async () => {
	const { inside, leave } = await crowd(openLane(4), 1000);
	await leave('too much', 4);
	expect(inside).toHaveLength(2);
	await leave('all well');
	expect(inside).toHaveLength(2);
	await leave('all well');
	expect(inside).toHaveLength(3);
	await leave('all well', 3);
	expect(inside).toHaveLength(4);
	for (let times = 0; times < 20; times++) await leave('all well');
	expect(inside).toHaveLength(4);
});

it('learns nothing from what says nothing', async () => {
	const { inside, leave } = await crowd(openLane(2), 100);
	await leave('too much', 2);
	for (let times = 0; times < 20; times++) await leave('nothing');
	expect(inside).toHaveLength(1);
});

it('knows who was alone', async () => {
	const lane = openLane(2);
	const first = await lane.enter(call());
	const second = await lane.enter(call());
	expect([first?.isAlone, second?.isAlone]).toEqual([true, false]);
});

it.each([
	['files of 1 MiB', 1, 12],
	['files of 4 MiB', 4, 3],
	['files of 100 MiB, which are streamed', 100, 3],
])('lets in %s only as far as memory holds', async (_title, mebibytes, most) => {
	const { inside, leave } = await crowd(openLane(), 100, { bytes: mebibytes * MEBIBYTE });
	expect(inside).toHaveLength(most);
	await leave('all well', 2);
	expect(inside).toHaveLength(most);
});

it('gives every run its turn', async () => {
	const lane = openLane(1);
	const order: string[] = [];
	const ask = (name: string, of: object) =>
		void lane.enter(call({ run: of })).then(async (pass) => {
			order.push(name);
			await settle();
			pass?.leave('all well');
		});
	const [long, short] = [{}, {}];
	for (let index = 0; index < 5; index++) ask('long', long);
	ask('short', short);
	ask('short', short);
	for (let times = 0; times < 20; times++) await settle();
	expect(order).toEqual(['long', 'long', 'short', 'long', 'short', 'long', 'long']);
});

it('lets what was refused before go first, and only in its own run', async () => {
	const lane = openLane(1);
	const order: string[] = [];
	const first = await lane.enter(call());
	const ask = (name: string, more: Partial<Caller>) =>
		void lane.enter(call(more)).then((pass) => {
			order.push(name);
			pass?.leave('all well');
		});
	ask('other run', { run: {} });
	ask('new', {});
	ask('again', { isAgain: true });
	first?.leave('all well');
	await settle();
	expect(order).toEqual(['other run', 'again', 'new']);
});

describe('somebody who is stopped', () => {
	it('does not get in, and leaves no gap', async () => {
		const lane = openLane(1);
		const first = await lane.enter(call());
		const stop = new AbortController();
		const stopped = lane.enter(call({ signal: stop.signal }));
		const next = lane.enter(call());
		stop.abort();
		expect(await stopped).toBeUndefined();
		first?.leave('all well');
		expect(await next).toBeDefined();
	});

	it('does not even ask when it was stopped before', async () => {
		expect(await openLane().enter(call({ signal: AbortSignal.abort() }))).toBeUndefined();
	});

	it('lets pass who stood behind because of its size', async () => {
		const lane = openLane();
		await crowd(lane, 3, { bytes: 4 * MEBIBYTE });
		const stop = new AbortController();
		const large = lane.enter(call({ bytes: MEBIBYTE, signal: stop.signal }));
		const small = lane.enter(call());
		stop.abort();
		expect(await large).toBeUndefined();
		expect(await small).toBeDefined();
	});

	it('changes nothing once it is in', async () => {
		const lane = openLane(1);
		const stop = new AbortController();
		const first = await lane.enter(call());
		const second = lane.enter(call({ signal: stop.signal }));
		first?.leave('all well');
		const pass = await second;
		const third = lane.enter(call());
		stop.abort();
		pass?.leave('all well');
		expect(await third).toBeDefined();
	});
});
