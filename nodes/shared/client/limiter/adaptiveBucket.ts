const SECOND_MS = 1_000;
/** The sizes of slow start's first rounds. */
const ROUNDS = [11, 50];
/** The beta and the K of CUBIC: how far a refusal lowers the limit, and when it is back where it was. */
const [BETA, K_MS] = [0.9, 10 * SECOND_MS];
/** How much longer than the service's period ours is, because calls do not all take the same time. */
const SLACK = 1.05;
const FORGOTTEN_AFTER_MS = 60 * SECOND_MS;
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
 * A token bucket for an endpoint whose limit is not known. It learns the limit as TCP learns the capacity of a network:
 * - Slow start (RFC 5681): calls begin in rounds of 11 and 50, so that limits of 5 and 50 a second refuse few, and then
 *   freely. A round begins when the one before is answered, or after a second, because one call may take long.
 * - A refusal measures the limit: it is what was accepted in the second before. After the pause (Retry-After) nine
 *   tenths of it begin at once. The first refusal changes nothing else, because others may have used part of the limit.
 * - From the second refusal on, the bucket is filled once a second. How far follows CUBIC (RFC 9438, and the adaptive
 *   retry mode of the AWS SDKs): nine tenths of the limit, all of it after 10 seconds, a tenth more after 20, then
 *   faster and faster until the next refusal. After a minute without one the limit is forgotten.
 * - A service that still works on other calls when it refuses limits calls at a time. Their number is the limit then,
 *   and the time it works on one is the period (Little's law).
 */
export class AdaptiveBucket {
	/** How many calls have succeeded so far. */
	successes = 0;
	#active = 0;
	#tokens = 0;
	#filledMs = -Infinity;
	/** So many calls in a period. */
	#limit = Infinity;
	#periodMs = SECOND_MS;
	#rounds = 0;
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
		if (this.#tokens > 0) return nowMs;
		const nextFillMs = this.#filledMs + this.#periodMs;
		const isRoundAnswered = this.#limit === Infinity && this.#active === 0;
		if (nowMs < nextFillMs && !isRoundAnswered) return nextFillMs;
		this.#fill(nowMs);
		return nowMs;
	}

	began(): void {
		this.#active++;
		this.#tokens--;
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

	#fill(nowMs: number): void {
		const elapsedMs = nowMs - this.#lastRefusalMs;
		if (elapsedMs > FORGOTTEN_AFTER_MS) [this.#limit, this.#periodMs] = [Infinity, SECOND_MS];
		const cubic = 1 + (1 - BETA) * (elapsedMs / K_MS - 1) ** 3;
		if (this.#limit < Infinity) this.#tokens = Math.round(this.#limit * cubic);
		else this.#tokens = ROUNDS[this.#rounds++] ?? Infinity;
		this.#filledMs = nowMs;
	}

	#learn(refused: Ended, nowMs: number): void {
		const before = this.#accepted.filter(({ startMs }) => startMs <= refused.startMs);
		const inSecond = before.filter(({ startMs }) => startMs > refused.startMs - SECOND_MS).length;
		const working = before.filter(({ endMs }) => endMs > refused.endMs);
		// A refusal takes only the way there and back.
		const workMs = durationOf(working.at(-1) ?? refused) - durationOf(refused);
		const isConcurrency = workMs >= SHORTEST_WORK_MS;
		const accepted = isConcurrency ? working.length : inSecond;
		const isFirst = nowMs - this.#lastRefusalMs > FORGOTTEN_AFTER_MS;
		this.#refused = undefined;
		this.#lastRefusalMs = nowMs;
		this.#rounds = 0;
		this.#tokens = Math.round(BETA * accepted);
		if (accepted === 0) return;
		this.#filledMs = nowMs;
		if (isFirst && !isConcurrency) return;
		this.#limit = accepted;
		this.#periodMs = SLACK * (isConcurrency ? workMs : SECOND_MS);
	}
}

function durationOf({ startMs, endMs }: Ended): number {
	return endMs - startMs;
}
