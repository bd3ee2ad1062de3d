import { ListIndex, shortId } from '../../../nodes/ESignaturePollingTrigger/readList';
import {
	byStateChange,
	firstState,
	isNew,
	LATE_MS,
	MOST_REMEMBERED,
	nextState,
	WatchState,
} from '../../../nodes/ESignaturePollingTrigger/readStates';
import type { Listed } from '../../../nodes/ESignaturePollingTrigger/readStates';
import { fc, tries } from '../../support/jest/property';

const MINUTE_MS = 60_000;
const START_MS = 1_000_000 * MINUTE_MS;

const index = ListIndex.parse({ comparedMs: 0 });
const whole = { ...index, isComplete: true };

/** One poll that emits at most so many, and what it leaves in the database; without a state, the first look. */
function poll(
	before: WatchState | undefined,
	listed: Listed[],
	{
		most = Infinity,
		nowMs = START_MS,
		readingMs = 0,
		mostRemembered = MOST_REMEMBERED,
		list = whole,
		name = 'SIGNED',
	} = {},
) {
	const state = before ?? firstState(name, nowMs);
	const changes = listed.filter((one) => isNew(state, one)).sort(byStateChange);
	const [handled, left] = [changes.slice(0, most), changes.slice(most)];
	const outcome = { left: new Set(left), most: mostRemembered };
	const times = { startMs: nowMs, endMs: nowMs + readingMs };
	const next = nextState({ state: name, before: state, ...times, listed, list }, outcome);
	return {
		emitted: handled.map(({ id }) => id),
		left: left.length,
		state: WatchState.parse(JSON.parse(JSON.stringify(next))),
	};
}

/** So many minutes after the first look. */
const at = (minutes: number, ...ids: string[]): Listed[] =>
	ids.map((id) => ({ id, stateChangedAtMs: START_MS + minutes * MINUTE_MS }));

const namesFrom = (start: number, end: number) =>
	Array.from({ length: end - start }, (_, index) => `r${start + index}`);

describe('one poll after another', () => {
	it('emits the oldest first, whatever they are called', () => {
		const { state } = poll(undefined, []);
		const listed = [...at(3, 'a'), ...at(1, 'c'), ...at(2, 'b')];
		expect(poll(state, listed).emitted).toEqual(['c', 'b', 'a']);
	});

	it.each([
		['SIGNED', -14, ['late']],
		['SIGNED', -15, []],
		['EXPIRED', -7 * 24 * 60 + 1, ['late']],
		['EXPIRED', -7 * 24 * 60, []],
	])('of %s finds what ended %s minutes before it and is shown late', (name, minutes, expected) => {
		const { state } = poll(firstState(name, START_MS), at(-20_000, 'old'));
		expect(poll(state, [...at(-20_000, 'old'), ...at(minutes, 'late')]).emitted).toEqual(expected);
	});

	it('finds one that changed while the list was being read', () => {
		const { state } = poll(undefined, at(0, 'a'));
		const next = poll(state, at(20, 'b'), { nowMs: START_MS + MINUTE_MS });
		expect(poll(next.state, [...at(20, 'b'), ...at(1, 'missed')]).emitted).toEqual(['missed']);
	});

	it('keeps apart any number of requests that share a moment', () => {
		const many = namesFrom(0, 2 * MOST_REMEMBERED + 1);
		const { state } = poll(undefined, at(0, ...many));
		const second = poll(state, at(0, ...many, 'new'));
		expect(second.emitted).toEqual(['new']);
		expect(poll(second.state, at(0, ...many, 'new')).emitted).toEqual([]);
	});

	it.each([
		['the latest, and no more', 100, 100],
		['in any case those of the last minutes', 5, 15],
	])('remembers %s', (_title, mostRemembered, expected) => {
		const listed = namesFrom(0, 500).flatMap((id, count) => at(count, id));
		const nowMs = START_MS + 499 * MINUTE_MS;
		const before = poll(undefined, []).state;
		const { state } = poll(before, listed, { nowMs, mostRemembered });
		expect(Object.keys(state.seen)).toHaveLength(expected);
		expect(state.seen).toHaveProperty(shortId('r499'));
		expect(state.seenSinceMs).toBe(START_MS + (499 - expected) * MINUTE_MS);
	});
});

describe('one that is shown long after its moment', () => {
	const old = namesFrom(0, 10).flatMap((id, count) => at(100 * (count + 1), id));
	const nowMs = START_MS + 1000 * MINUTE_MS;

	it.each([
		['comes once, when all ids are remembered', 1, MOST_REMEMBERED, ['late']],
		['comes once, as far back as they reach', 601, 4, ['late']],
		['comes not, when it is older', 600, 4, []],
	])('%s', (_title, minutes, mostRemembered, expected) => {
		const memory = { nowMs, mostRemembered };
		let { state } = poll(undefined, []);
		({ state } = poll(state, old, memory));
		const listed = [...old, ...at(minutes, 'late')];
		const result = poll(state, listed, memory);
		expect(result.emitted).toEqual(expected);
		({ state } = result);
		for (let round = 0; round < 3; round++) {
			const next = poll(state, listed, memory);
			expect(next.emitted).toEqual([]);
			({ state } = next);
		}
	});
});

it('finds all that expire on the same day, over several polls, however little is remembered', () => {
	const memory = { name: 'EXPIRED', mostRemembered: 10 };
	let { state } = poll(undefined, [], memory);
	const emitted: string[] = [];
	for (const shown of [8, 16, 24, 32]) {
		// The date is that of the day, which is over when the service gets to them.
		const listed = at(-24 * 60, ...namesFrom(0, shown));
		const result = poll(state, listed, memory);
		emitted.push(...result.emitted);
		({ state } = result);
	}
	expect(emitted.toSorted()).toEqual(namesFrom(0, 32).toSorted());
});

describe('a time stamp ahead of the clock', () => {
	const ahead = at(1000, 'ahead');

	it('hides nothing when it was there from the start, however little is remembered', () => {
		const { state } = poll(undefined, ahead, { mostRemembered: 1 });
		const second = poll(state, [...at(1, 'b', 'c'), ...ahead], { mostRemembered: 1 });
		expect(second.emitted).toEqual(['b', 'c']);
	});
});

describe('requests without a time stamp, which count from the first look on', () => {
	const undated = (...ids: string[]) => at(0, ...ids);

	it('are not new when a time stamp comes or goes', () => {
		const { state } = poll(undefined, [...undated('a'), ...at(1, 'b')]);
		expect(poll(state, [...at(2, 'a'), ...undated('b')]).emitted).toEqual([]);
	});

	it('are passed over once there were too many to remember, and do not flood afterwards', () => {
		const many = undated(...namesFrom(0, MOST_REMEMBERED + 1));
		const later = { nowMs: START_MS + 100 * MINUTE_MS };
		let { state } = poll(undefined, many);
		const result = poll(state, [...many, ...at(100, 'a')], later);
		expect(result.emitted).toEqual(['a']);
		({ state } = result);
		expect(poll(state, [...many, ...undated('more')], later).emitted).toEqual([]);
	});
});

describe('the first look', () => {
	const state = firstState('SIGNED', START_MS);

	it.each([
		['from before it', 0, []],
		['of the same moment, of which the service shows the second', 1_999, []],
		['that came while the list was read', 3_000, ['a']],
		['that came a moment before the page was shown', 6_999, ['a']],
		['that is dated ahead', 7_001, []],
	])('leaves a request %s to the next poll or not', (_title, passedMs, expected) => {
		const listed = [{ id: 'a', stateChangedAtMs: START_MS + passedMs }];
		const first = poll(state, listed, { readingMs: 5_000 });
		expect(first.emitted).toEqual([]);
		expect(poll(first.state, listed).emitted).toEqual(expected);
	});

	it('goes on until the list was read whole, and has all of it read once more', () => {
		const first = poll(state, at(-1, 'a'), { list: index });
		expect([first.state.isFirstLook, first.state.list]).toEqual([true, index]);
		const second = poll(first.state, at(-1, 'b'));
		expect([second.state.isFirstLook, second.state.list]).toEqual([false, undefined]);
		const third = poll(second.state, at(-1, 'a', 'b'));
		expect([third.emitted, third.state.list]).toEqual([[], whole]);
	});
});

describe('a list of which more is to be read', () => {
	it('has what may be as old remembered, whatever the number', () => {
		const { state } = poll(undefined, []);
		const nowMs = START_MS + 1000 * MINUTE_MS;
		const seenAfter = (list: ListIndex) => {
			const result = poll(state, at(1, 'a', 'b', 'c'), { nowMs, mostRemembered: 1, list });
			return Object.keys(result.state.seen).length;
		};
		expect([seenAfter(index), seenAfter(whole)]).toEqual([3, 1]);
	});

	it('looks as it did before a poll that has left something', () => {
		const { state } = poll(undefined, []);
		const before = { ...state, list: index };
		expect(poll(before, at(1, 'a', 'b'), { most: 1 }).state.list).toEqual(index);
		expect(poll(before, at(1, 'a', 'b')).state.list).toEqual(whole);
	});
});

/** What can happen between two looks at the service. */
const steps = fc.array(
	fc.oneof(
		{
			weight: 6,
			arbitrary: fc.record({
				kind: fc.constant('change' as const),
				delayMs: fc.nat(LATE_MS - 1),
				aheadMs: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(20 * LATE_MS)),
			}),
		},
		{ weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat() }) },
		{
			weight: 5,
			// Mostly no time at all, so that many share a moment.
			arbitrary: fc.record({
				kind: fc.constant('pass' as const),
				ms: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(3 * LATE_MS)),
			}),
		},
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('poll' as const),
				most: fc.oneof(fc.constant(Infinity), fc.nat(3)),
				readingMs: fc.oneof(fc.constant(0), fc.nat(2 * LATE_MS)),
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
	stateChangedAtMs: number;
	visibleAtMs: number;
}

const memories = fc.constantFrom(1, 3, MOST_REMEMBERED);

it('emits every change exactly once, whatever happens in between', () => {
	fc.assert(
		fc.property(memories, steps, fc.infiniteStream(fc.nat()), (mostRemembered, events, shuffle) => {
			const draw = () => shuffle.next().value as number;
			let nowMs = START_MS;
			const requests: Ended[] = [];
			const add = (delayMs: number, aheadMs = 0) =>
				requests.push({
					id: `r${requests.length}`,
					stateChangedAtMs: nowMs + aheadMs,
					visibleAtMs: nowMs + delayMs,
				});
			for (let index = 0; index < draw() % 10; index++) add(index * 20);

			const emitted: string[] = [];
			const visible = () => requests.filter(({ visibleAtMs }) => visibleAtMs <= nowMs);
			const atFirst = visible().map(({ id }) => id);
			let state: WatchState | undefined;
			let saved: WatchState | undefined;
			let left = 0;
			const look = ({ most = Infinity, readingMs = 0, isShort = false }) => {
				const handled = new Set([...atFirst, ...emitted]);
				// The service promises no order.
				const listed = visible()
					.filter(({ id }) => !(isShort && state && handled.has(id) && draw() % 2))
					.map((one) => ({ one, rank: draw() }))
					.sort((a, b) => a.rank - b.rank)
					.map(({ one: { id, stateChangedAtMs } }) => ({ id, stateChangedAtMs }));
				const result = poll(state, listed, { most, nowMs: nowMs - readingMs, mostRemembered });
				emitted.push(...result.emitted);
				left = result.left;
				// n8n writes the place to its database only when it is taken first or a run starts.
				if (saved === undefined || result.emitted.length > 0) saved = result.state;
				state = result.state;
				if (left > 0) return;
				const moments = Object.values(state.seen);
				const horizonMs = Math.min(nowMs - readingMs, Math.max(...moments)) - LATE_MS;
				const inWindow = moments.filter((stateChangedAtMs) => stateChangedAtMs > horizonMs);
				expect(moments.length).toBeLessThanOrEqual(inWindow.length + mostRemembered);
			};

			look({});
			for (const event of events) {
				if (event.kind === 'change') add(event.delayMs, event.aheadMs);
				if (event.kind === 'pass') nowMs += event.ms;
				if (event.kind === 'poll') look(event);
				if (event.kind === 'restart') state = saved;
				// One that is edited after it was forgotten comes again: nothing shows that it is known.
				if (event.kind === 'edit' && requests.length > 0 && mostRemembered === MOST_REMEMBERED) {
					const target = requests[event.which % requests.length]!;
					if (target.visibleAtMs <= nowMs) target.stateChangedAtMs = nowMs;
				}
			}
			nowMs += 2 * LATE_MS;
			do look({ most: 2 });
			while (left > 0 && emitted.length <= requests.length);

			const expected = requests.map(({ id }) => id).filter((id) => !atFirst.includes(id));
			expect([...emitted].sort()).toEqual(expected.sort());
		}),
		tries(300),
	);
});
