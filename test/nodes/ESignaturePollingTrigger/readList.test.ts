import { INTERVAL_MS, NUMBERINGS, ORDERS, Service, Watcher, WINDOW_MS } from './service';
import { idsOf } from '../../../nodes/ESignaturePollingTrigger/readList';
import { fc, tries } from '../../support/jest/property';

const orders = Object.keys(ORDERS);
/** Takes more calls where the last page is full. */
const strange = 'from 0, where the list begins anew behind the end';
const usual = Object.keys(NUMBERINGS).filter((numbering) => numbering !== strange);

/** A service with so many requests, and a watcher that knows them. */
async function setOut(order: string, size: number, numbering = 'from 0') {
	const service = new Service(() => ORDERS[order]!, NUMBERINGS[numbering]);
	for (let count = 0; count < size; count++) {
		service.add();
		service.nowMs += 10;
	}
	const watcher = await startWatching(service);
	service.calls = 0;
	return { service, watcher };
}

/** A watcher whose first look is over, and the reading of all that follows it. */
async function startWatching(service: Service): Promise<Watcher> {
	const watcher = new Watcher(service);
	for (let polls = 0; polls < 2; polls++) expect(await watcher.poll()).toEqual([]);
	return watcher;
}

/** Polls until a full comparison has begun and ended. */
async function compareAll(service: Service, watcher: Watcher): Promise<string[]> {
	service.nowMs += INTERVAL_MS;
	const found: string[] = [];
	for (let polls = 0; polls < 200; polls++) {
		found.push(...(await watcher.poll()));
		service.nowMs += 1;
		if (watcher.list?.nextPage === undefined) return found;
	}
	throw new Error('The comparison does not end');
}

describe.each(orders)('a list %s', (order) => {
	describe.each(usual)('with pages %s', (numbering) => {
		it.each([4, 8, 9, 11, 12, 100, 101, 103])(
			'of %d requests that stands still takes three calls',
			async (size) => {
				const { service, watcher } = await setOut(order, size, numbering);
				for (let polls = 0; polls < 5; polls++) {
					service.calls = 0;
					expect(await watcher.poll()).toEqual([]);
					expect(service.calls).toBeLessThanOrEqual(3);
				}
			},
		);

		it('takes three calls also while all of it is being compared', async () => {
			const { service, watcher } = await setOut(order, 100, numbering);
			service.nowMs += INTERVAL_MS;
			await watcher.poll();
			for (let polls = 0; watcher.list?.nextPage !== undefined; polls++) {
				service.calls = 0;
				service.nowMs += 1;
				expect(await watcher.poll()).toEqual([]);
				expect(service.calls).toBeLessThanOrEqual(3);
				expect(polls).toBeLessThan(60);
			}
		});

		it('brings what comes with the next poll, and reads only some of it', async () => {
			const { service, watcher } = await setOut(order, 200, numbering);
			for (let round = 0; round < 10; round++) {
				service.nowMs += 10;
				const id = service.add();
				service.calls = 0;
				expect(await watcher.poll()).toEqual([id]);
				expect(service.calls).toBeLessThan(30);
				expect(await watcher.poll()).toEqual([]);
			}
		});
	});
});

it('does not look for the end for ever when the list begins anew with a page that has changed', async () => {
	const { service, watcher } = await setOut('oldest first', 40, strange);
	service.requests.splice(0, 4);
	const id = service.add();
	service.requests.splice(0, 1);
	expect(await watcher.poll()).toEqual([id]);
	expect(service.calls).toBeLessThan(60);
});

it('a list in which times rise and fall brings what comes behind a full last page', async () => {
	const service = new Service(() => (a, b) => a.number - b.number);
	for (let count = 0; count < 100; count++) service.add((count % 2) * 5);
	const watcher = await startWatching(service);
	service.nowMs += 10;
	const id = service.add();
	expect(await watcher.poll()).toEqual([id]);
});

it('a list in no order is read as a whole, and brings what comes with the next poll', async () => {
	let seed = 1;
	const shuffled = () => {
		seed = (seed * 48271) % 2147483647;
		const salt = seed;
		return (a: { number: number }, b: { number: number }) =>
			((a.number * salt) % 1013) - ((b.number * salt) % 1013);
	};
	let order = shuffled();
	const service = new Service(() => order);
	for (let count = 0; count < 60; count++) service.add();
	const watcher = await startWatching(service);
	for (let round = 0; round < 10; round++) {
		order = shuffled();
		service.nowMs += 10;
		const id = service.add();
		expect(await watcher.poll()).toEqual([id]);
	}
});

it('a list that is empty or short for once is believed for the place alone', async () => {
	const { service, watcher } = await setOut('newest first', 100);
	const all = service.requests;
	for (const short of [[], all.slice(0, 30), all.slice(60), []]) {
		service.requests = short;
		expect(await watcher.poll()).toEqual([]);
		service.requests = all;
		expect(await watcher.poll()).toEqual([]);
	}
});

describe('a full comparison, a page with each poll', () => {
	/** One that stands where another did, on page 10: nothing else shows it. */
	async function setOutHidden() {
		const ranks = new Map<string, number>();
		const rank = ({ id, number }: { id: string; number: number }) => ranks.get(id) ?? number;
		const service = new Service(() => (a, b) => rank(a) - rank(b));
		for (let count = 0; count < 100; count++) service.add();
		const watcher = await startWatching(service);
		service.requests.splice(40, 1);
		service.nowMs += 10;
		const hidden = service.add();
		ranks.set(hidden, 40);
		expect(await watcher.poll()).toEqual([]);
		return { service, watcher, hidden };
	}

	it.each([
		['the time has come', -INTERVAL_MS],
		['the clock was set back', INTERVAL_MS],
	])('begins when %s', async (_title, differenceMs) => {
		const { service, watcher, hidden } = await setOutHidden();
		watcher.list!.comparedMs = service.nowMs + differenceMs;
		const found: string[][] = [];
		for (let polls = 0; polls < 26; polls++) found.push(await watcher.poll());
		expect(found.findIndex(({ length }) => length > 0)).toBe(10);
		expect(found.flat()).toEqual([hidden]);
	});

	it('ends within one and a half times its interval, however rarely it is polled', async () => {
		const { service, watcher } = await setOut('by id', 402);
		service.nowMs += INTERVAL_MS;
		let polls = 0;
		do {
			await watcher.poll();
			service.nowMs += INTERVAL_MS / 10;
			polls++;
		} while (watcher.list?.nextPage !== undefined);
		expect(polls).toBeGreaterThan(10);
		expect(polls).toBeLessThanOrEqual(16);
	});

	it('goes back for what moves forward over its cursor', async () => {
		const { service, watcher, hidden } = await setOutHidden();
		watcher.list!.comparedMs = service.nowMs - INTERVAL_MS;
		for (let polls = 0; polls < 10; polls++) expect(await watcher.poll()).toEqual([]);
		service.requests.shift();
		expect(await watcher.poll()).toEqual([hidden]);
	});
});

it('a first page that was empty for once is found again by a full comparison', async () => {
	const { service, watcher } = await setOut('newest first', 100);
	const { list } = watcher;
	const index = {
		...list!,
		first: { page: 1, ids: idsOf(service.read(1)) },
	};
	watcher.state!.list = index;
	await compareAll(service, watcher);
	expect(watcher.list!.first).toEqual(list!.first);
});

/** Whether what comes shows at the end, or at the front and the watcher knows: of equal moments it cannot. */
function isLearned(order: string, { list }: Watcher): boolean {
	return order === 'oldest first' || (order === 'newest first' && list?.isNewestFirst === true);
}

const step = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const) }) },
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('late' as const), ms: fc.nat(WINDOW_MS - 1) }),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat() }) },
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(2 * WINDOW_MS) }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			most: fc.oneof({ weight: 4, arbitrary: fc.constant(Infinity) }, fc.nat(3)),
			/** How many pages it reads before its time is over. */
			patience: fc.oneof({ weight: 4, arbitrary: fc.constant(Infinity) }, fc.nat(8)),
			/** After so many pages the service fails. */
			failsAt: fc.option(fc.nat(8), { freq: 8, nil: undefined }),
			/** After so many pages a request is added or removed, while the poll goes on. */
			during: fc.option(fc.record({ page: fc.nat(6), isAdded: fc.boolean() }), { nil: undefined }),
		}),
	},
);

const histories = fc.record({
	order: fc.constantFrom(...orders),
	numbering: fc.constantFrom(...Object.keys(NUMBERINGS)),
	size: fc.nat(60),
	mayRemove: fc.boolean(),
	steps: fc.array(step, { maxLength: 60, size: 'max' }),
});

type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const add = { kind: 'add' as const };
const late = { kind: 'late' as const, ms: 0 };
const remove = (which = 0) => ({ kind: 'remove' as const, which });
const poll = (patience = Infinity, during?: { page: number; isAdded: boolean }) =>
	({ kind: 'poll', most: Infinity, patience, failsAt: undefined, during }) as const;

/** Found by chance, each of them: something came later than with the next poll. */
const wentWrong: History[] = [
	{
		order: 'oldest first',
		numbering: 'from 0',
		size: 12,
		mayRemove: true,
		// What stood at the end has changed, and stands by chance where it did.
		steps: [
			...[remove(), add, remove(), { kind: 'pass', ms: 1 } as const],
			...[remove(), remove(), late, { kind: 'edit', which: 4 } as const, poll(0)],
		],
	},
	{
		order: 'newest first',
		numbering: 'from 0',
		size: 3,
		mayRemove: true,
		// Another poll goes on with a scan, in which one came at the front and one went behind it.
		steps: [add, poll(0), late, add, add, late, poll(3), add, remove(2), poll()],
	},
	{
		order: 'by id',
		numbering: 'from 0',
		size: 56,
		mayRemove: false,
		// One comes while the end is being read.
		steps: [poll(Infinity, { page: 1, isAdded: true }), add, poll()],
	},
	{
		order: 'newest first',
		numbering: strange,
		size: 3,
		mayRemove: false,
		// A scan ends before it knows which number the first page has.
		steps: [add, poll(2), add, add, poll()],
	},
	{
		order: 'by id',
		numbering: 'from 0, where the last page comes again behind the end',
		size: 12,
		mayRemove: false,
		// A page behind the end shows an anchor where it does not stand.
		steps: [{ ...poll(), most: 0 }, add, add, add, late, poll(4)],
	},
	{
		order: 'by id',
		numbering: 'from 0',
		size: 9,
		mayRemove: false,
		// One comes before an anchor on a page of which the other entries stand where they did.
		steps: [add, poll(0), late, add, poll(), add, poll()],
	},
	{
		order: 'newest first',
		numbering: 'from 0',
		size: 10,
		mayRemove: true,
		// A full comparison begins on a page of one moment, which does not show the order.
		steps: [
			...[add, add, { ...poll(), most: 2 }, add, add, { kind: 'wait' } as const],
			...[poll(Infinity, { page: 2, isAdded: false }), add, poll()],
		],
	},
	{
		order: 'newest first',
		numbering: 'from 1, where page 0 is empty',
		size: 1,
		mayRemove: false,
		// The next page has half of what stood on the first one, and is not the end.
		steps: [
			...[add, add, add, { kind: 'wait' } as const, { kind: 'edit', which: 0 } as const],
			...[add, add, add, poll(0), late, add, poll(0)],
		],
	},
	{
		order: 'newest first',
		numbering: 'from 0, where the last page comes again behind the end',
		size: 2,
		mayRemove: true,
		// A list of one full page looks as if its first page had two numbers.
		steps: [add, late, poll(0, { page: 2, isAdded: false }), late, add, add, add, add],
	},
	{
		order: 'newest first',
		numbering: 'from 0',
		size: 0,
		mayRemove: true,
		// A scan goes back to the second page, finds it as it was, and must not take it for the first.
		steps: [
			...[add, add, add, add, add, add, add, add, add, add, add, poll(), add, add],
			...[{ ...poll(0), most: 2 }, remove(1045286327)],
			...[{ ...poll(Infinity, { page: 4, isAdded: false }), most: 0 }, add],
		],
	},
];

it('whatever happens, nothing comes twice, and after a full comparison nothing is missing', async () => {
	await fc.assert(
		fc.asyncProperty(histories, async ({ order, numbering, size, mayRemove, steps }) => {
			const { service, watcher } = await setOut(order, size, numbering);
			const atFirst = new Set(service.requests.map(({ id }) => id));
			const removed = new Set<string>();
			/** What the next poll has to bring, if the order is one that can be learned. */
			let due: string[] = [];
			let isDisturbed = false;
			// What goes, or comes during a poll, hides what comes elsewhere than at the front or the end, until all is compared.
			let isHiding = false;
			const remove = (which: number) => {
				if (!mayRemove) return;
				const [one] = service.requests.splice(which % service.requests.length, 1);
				if (!one) return;
				removed.add(one.id);
				isHiding ||= !isLearned(order, watcher);
			};
			for (const event of steps) {
				if (event.kind === 'add') due.push(service.add());
				if (event.kind === 'late') service.add(event.ms);
				if (event.kind === 'pass') service.nowMs += event.ms;
				if (event.kind === 'wait') service.nowMs += INTERVAL_MS;
				if (event.kind === 'remove' && service.requests.length > 0) remove(event.which);
				if (event.kind === 'edit' && service.requests.length > 0) {
					const one = service.requests[event.which % service.requests.length]!;
					one.stateChangedAtMs = service.nowMs;
				}
				if (event.kind !== 'poll') continue;
				const { during, most, failsAt } = event;
				watcher.patience = event.patience;
				let pages = 0;
				service.beforePage = () => {
					if (pages++ === failsAt) throw new Error('The service failed');
					if (pages - 1 !== during?.page) return;
					isDisturbed = true;
					isHiding ||= !isLearned(order, watcher);
					if (during.isAdded) service.add();
					else if (service.requests.length > 0) remove(pages);
				};
				const isFailed = await watcher.poll(most).then(
					() => false,
					() => true,
				);
				service.beforePage = () => undefined;
				if (isFailed) continue;
				const missing = due.filter((id) => !removed.has(id) && !watcher.emitted.includes(id));
				const isComplete = most === Infinity && watcher.isComplete;
				if (!isDisturbed && !isHiding && isComplete) expect(missing).toEqual([]);
				due = isDisturbed ? [] : missing;
				isDisturbed = false;
			}
			watcher.patience = Infinity;
			while ((await watcher.poll(5)).length > 0);
			await compareAll(service, watcher);
			await compareAll(service, watcher);

			expect(new Set(watcher.emitted).size).toBe(watcher.emitted.length);
			expect(watcher.emitted.filter((id) => atFirst.has(id))).toEqual([]);
			const missing = service.requests
				.map(({ id }) => id)
				.filter((id) => !atFirst.has(id) && !watcher.emitted.includes(id));
			expect(missing).toEqual([]);
		}),
		{ ...tries(200), examples: wentWrong.map((history) => [history] as [History]) },
	);
});
