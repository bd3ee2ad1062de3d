/** The limiter against services that limit calls in different ways, in virtual time. */
import type { Call } from '../../../../../nodes/shared/http/call';
import { Limiter } from '../../../../../nodes/shared/http/limiter/limiter';
import { nodeContext } from '../../../../support/nodeContext';

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

/** So many calls at a time, each of which takes a fifth of a second. */
const concurrencyLimit: MakeService = (perSecond) => {
	const most = perSecond / 5;
	let active = 0;
	return {
		workMs: 200,
		arrive: () => {
			if (active >= most) return SECOND_MS;
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

async function run(service: Service, latencyMs: number) {
	const limiter = new Limiter();
	let refusals = 0;
	let longestStallMs = 0;
	let lastMs = 0;
	const one = async () => {
		for (let isRetry = false; ; isRetry = true) {
			const release = await limiter.acquire(nodeContext(), call, isRetry);
			const startMs = Date.now();
			const waitMs = await new Promise<number | undefined>((resolve) => {
				setTimeout(() => {
					const refused = service.arrive(Date.now());
					const workMs = refused === undefined ? (service.workMs ?? 0) : 0;
					setTimeout(() => {
						if (refused === undefined) service.leave?.();
						setTimeout(() => resolve(refused), latencyMs / 2);
					}, workMs);
				}, latencyMs / 2);
			});
			if (waitMs === undefined) {
				limiter.succeeded(call, startMs);
				release(true);
				longestStallMs = Math.max(longestStallMs, Date.now() - lastMs);
				lastMs = Date.now();
				return;
			}
			refusals++;

			release(false);
			// Retry-After counts whole seconds.
			limiter.refused(call, startMs, Math.ceil(waitMs / SECOND_MS) * SECOND_MS);
		}
	};
	let isDone = false;
	const all = Promise.all(Array.from({ length: CALLS }, one)).then(() => (isDone = true));
	while (!isDone) await jest.advanceTimersToNextTimerAsync();
	await all;
	return { timeMs: Date.now(), refusals, longestStallMs };
}

beforeEach(() => {
	jest.useFakeTimers({ now: 0 });
});

afterEach(() => {
	jest.useRealTimers();
});

interface Goal {
	make: MakeService;
	/** In the service's own time for so many calls. */
	time: number;
	refusals: number;
	/** The part of the limit that is ours. */
	share?: number;
}

/** The worst of all cases; a client that does not know the limit cannot be both fast and never refused. */
const services: Record<string, Goal> = {
	'a fixed window': { make: fixedWindow, time: 1.5, refusals: 130 },
	'a sliding window': { make: slidingWindow, time: 1.5, refusals: 100 },
	// One that is empty lets single calls through, which look like a low limit at first.
	'a token bucket': { make: tokenBucket, time: 6, refusals: 120 },
	'a limit of calls at a time': { make: concurrencyLimit, time: 2.5, refusals: 50 },
	'a window shared with another client': {
		make: sharedWindow,
		time: 1.7,
		refusals: 90,
		share: 0.5,
	},
};

const cases = Object.entries(services).flatMap(([name, goal]) =>
	[5, 50, 500].flatMap((perSecond) =>
		[0, 50, 200].flatMap((latencyMs) =>
			[false, true].map((isExhausted) => ({ name, goal, perSecond, latencyMs, isExhausted })),
		),
	),
);

it.each(cases)(
	'$name of $perSecond a second, latency $latencyMs ms, used up before: $isExhausted',
	async ({ goal, perSecond, latencyMs, isExhausted }) => {
		const service = goal.make(perSecond, { isExhausted });
		const workMs = (CALLS / (perSecond * (goal.share ?? 1))) * SECOND_MS;
		const idealMs = workMs + latencyMs + (isExhausted ? SECOND_MS : 0);
		const { timeMs, refusals, longestStallMs } = await run(service, latencyMs);
		expect(timeMs / idealMs).toBeLessThanOrEqual(goal.time);
		expect(refusals).toBeLessThanOrEqual(goal.refusals);
		// Twice the longest Retry-After.
		expect(longestStallMs).toBeLessThanOrEqual(2 * SECOND_MS);
	},
);
