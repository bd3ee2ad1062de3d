const SECOND_MS = 1_000;
/** What is sent evenly arrives less evenly. */
const MARGIN = 1.05;
/** More than ever succeed in a second. */
const MOST_REMEMBERED = 1_000;

/** How long a rate holds before more is tried, and by how much it then grows each second. */
const GUESSED = { holdMs: SECOND_MS, growth: 2 };
const CONFIRMED = { holdMs: 10 * SECOND_MS, growth: 1.25 };

/**
 * When an endpoint may be called: not before the pause that a refusal asked for is over (Retry-After), and then evenly
 * (leaky bucket), as often as calls succeeded in the second before the refusal. The first such rate is a guess, because
 * the service may have refused for another reason, such as too many calls at a time; a refusal at a learned rate
 * confirms it.
 */
export class EndpointRate {
	/** How many calls have succeeded so far. */
	successes = 0;
	#pausedUntilMs = 0;
	/** Calls a second. */
	#rate = Infinity;
	#trust = GUESSED;
	#growsAtMs = Infinity;
	#lastStartMs = 0;
	/** When the calls began that succeeded. */
	#succeededMs: number[] = [];
	/** When the call began that was refused, until the first one after the pause begins. */
	#refusedMs?: number;

	get pausedUntilMs(): number {
		return this.#pausedUntilMs;
	}

	/** When the next call may begin, which then counts as begun. */
	nextStartMs(nowMs: number): number {
		this.#learn();
		if (nowMs >= this.#growsAtMs) {
			this.#rate *= this.#trust.growth;
			this.#growsAtMs = nowMs + SECOND_MS;
		}
		const intervalMs = (MARGIN * SECOND_MS) / this.#rate;
		this.#lastStartMs = Math.max(nowMs, this.#lastStartMs + intervalMs);
		return this.#lastStartMs;
	}

	succeeded(startMs: number): void {
		this.successes++;
		this.#succeededMs.push(startMs);
		if (this.#succeededMs.length > MOST_REMEMBERED) this.#succeededMs.shift();
	}

	pause(untilMs: number): void {
		this.#pausedUntilMs = Math.max(this.#pausedUntilMs, untilMs);
		this.#lastStartMs = 0;
	}

	refused(startMs: number, untilMs: number): void {
		this.pause(untilMs);
		this.#refusedMs ??= startMs;
	}

	/** Not before the pause is over: calls that were under way when the service refused may still succeed. */
	#learn(): void {
		const refusedMs = this.#refusedMs;
		if (refusedMs === undefined) return;
		this.#refusedMs = undefined;
		const successes = this.#succeededMs.filter(
			(ms) => ms > refusedMs - SECOND_MS && ms <= refusedMs,
		);
		// Others may have used up what the service allows before our first call.
		if (successes.length === 0) return;
		this.#trust = this.#rate === Infinity ? GUESSED : CONFIRMED;
		this.#rate = successes.length;
		this.#growsAtMs = this.#pausedUntilMs + this.#trust.holdMs;
	}
}
