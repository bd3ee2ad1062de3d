const SECOND_MS = 1_000;
/** What is sent evenly arrives less evenly. */
const WINDOW_MS = 1.05 * SECOND_MS;
/** The limit may have risen since, and only a try can tell. */
const BELIEVED_MS = 10_000;

/**
 * How many calls a second an endpoint takes, as the service has shown by refusing: as many as went well in the
 * second before. Each further refusal would cost a pause, so for some seconds there are no more than that.
 */
export class Rate {
	#most = Infinity;
	#believedUntilMs = 0;
	/** When calls went well, as far as it is not longer ago than a second. */
	#wellMs: number[] = [];
	/** When the newest calls began or will begin; not more of them than `#most`. */
	#startsMs: number[] = [];
	/** Whether those under way when the service refused are still to be counted. */
	#isCounting = false;

	/** When the next call may begin, which then counts as begun. */
	nextStartMs(nowMs: number): number {
		this.#isCounting = false;
		if (nowMs >= this.#believedUntilMs) this.#most = Infinity;
		if (this.#most === Infinity) return nowMs;
		const before = this.#startsMs.at(-this.#most);
		const startMs = before === undefined ? nowMs : Math.max(nowMs, before + WINDOW_MS);
		this.#startsMs = [...this.#startsMs, startMs].slice(-this.#most);
		return startMs;
	}

	wentWell(nowMs: number): void {
		this.#wellMs.push(nowMs);
		while (this.#wellMs[0]! <= nowMs - SECOND_MS) this.#wellMs.shift();
		if (this.#isCounting) this.#most++;
	}

	/** Refused, and to be tried again after `waitMs`: by then all that counts is forgotten by the service too. */
	wasRefused(nowMs: number, waitMs: number): void {
		if (this.#isCounting) return;
		this.#isCounting = true;
		this.#most = Math.max(1, this.#wellMs.filter((ms) => ms > nowMs - SECOND_MS).length);
		this.#startsMs = [];
		this.#believedUntilMs = nowMs + waitMs + BELIEVED_MS;
	}
}
