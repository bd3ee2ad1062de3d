/** How many calls may be under way at a time. */
export const MOST_AT_ONCE = 100;

const SECOND_MS = 1_000;
const ROUNDS = [12, 50];
/** The beta and the K of CUBIC: how far a refusal lowers the rate, and when it is back where it was. */
const DECREASE = 0.9;
const RECOVERY_MS = 10 * SECOND_MS;
/** A refusal that comes later is a first one again. */
const FORGOTTEN_AFTER_MS = 30 * SECOND_MS;
/** Timers fire late in a busy process; so much is made up for. */
const CATCH_UP_MS = 200;
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
 * When an endpoint may be called. Its limit is not known, so it is found out in three steps:
 * 1. Slow start (RFC 5681). Calls go out in rounds of 12 and 50, and then freely; a round begins when the one before is
 *    answered, so that few calls are refused, or after a second, because one call may take long.
 * 2. The first refusal is not yet a measurement, because others may have used up the limit before. After its pause
 *    (Retry-After) as many calls go out at once as were accepted before it, then rounds as at first.
 * 3. Each further refusal shows the limit: what was accepted in the second before it. Calls then go out evenly, at a
 *    rate that follows CUBIC (RFC 9438; the AWS SDKs use it in their adaptive retry mode):
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
	#leftOfRound = 0;
	#roundStartMs = 0;
	/** Calls a second. */
	#limit = Infinity;
	#limitSinceMs = 0;
	#nextStartMs = 0;
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
		if (this.#leftOfRound === 0) {
			const roundEndMs = this.#roundStartMs + SECOND_MS;
			if (this.#active > 0 && nowMs < roundEndMs) return roundEndMs;
			this.#beginRound(ROUNDS[this.#rounds++] ?? Infinity, nowMs);
		}
		return Math.max(nowMs, this.#nextStartMs);
	}

	began(nowMs: number): void {
		this.#active++;
		this.#leftOfRound--;
		const earliestMs = Math.max(this.#nextStartMs, nowMs - CATCH_UP_MS);
		this.#nextStartMs = earliestMs + SECOND_MS / this.#rateAt(nowMs);
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

	#beginRound(size: number, nowMs: number): void {
		this.#leftOfRound = size;
		this.#roundStartMs = nowMs;
	}

	#rateAt(nowMs: number): number {
		const sincePlateau = (nowMs - this.#limitSinceMs) / RECOVERY_MS - 1;
		return this.#limit * (1 + (1 - DECREASE) * sincePlateau ** 3);
	}

	#learn(refused: Ended, nowMs: number): void {
		this.#refused = undefined;
		const before = this.#accepted.filter(({ startMs }) => startMs <= refused.startMs);
		const inSecond = before.filter(({ startMs }) => startMs > refused.startMs - SECOND_MS).length;
		const working = before.filter(({ endMs }) => endMs > refused.endMs);
		const capacity = capacityOf(working, refused);
		const isRepeated = nowMs - this.#lastRefusalMs < FORGOTTEN_AFTER_MS;
		const isMeasured = inSecond > 0 && (isRepeated || capacity > inSecond);
		this.#lastRefusalMs = nowMs;
		this.#rounds = 0;
		this.#beginRound(isMeasured ? Infinity : inSecond, nowMs);
		if (!isMeasured) return;
		const lowered = DECREASE * this.#rateAt(refused.endMs);
		this.#limit = Math.max(1, Math.min(lowered, Math.max(inSecond, capacity)));
		this.#limitSinceMs = nowMs;
		this.#nextStartMs = nowMs;
	}
}

/**
 * The service may limit calls at a time instead: then it refuses while it still works on others, and what it can do in
 * a second follows from their number and how long it works on one (Little's law). A refusal takes only the way there
 * and back.
 */
function capacityOf(working: Ended[], refused: Ended): number {
	const median = working[working.length >> 1] ?? refused;
	const workMs = median.endMs - median.startMs - (refused.endMs - refused.startMs);
	return workMs < SHORTEST_WORK_MS ? 0 : (working.length * SECOND_MS) / workMs;
}
