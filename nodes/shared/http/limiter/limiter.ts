import { lengthOf } from '../body';
import type { Call, CallContext } from '../call';
import { stoppedFailure } from '../failure';
import { ConcurrencyLimit } from './concurrencyLimit';
import type { Release } from './concurrencyLimit';
import { EndpointRate } from './endpointRate';
import { cancelSignal, waitUntil } from './waitUntil';

/** Decides when a call to the service may begin; all calls of one account to one host share it. */
export class Limiter {
	readonly #concurrency = new ConcurrencyLimit();
	readonly #rates = new Map<string, EndpointRate>();

	async acquire(context: CallContext, call: Call, isRetry: boolean): Promise<Release> {
		const rate = this.#rateOf(call);
		const caller = {
			execution: context,
			bytes: lengthOf(call.body),
			isRetry,
			signal: cancelSignal(context),
		};
		for (;;) {
			await waitUntil(context, call, () => rate.pausedUntilMs);
			const release = await this.#concurrency.acquire(caller);
			if (!release) throw stoppedFailure(context, call, { mayBeDone: false });
			let mayBegin = false;
			try {
				mayBegin = await mayBeginAfterWaiting(context, call, rate);
			} finally {
				if (!mayBegin) release(false);
			}
			if (mayBegin) return release;
		}
	}

	/** So far; a call that is refused while this grows is refused because there are many. */
	successesOf(call: Call): number {
		return this.#rateOf(call).successes;
	}

	succeeded(call: Call, startMs: number): void {
		this.#rateOf(call).succeeded(startMs);
	}

	/** An endpoint pauses for all calls that share the limiter, not only for the one that failed. */
	pause(call: Call, waitMs: number): void {
		this.#rateOf(call).pause(Date.now() + waitMs);
	}

	/** Because of too many calls. */
	refused(call: Call, startMs: number, waitMs: number): void {
		this.#rateOf(call).refused(startMs, Date.now() + waitMs);
	}

	#rateOf(call: Call): EndpointRate {
		const name = endpointOf(call);
		const rate = this.#rates.get(name) ?? new EndpointRate();
		this.#rates.set(name, rate);
		return rate;
	}
}

/** False when the endpoint is paused, or was meanwhile. */
async function mayBeginAfterWaiting(
	context: CallContext,
	call: Call,
	rate: EndpointRate,
): Promise<boolean> {
	const { pausedUntilMs } = rate;
	if (pausedUntilMs > Date.now()) return false;
	const startMs = rate.nextStartMs(Date.now());
	await waitUntil(context, call, () => startMs);
	return rate.pausedUntilMs === pausedUntilMs;
}

/** The same endpoint whatever the ids in it are. */
function endpointOf({ interface: target = 'signing', version, method, path }: Call): string {
	const pattern = path
		.split('/')
		.map((part) => (/\d/.test(part) ? '{id}' : part))
		.join('/');
	return `${target} ${method} ${version}${pattern}`;
}
