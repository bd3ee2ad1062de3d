/** The limiter against services that limit calls in different ways, in virtual time. */
import type { Call } from '../../../../../nodes/shared/client/call';
import { Limiter } from '../../../../../nodes/shared/client/limiter/limiter';
import { nodeContext } from '../../../../support/engine/nodeContext';

const CALLS = 300;
const SECOND_MS = 1000;
const call: Call = { version: 'v2', method: 'GET', path: '/documents', itemIndex: 0 };

/** Answers a call that arrives now: taken, or after how long to try again. */
interface Service {
	arrive: (nowMs: number) => number | undefined;
	workMs?: number;
	leave?: () => void;
}

type MakeService = (perSecond: number, options: { isExhausted: boolean }) => Service;

const untilNextSecond = (nowMs: number) => SECOND_MS - (nowMs % SECOND_MS);

/** So many calls between one full second and the next. */
const fixedWindow: MakeService = (perSecond, { isExhausted }) => {
	let second = 0;
	let used = isExhausted ? perSecond : 0;
	return {
		arrive: (nowMs) => {
			const now = Math.floor(nowMs / SECOND_MS);
			if (now !== second) [second, used] = [now, 0];
			return used++ < perSecond ? undefined : untilNextSecond(nowMs);
		},
	};
};

/** So many calls in any second. */
const slidingWindow: MakeService = (perSecond, { isExhausted }) => {
	const taken: number[] = isExhausted ? Array<number>(perSecond).fill(0) : [];
	return {
		arrive: (nowMs) => {
			while (taken[0] !== undefined && taken[0] <= nowMs - SECOND_MS) taken.shift();
			if (taken.length >= perSecond) return taken[0]! + SECOND_MS - nowMs;
			taken.push(nowMs);
			return undefined;
		},
	};
};

/** A bucket that holds the tokens of one second. */
const tokenBucket: MakeService = (perSecond, { isExhausted }) => {
	let tokens = isExhausted ? 0 : perSecond;
	let filledMs = 0;
	return {
		arrive: (nowMs) => {
			tokens = Math.min(perSecond, tokens + ((nowMs - filledMs) * perSecond) / SECOND_MS);
			filledMs = nowMs;
			if (tokens < 1) return SECOND_MS;
			tokens--;
			return undefined;
		},
	};
};

const WORK_MS = 200;

/** So many calls at a time, each of which takes a fifth of a second. */
const concurrencyLimit: MakeService = (perSecond, { isExhausted }) => {
	const most = (perSecond * WORK_MS) / SECOND_MS;
	let active = 0;
	return {
		workMs: WORK_MS,
		arrive: (nowMs) => {
			const ofOthers = isExhausted && nowMs < WORK_MS ? most : 0;
			if (active + ofOthers >= most) return SECOND_MS;
			active++;
			return undefined;
		},
		leave: () => active--,
	};
};

/** A sliding window of which another client takes half, evenly. */
const sharedWindow: MakeService = (perSecond, options) => {
	const { arrive } = slidingWindow(perSecond, options);
	let otherMs = 0;
	return {
		arrive: (nowMs) => {
			for (; otherMs <= nowMs; otherMs += (2 * SECOND_MS) / perSecond) arrive(otherMs);
			return arrive(nowMs);
		},
	};
};

/** Only timers are virtual, so that all that waits for a promise can go on between two of them. */
const settle = async () => await new Promise((resolve) => setImmediate(resolve));

async function run(service: Service, latencyMs: number) {
	const limiter = new Limiter();
	const context = nodeContext();
	let left = CALLS;
	let refusals = 0;
	let longestStallMs = 0;
	let lastMs = 0;
	const after = (ms: number, then: () => void) => void setTimeout(then, ms);
	const send = async (isRetry = false) => {
		const release = await limiter.acquire(context, call, isRetry);
		after(latencyMs / 2, () => {
			const waitMs = service.arrive(Date.now());
			if (waitMs !== undefined) return after(latencyMs / 2, () => refuse(waitMs));
			after(service.workMs ?? 0, () => {
				service.leave?.();
				after(latencyMs / 2, accept);
			});
		});
		const accept = () => {
			release({ kind: 'ok' });
			longestStallMs = Math.max(longestStallMs, Date.now() - lastMs);
			lastMs = Date.now();
			left--;
		};
		const refuse = (waitMs: number) => {
			refusals++;
			// Retry-After counts whole seconds.
			const wholeMs = Math.ceil(waitMs / SECOND_MS) * SECOND_MS;
			release({ kind: 'overloaded', waitMs: wholeMs });
			void send(true);
		};
	};
	for (let index = 0; index < CALLS; index++) void send();
	for (let steps = 0; left > 0 && steps < 100_000; steps++) {
		await settle();
		jest.advanceTimersToNextTimer();
	}
	expect(left).toBe(0);
	return { timeMs: lastMs, refusals, longestStallMs };
}

beforeEach(() => {
	jest.useFakeTimers({ now: 0, doNotFake: ['setImmediate'] });
});

afterEach(() => {
	jest.useRealTimers();
});

interface Goal {
	/** In the time that the service's limit takes for so many calls. */
	time: number;
	refusals: number;
}

const usual: Goal = { time: 1.3, refusals: CALLS / 10 };

const kinds = {
	'fixed window': { make: fixedWindow, goal: usual },
	'sliding window': { make: slidingWindow, goal: usual },
	'token bucket': { make: tokenBucket, goal: usual },
	'concurrency limit': { make: concurrencyLimit, goal: usual },
	// Half of the limit is ours, and the other client may have used half of the window when a pause is over.
	'shared window': { make: sharedWindow, goal: { time: 1.6, refusals: CALLS / 7 }, share: 0.5 },
};

// Of 500 a second, slow start alone would use up the time: the first answers could mean a limit of 5 a second.
const cases = Object.entries(kinds).flatMap(([kind, service]) =>
	[5, 50].flatMap((perSecond) =>
		[0, 200].flatMap((latencyMs) =>
			[false, true].map((isExhausted) => ({
				...{ share: 1, ...service, perSecond, latencyMs, isExhausted },
				name: `${kind}, ${perSecond} a second, ${latencyMs} ms${isExhausted ? ', used up' : ''}`,
			})),
		),
	),
);

it.each(cases)('$name', async ({ make, goal, share, perSecond, latencyMs, isExhausted }) => {
	// A client that meets a window used up is refused at least once, and waits as long as it was asked to.
	const limitMs = (CALLS / (perSecond * share)) * SECOND_MS;
	const idealMs = limitMs + latencyMs + (isExhausted ? SECOND_MS : 0);
	const result = await run(make(perSecond, { isExhausted }), latencyMs);
	expect(result.timeMs / idealMs).toBeLessThanOrEqual(goal.time);
	expect(result.refusals).toBeLessThanOrEqual(goal.refusals);
	// Twice the longest Retry-After.
	expect(result.longestStallMs).toBeLessThanOrEqual(2 * SECOND_MS);
});
