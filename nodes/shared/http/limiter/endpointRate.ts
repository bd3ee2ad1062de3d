/** How many calls may be under way at a time. */
export const MOST_AT_ONCE = 100;

const SECOND_MS = 1_000;
const [FIRST_ROUND, SECOND_ROUND] = [11, 50];
/** The beta and the K of CUBIC: how far a refusal lowers the rate, and when it is back where it was. */
const BETA = 0.9;
const K_MS = 10 * SECOND_MS;
/** A refusal that comes later is a first one again. */
const FORGOTTEN_AFTER_MS = 30 * SECOND_MS;
/** What the bucket holds: timers fire late in a busy process, and so much is made up for. */
const BUCKET_MS = 200;
/** Shorter differences between two calls are chance. */
const SHORTEST_WORK_MS = 100;
/** More than ever succeed in a second. */
const MOST_REMEMBERED = 1_000;

export interface Feedback {
	kind: 'ok' | 'overloaded' | 'neutral';
	/** For how long no call may begin. */
	waitMs?: number;
}

interface Ended {
	startMs: number;
	endMs: number;
}

/**
 * When an endpoint may be called. Its limit is not known, so it is found out as TCP finds the capacity of a network:
 * - Slow start (RFC 5681): calls go out in rounds of 11 and 50, so that limits of 5 and 50 a second refuse few, and
 *   then freely. A round begins when the one before is answered, or after a second, because one call may take long.
 * - After a refusal and its pause (Retry-After), as many calls go out at once as were accepted in the second before it.
 *   The first one is not yet a measurement, because others may have used up the limit before: only nine tenths go out
 *   at once, and slow start goes on, with half of that number as its threshold.
 * - Each further refusal shows the limit. Calls then go out by a token bucket, whose rate follows CUBIC (RFC 9438; the
 *   AWS SDKs use it in their adaptive retry mode):
 *
 *      limit × 1.1 |                               /
 *      limit       |          . - ' ''''''''' ' -
 *      limit × 0.9 |     . '
 *                  refusal        10 s           20 s
 */
export class EndpointRate {
	/** How many calls have succeeded so far. */
	successes = 0;
	#active = 0;
	#rounds = 0;
	#roundStartMs = -Infinity;
	#leftOfRound = 0;
	/** The largest round. */
	#threshold = Infinity;
	/** Calls a second. */
	#limit = Infinity;
	#nextTokenMs = 0;
	#pausedUntilMs = 0;
	#lastRefusalMs = -Infinity;
	/** The first since the last pause. */
	#refused?: Ended;
	#accepted: Ended[] = [];

	/** When the next call may begin, as far as can be said now. */
	nextStartMs(nowMs: number): number {
		if (nowMs < this.#pausedUntilMs) return this.#pausedUntilMs;
		// Not before: calls that were under way when the service refused may still succeed.
		if (this.#refused) this.#learn(this.#refused, nowMs);
		if (this.#leftOfRound > 0) return nowMs;
		if (this.#limit < Infinity) return Math.max(nowMs, this.#nextTokenMs);
		const roundEndMs = this.#roundStartMs + SECOND_MS;
		if (this.#active > 0 && nowMs < roundEndMs) return roundEndMs;
		const size = [FIRST_ROUND, SECOND_ROUND][this.#rounds++] ?? Infinity;
		this.#leftOfRound = Math.min(size, this.#threshold);
		this.#roundStartMs = nowMs;
		return nowMs;
	}

	began(nowMs: number): void {
		this.#active++;
		this.#leftOfRound--;
		const fullMs = nowMs - BUCKET_MS;
		this.#nextTokenMs = Math.max(this.#nextTokenMs, fullMs) + SECOND_MS / this.#rateAt(nowMs);
	}

	ended(call: Ended, { kind, waitMs = 0 }: Feedback): void {
		this.#active--;
		this.#pausedUntilMs = Math.max(this.#pausedUntilMs, call.endMs + waitMs);
		if (kind === 'overloaded') this.#refused ??= call;
		if (kind !== 'ok') return;
		this.successes++;
		this.#accepted.push(call);
		if (this.#accepted.length > MOST_REMEMBERED) this.#accepted.shift();
	}

	#rateAt(nowMs: number): number {
		const sincePlateau = (nowMs - this.#lastRefusalMs) / K_MS - 1;
		return this.#limit * (1 + (1 - BETA) * sincePlateau ** 3);
	}

	#learn(refused: Ended, nowMs: number): void {
		const before = this.#accepted.filter(({ startMs }) => startMs <= refused.startMs);
		const inSecond = before.filter(({ startMs }) => startMs > refused.startMs - SECOND_MS).length;
		const capacity = capacityOf(before, refused);
		const isFirst = nowMs - this.#lastRefusalMs >= FORGOTTEN_AFTER_MS;
		const lowered = BETA * this.#rateAt(refused.endMs);
		this.#refused = undefined;
		this.#lastRefusalMs = nowMs;
		this.#nextTokenMs = nowMs;
		this.#rounds = 0;
		this.#roundStartMs = nowMs;
		this.#threshold = Math.max(FIRST_ROUND, inSecond / 2 || Infinity);
		this.#leftOfRound = Math.ceil(BETA * inSecond);
		if (inSecond === 0 || (isFirst && capacity <= inSecond)) return;
		this.#limit = Math.max(1, Math.min(lowered, Math.max(inSecond, capacity)));
		this.#leftOfRound = capacity > 0 ? 0 : Math.min(inSecond, Math.floor(this.#limit));
	}
}

/**
 * The service may limit calls at a time instead: then it refuses while it still works on others, and what it can do in
 * a second follows from their number and how long it works on one (Little's law); none go out at once then. A refusal
 * takes only the way there and back.
 */
function capacityOf(accepted: Ended[], refused: Ended): number {
	const working = accepted.filter(({ endMs }) => endMs > refused.endMs);
	const median = working[working.length >> 1] ?? refused;
	const workMs = median.endMs - median.startMs - (refused.endMs - refused.startMs);
	return workMs < SHORTEST_WORK_MS ? 0 : (working.length * SECOND_MS) / workMs;
}
