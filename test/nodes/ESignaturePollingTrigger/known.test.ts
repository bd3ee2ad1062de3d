import {
	findChanges,
	forgetOldest,
	Known,
	MOST_REMEMBERED,
	MOST_UNDATED,
	moveOn,
} from '../../../nodes/ESignaturePollingTrigger/known';
import type { Listed, WideKnown } from '../../../nodes/ESignaturePollingTrigger/known';
import { shortId } from '../../../nodes/ESignaturePollingTrigger/listIndex';
import { fc, tries } from '../../support/jest/property';

const WINDOW_MS = 300;

/** One poll that emits at most so many, and what it leaves in the database. */
function poll(
	before: Known | undefined,
	listed: Listed[],
	{ most = Infinity, nowMs = Infinity, mostRemembered = MOST_REMEMBERED } = {},
) {
	const changes = findChanges(before, listed);
	const [handled, left] = [changes.slice(0, most), changes.slice(most)];
	const outcome = { left, windowMs: WINDOW_MS, nowMs };
	const { place } = forgetOldest({ place: moveOn(before, listed, outcome) }, mostRemembered);
	return {
		emitted: handled.map(({ id }) => id),
		left: left.length,
		place: Known.parse(JSON.parse(JSON.stringify(place))),
	};
}

const at = (momentMs: number | undefined, ...ids: string[]): Listed[] =>
	ids.map((id) => ({ id, momentMs }));

describe('one poll after another', () => {
	it('takes note of what is there at first, and then finds what comes', () => {
		const first = poll(undefined, at(1000, 'a', 'b'));
		expect(first.emitted).toEqual([]);
		const second = poll(first.place, [...at(1000, 'a', 'b'), ...at(1001, 'c')]);
		expect(second.emitted).toEqual(['c']);
		expect(poll(second.place, [...at(1000, 'a', 'b'), ...at(1001, 'c')]).emitted).toEqual([]);
	});

	it('finds the first of all', () => {
		const { place } = poll(undefined, []);
		expect(poll(place, at(1000, 'a')).emitted).toEqual(['a']);
	});

	it('distinguishes requests of the same moment by their ids', () => {
		const { place } = poll(undefined, at(1000, 'a'));
		expect(poll(place, at(1000, 'a', 'c', 'b')).emitted).toEqual(['b', 'c']);
	});

	it('emits the oldest first, whatever they are called', () => {
		const { place } = poll(undefined, []);
		const listed = [...at(1002, 'a'), ...at(1000, 'c'), ...at(1001, 'b')];
		expect(poll(place, listed).emitted).toEqual(['c', 'b', 'a']);
	});

	it.each([
		['one that shows up late', 1000 - WINDOW_MS + 1, ['late']],
		['not one from before all that was there at first', 1000 - WINDOW_MS, []],
	])('finds %s', (_title, momentMs, expected) => {
		const { place } = poll(undefined, at(1000, 'a'));
		expect(poll(place, [...at(1000, 'a'), ...at(momentMs, 'late')]).emitted).toEqual(expected);
	});

	it('finds one that changed while the list was being read', () => {
		const { place } = poll(undefined, at(9000, 'a'), { nowMs: 4000 });
		expect(poll(place, [...at(9000, 'a'), ...at(4000, 'missed')]).emitted).toEqual(['missed']);
	});

	it('does not take a request for new that is edited after it was emitted', () => {
		let { place } = poll(undefined, at(1000, 'a'));
		({ place } = poll(place, [...at(1000, 'a'), ...at(2000, 'b')]));
		({ place } = poll(place, [...at(1000, 'a'), ...at(2000, 'b'), ...at(50_000, 'c')]));
		expect(poll(place, at(60_000, 'a', 'b', 'c')).emitted).toEqual([]);
	});

	it('keeps apart any number of requests that share a moment', () => {
		const many = Array.from({ length: 2 * MOST_REMEMBERED + 1 }, (_, index) => `r${index}`);
		const { place } = poll(undefined, at(1000, ...many));
		const second = poll(place, at(1000, ...many, 'new'));
		expect(second.emitted).toEqual(['new']);
		expect(poll(second.place, at(1000, ...many, 'new')).emitted).toEqual([]);
	});

	it('keeps no more than the window and the last ones before it', () => {
		const many = Array.from({ length: 5000 }, (_, index) => `r${index}`);
		const listed = many.flatMap((id, index) => at(index * WINDOW_MS, id));
		const { place } = poll(undefined, listed);
		const seen = Object.keys(place.seen);
		expect(seen).toHaveLength(MOST_REMEMBERED);
		expect(seen).toContain(shortId('r4999'));
		expect(seen).not.toContain(shortId('r2999'));
	});
});

describe('one that is shown long after its moment', () => {
	const old = Array.from({ length: 10 }, (_, index) => at(1000 * (index + 1), `r${index}`)).flat();
	const mostRemembered = 4;

	it.each([
		['comes once, when all ids are remembered', 1001, ['late'], {}],
		['comes not, when it is older than all of them', 999, [], {}],
		['comes once, as far back as they reach', 6001, ['late'], { mostRemembered }],
		['comes not, when it is older', 6000, [], { mostRemembered }],
	])('%s', (_title, momentMs, expected, memory) => {
		let { place } = poll(undefined, old, memory);
		const listed = [...old, ...at(momentMs, 'late')];
		const result = poll(place, listed, memory);
		expect(result.emitted).toEqual(expected);
		({ place } = result);
		for (let round = 0; round < 3; round++) {
			const next = poll(place, listed, memory);
			expect(next.emitted).toEqual([]);
			({ place } = next);
		}
	});

	it('comes also when there was nothing at first', () => {
		let { place } = poll(undefined, []);
		({ place } = poll(place, at(90_000, 'a')));
		expect(poll(place, [...at(1000, 'late'), ...at(90_000, 'a')]).emitted).toEqual(['late']);
	});
});

describe('a list that is shorter than before', () => {
	const many = Array.from({ length: 2 * MOST_REMEMBERED }, (_, index) => `r${index}`);

	it.each([
		['of one moment', () => 1000],
		['of one window', (index: number) => 1000 + (index % WINDOW_MS)],
		['of a long time', (index: number) => 1000 + index * WINDOW_MS],
	])('forgets nothing %s', (_title, momentOf) => {
		const whole = many.flatMap((id, index) => at(momentOf(index), id));
		const [half, otherHalf] = [whole.slice(MOST_REMEMBERED), whole.slice(0, MOST_REMEMBERED)];
		let result = poll(undefined, whole);
		const next = at(momentOf(many.length), 'new');
		for (const short of [[], half, otherHalf, [...half, ...next], []]) {
			result = poll(result.place, short);
			expect(result.emitted).toEqual(short.includes(next[0]!) ? ['new'] : []);
			const back = poll(result.place, short.length === 0 ? whole : short);
			expect(back.emitted).toEqual([]);
		}
		expect(poll(result.place, [...whole, ...next]).emitted).toEqual([]);
	});
});

describe('a time stamp ahead of the clock', () => {
	const nowMs = 10_000;
	const ahead = at(nowMs + 1_000_000, 'ahead');

	it('comes once, and hides nothing that comes after it', () => {
		const first = poll(undefined, at(9000, 'a'), { nowMs });
		const second = poll(first.place, [...at(9000, 'a'), ...ahead], { nowMs });
		expect(second.emitted).toEqual(['ahead']);
		const listed = [...at(9000, 'a'), ...at(nowMs + 1, 'b', 'c'), ...ahead];
		const third = poll(second.place, listed, { nowMs: nowMs + 1 });
		expect(third.emitted).toEqual(['b', 'c']);
		expect(poll(third.place, listed, { nowMs: nowMs + 2 }).emitted).toEqual([]);
	});

	it('hides nothing when it was there from the start', () => {
		const { place } = poll(undefined, ahead, { nowMs });
		expect(poll(place, [...at(nowMs + 1, 'b'), ...ahead], { nowMs }).emitted).toEqual(['b']);
	});

	it('does not come again when the clock gets there', () => {
		let { place } = poll(undefined, [], { nowMs });
		({ place } = poll(place, ahead, { nowMs }));
		({ place } = poll(place, ahead, { nowMs: nowMs + 999_999 }));
		expect(poll(place, ahead, { nowMs: nowMs + 2_000_000 }).emitted).toEqual([]);
	});
});

describe('requests without a usable time stamp', () => {
	it('are emitted once, after the others', () => {
		const { place } = poll(undefined, at(undefined, 'old'));
		const listed = [...at(undefined, 'old', 'new'), ...at(1000, 'a')];
		const second = poll(place, listed);
		expect(second.emitted).toEqual(['a', 'new']);
		expect(poll(second.place, listed).emitted).toEqual([]);
	});

	it('are not new when a time stamp comes or goes', () => {
		const { place } = poll(undefined, [...at(undefined, 'a'), ...at(1000, 'b')]);
		expect(poll(place, [...at(1001, 'a'), ...at(undefined, 'b')]).emitted).toEqual([]);
	});

	it('wait for the next poll like others', () => {
		const { place } = poll(undefined, []);
		const second = poll(place, at(undefined, 'a', 'b'), { most: 1 });
		expect(second.emitted).toEqual(['a']);
		expect(poll(second.place, at(undefined, 'a', 'b')).emitted).toEqual(['b']);
	});

	it('are passed over once there were too many to remember, and do not flood afterwards', () => {
		const many = Array.from({ length: MOST_UNDATED + 1 }, (_, index) => `u${index}`);
		let result = poll(undefined, at(undefined, ...many));
		expect(result.place.undated).toBeUndefined();
		result = poll(result.place, [...at(undefined, ...many, 'more'), ...at(1000, 'a')]);
		expect(result.emitted).toEqual(['a']);
		result = poll(result.place, at(undefined, ...many.slice(1)));
		expect(result.emitted).toEqual([]);
		expect(poll(result.place, at(undefined, 'new')).emitted).toEqual([]);
	});
});

/** What can happen between two looks at the service. */
const steps = fc.array(
	fc.oneof(
		{
			weight: 6,
			arbitrary: fc.record({
				kind: fc.constant('change' as const),
				delayMs: fc.nat(WINDOW_MS - 1),
				aheadMs: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(20 * WINDOW_MS)),
			}),
		},
		{ weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat() }) },
		{
			weight: 5,
			// Mostly no time at all, so that many share a moment.
			arbitrary: fc.record({
				kind: fc.constant('pass' as const),
				ms: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(3 * WINDOW_MS)),
			}),
		},
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('poll' as const),
				most: fc.oneof(fc.constant(Infinity), fc.nat(3)),
				readingMs: fc.oneof(fc.constant(0), fc.nat(2 * WINDOW_MS)),
				/** Whether the answer lacks about half of what was handled already. */
				isShort: fc.boolean(),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
	),
	// By default fast-check tries hardly more than ten.
	{ maxLength: 60, size: 'max' },
);

interface Ended extends Listed {
	momentMs: number;
	visibleAtMs: number;
}

const memories = fc.constantFrom(0, 1, 3, MOST_REMEMBERED);

describe('a part of a list', () => {
	const part = { left: [], windowMs: WINDOW_MS, nowMs: Infinity };
	const placeWith = (undated?: string[]): Known => ({ seen: {}, reachMs: 0, undated });
	const many = (amount: number) => Array.from({ length: amount }, (_, index) => `n${index}`);
	const shortIds = (ids: string[]) => ids.map((id) => shortId(id));

	it('adds what has no time stamp to what is remembered, and nothing else', () => {
		const listed = [...at(undefined, 'new', 'old'), ...at(1000, 'dated')];
		const place = moveOn(placeWith(shortIds(['old'])), listed, part);
		expect(place.undated).toEqual(shortIds(['old', 'new']));
		expect(place.seen).toEqual({ [shortId('dated')]: 1000 });
	});

	it('is where it begins, when nothing was known before', () => {
		expect(moveOn(undefined, at(undefined, 'a'), part).undated).toEqual(shortIds(['a']));
	});

	it.each([
		['as many as can be remembered', MOST_UNDATED - 1, MOST_UNDATED],
		['one more than can be remembered', MOST_UNDATED, undefined],
	])('shows %s', (_title, known, remembered) => {
		const place = moveOn(placeWith(shortIds(many(known))), at(undefined, 'a'), part);
		expect(place.undated?.length).toBe(remembered);
	});

	it('does not bring those back that were too many', () => {
		expect(moveOn(placeWith(), at(undefined, 'a'), part).undated).toBeUndefined();
	});

	it('forgets nothing after the place that was reached, while there is more to read', () => {
		const before = { ...placeWith(), reachMs: 100 };
		const sureMs = (isUnfinished: boolean) =>
			moveOn(before, at(1000, 'a'), { ...part, isUnfinished }).sureMs;
		expect([sureMs(true), sureMs(false)]).toEqual([100, 1000 - WINDOW_MS]);
	});
});

it('emits every change exactly once, whatever happens in between', () => {
	fc.assert(
		fc.property(memories, steps, fc.infiniteStream(fc.nat()), (mostRemembered, events, shuffle) => {
			const draw = () => shuffle.next().value as number;
			let nowMs = 1_000_000;
			const requests: Ended[] = [];
			const add = (delayMs: number, aheadMs = 0) =>
				requests.push({
					id: `r${requests.length}`,
					momentMs: nowMs + aheadMs,
					visibleAtMs: nowMs + delayMs,
				});
			for (let index = 0; index < draw() % 10; index++) add(index * 20);

			const emitted: string[] = [];
			const visible = () => requests.filter(({ visibleAtMs }) => visibleAtMs <= nowMs);
			const atFirst = visible().map(({ id }) => id);
			let place: Known | undefined;
			let saved: Known | undefined;
			let left = 0;
			const look = ({ most = Infinity, readingMs = 0, isShort = false }) => {
				const handled = new Set([...atFirst, ...emitted]);
				// The service promises no order.
				const listed = visible()
					.filter(({ id }) => !(isShort && place && handled.has(id) && draw() % 2))
					.map((one) => ({ one, rank: draw() }))
					.sort((a, b) => a.rank - b.rank)
					.map(({ one: { id, momentMs } }) => ({ id, momentMs }));
				const result = poll(place, listed, { most, nowMs: nowMs - readingMs, mostRemembered });
				emitted.push(...result.emitted);
				left = result.left;
				// n8n writes the place to its database only when it is taken first or a run starts.
				if (saved === undefined || result.emitted.length > 0) saved = result.place;
				place = result.place;
				if (left > 0) return;
				const moments = Object.values(place.seen);
				const horizonMs = Math.min(nowMs - readingMs, Math.max(...moments)) - WINDOW_MS;
				const inWindow = moments.filter((momentMs) => momentMs > horizonMs);
				expect(moments.length).toBeLessThanOrEqual(inWindow.length + mostRemembered);
			};

			look({});
			for (const event of events) {
				if (event.kind === 'change') add(event.delayMs, event.aheadMs);
				if (event.kind === 'pass') nowMs += event.ms;
				if (event.kind === 'poll') look(event);
				if (event.kind === 'restart') place = saved;
				// One that is edited after it was forgotten comes again: nothing shows that it is known.
				if (event.kind === 'edit' && requests.length > 0 && mostRemembered === MOST_REMEMBERED) {
					const target = requests[event.which % requests.length]!;
					if (target.visibleAtMs <= nowMs) target.momentMs = nowMs;
				}
			}
			nowMs += 2 * WINDOW_MS;
			do look({ most: 2 });
			while (left > 0);

			const expected = requests.map(({ id }) => id).filter((id) => !atFirst.includes(id));
			expect([...emitted].sort()).toEqual(expected.sort());
		}),
		tries(500),
	);
});

it('misses nothing that changes while a list is being read, page by page', () => {
	fc.assert(
		fc.property(
			fc.array(
				fc.record({
					readingMs: fc.nat(10 * WINDOW_MS),
					/** Changes during the reading, each seen by it or too late for its page. */
					changes: fc.array(
						fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), isSeen: fc.boolean() }),
						{
							maxLength: 6,
						},
					),
				}),
				{ minLength: 1, maxLength: 12 },
			),
			(polls) => {
				let nowMs = 1_000_000;
				const past: Listed[] = [];
				const emitted: string[] = [];
				let { place } = poll(undefined, past);
				for (const { readingMs, changes } of polls) {
					const during = changes.map(({ share, isSeen }, index) => ({
						id: `r${past.length + index}`,
						momentMs: nowMs + Math.floor(share * readingMs),
						isSeen,
					}));
					const result = poll(place, [...past, ...during.filter(({ isSeen }) => isSeen)], {
						nowMs,
					});
					emitted.push(...result.emitted);
					({ place } = result);
					past.push(...during.map(({ id, momentMs }) => ({ id, momentMs })));
					nowMs += readingMs;
				}
				emitted.push(...poll(place, past).emitted);
				expect([...emitted].sort()).toEqual(past.map(({ id }) => id).sort());
			},
		),
		tries(2000),
	);
});

describe('what is forgotten', () => {
	/** One entry for each moment, which is its name. */
	const wide = (moments: number[], more: Partial<WideKnown> = {}): WideKnown => ({
		seen: Object.fromEntries(moments.map((momentMs) => [`at${momentMs}`, momentMs])),
		reachMs: 0,
		sureMs: 1000,
		windowStartMs: 1000,
		...more,
	});

	const moments = ({ seen }: { seen: Record<string, number> }) =>
		Object.values(seen).sort((a, b) => a - b);

	it('forgets the oldest of all states together, and says how far the rest reaches', () => {
		const { busy, calm } = forgetOldest({ busy: wide([10, 20, 30, 40]), calm: wide([5, 25]) }, 3);
		expect([moments(busy!), busy!.reachMs]).toEqual([[30, 40], 20]);
		expect([moments(calm!), calm!.reachMs]).toEqual([[25], 5]);
	});

	it('forgets nothing while there is room', () => {
		const { only } = forgetOldest({ only: wide([10, 20], { reachMs: 7, undated: ['u'] }) }, 2);
		expect(only).toEqual({ seen: { at10: 10, at20: 20 }, reachMs: 7, undated: ['u'] });
	});

	it('keeps all that must stay, whatever the number', () => {
		const { only } = forgetOldest({ only: wide([10, 20, 30, 40], { sureMs: 15 }) }, 1);
		expect([moments(only!), only!.reachMs]).toEqual([[20, 30, 40], 10]);
	});

	it('keeps a long window before what others have outside of theirs, as far as there is room', () => {
		const expired = wide([1, 2, 3], { windowStartMs: 0 });
		const kept = forgetOldest({ signed: wide([10, 20, 30]), expired }, 4);
		expect(moments(kept.expired!)).toEqual([1, 2, 3]);
		expect(moments(kept.signed!)).toEqual([30]);
		const less = forgetOldest({ signed: wide([10, 20, 30]), expired }, 2);
		expect([moments(less.expired!), less.expired!.reachMs]).toEqual([[2, 3], 1]);
	});
});
