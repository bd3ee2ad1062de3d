import { EndpointRate } from '../../../../../nodes/shared/http/limiter/endpointRate';

const NOW = 50_000;
const WAIT_MS = 1000;

/** How many calls may begin now, of so many that want to. */
function begin(rate: EndpointRate, nowMs: number, wanted = 500): number {
	let begun = 0;
	for (; begun < wanted && rate.nextStartMs(nowMs) <= nowMs; begun++) rate.began(nowMs);
	return begun;
}

function end(rate: EndpointRate, amount: number, startMs: number, endMs = startMs): void {
	for (let times = 0; times < amount; times++) rate.ended({ startMs, endMs }, { kind: 'ok' });
}

function refuse(rate: EndpointRate, amount: number, startMs: number, endMs = startMs): void {
	for (let times = 0; times < amount; times++) {
		rate.ended({ startMs, endMs }, { kind: 'overloaded', waitMs: WAIT_MS });
	}
}

/** A service that accepts so many of the calls that begin now, and answers all of them at once. */
function offer(rate: EndpointRate, nowMs: number, accepted: number): number {
	const begun = begin(rate, nowMs);
	end(rate, Math.min(begun, accepted), nowMs);
	refuse(rate, Math.max(0, begun - accepted), nowMs);
	return begun;
}

const AFTER = NOW + 2 * WAIT_MS;

/** Refused twice, each time when so many had been accepted; then the pause is over. */
function limitedTo(accepted: number): EndpointRate {
	const rate = new EndpointRate();
	offer(rate, NOW, accepted);
	const begun = offer(rate, NOW + WAIT_MS, accepted);
	offer(rate, NOW + WAIT_MS, accepted - begun);
	expect(rate.nextStartMs(AFTER)).toBe(AFTER);
	return rate;
}

describe('before a refusal', () => {
	it('calls begin in rounds of 11 and 50, and then freely', () => {
		const rate = new EndpointRate();
		expect(begin(rate, NOW)).toBe(11);
		end(rate, 10, NOW);
		expect(begin(rate, NOW)).toBe(0);
		end(rate, 1, NOW);
		expect(begin(rate, NOW)).toBe(50);
		end(rate, 50, NOW);
		expect(begin(rate, NOW)).toBe(500);
	});

	it('a call that takes long does not hold up a round for more than a second', () => {
		const rate = new EndpointRate();
		begin(rate, NOW);
		end(rate, 10, NOW);
		expect(rate.nextStartMs(NOW + 999)).toBe(NOW + 1000);
		expect(begin(rate, NOW + 1000)).toBe(50);
	});
});

it.each(['overloaded', 'neutral'] as const)('no call begins in a pause (%s)', (kind) => {
	const rate = new EndpointRate();
	begin(rate, NOW, 1);
	rate.ended({ startMs: NOW, endMs: NOW + 50 }, { kind, waitMs: WAIT_MS });
	expect(rate.nextStartMs(NOW + 50)).toBe(NOW + 1050);
	expect(begin(rate, NOW + 1049)).toBe(0);
	expect(begin(rate, NOW + 1050)).toBeGreaterThan(0);
});

describe('after the first refusal', () => {
	it('nine tenths of what was accepted in the second before it begin at once, then rounds up to half of it', () => {
		const rate = new EndpointRate();
		offer(rate, NOW - 1000, 11);
		expect(offer(rate, NOW, 30)).toBe(50);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(27);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(11);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(15);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(15);
	});

	it('no round is smaller than the first', () => {
		const rate = new EndpointRate();
		offer(rate, NOW, 5);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(5);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(11);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(11);
	});

	it('rounds begin anew where nothing was accepted', () => {
		const rate = new EndpointRate();
		expect(offer(rate, NOW, 0)).toBe(11);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(11);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(50);
		expect(offer(rate, NOW + WAIT_MS, 500)).toBe(500);
	});

	it('the next one shows no limit either if it comes half a minute later', () => {
		const rate = new EndpointRate();
		offer(rate, NOW, 5);
		offer(rate, AFTER, 5);
		offer(rate, AFTER + 30_000, 5);
		expect(offer(rate, AFTER + 31_000, 500)).toBe(5);
		expect(offer(rate, AFTER + 31_000, 500)).toBe(11);
	});

	it('calls that were under way count as accepted', () => {
		const rate = new EndpointRate();
		begin(rate, NOW);
		refuse(rate, 7, NOW);
		end(rate, 4, NOW, NOW + 20);
		expect(begin(rate, NOW + WAIT_MS)).toBe(4);
	});
});

describe('after the second refusal', () => {
	/** When the next calls begin, of which none is answered. */
	const startsOf = (rate: EndpointRate, amount: number, fromMs: number) =>
		Array.from({ length: amount }, () => {
			const startMs = rate.nextStartMs(fromMs);
			rate.began(startMs);
			return Math.round(startMs - fromMs);
		});

	/** Ten a second, of which the first ten have begun. */
	const paced = () => {
		const rate = limitedTo(10);
		startsOf(rate, 10, AFTER);
		return rate;
	};

	it('as many calls as were accepted in the second before it begin at once, then evenly, a tenth below', () => {
		const atOnce = Array<number>(10).fill(0);
		expect(startsOf(limitedTo(10), 13, AFTER)).toEqual([...atOnce, 1111, 1219, 1326]);
	});

	it.each([
		['is back after 10 seconds', 10_000, 100],
		['grows by a tenth in 20', 20_000, 90],
		['has nearly doubled after 30', 30_000, 55],
	])('the rate %s', (_title, laterMs, betweenMs) => {
		// The first few make up for the time in which nothing was sent.
		const [last, beforeLast] = startsOf(paced(), 9, AFTER + laterMs).reverse();
		expect(last! - beforeLast!).toBe(betweenMs);
	});

	it('timers that fire late are made up for, up to 200 ms', () => {
		const rate = paced();
		expect(startsOf(rate, 1, AFTER + 1112)).toEqual([0]);
		expect(startsOf(rate, 2, AFTER + 1112 + 130)).toEqual([0, 84]);
		expect(startsOf(rate, 4, AFTER + 10_000)).toEqual([0, 0, 0, 100]);
	});

	it('one more lowers the rate by a tenth at least', () => {
		const rate = limitedTo(10);
		begin(rate, AFTER);
		end(rate, 9, AFTER);
		refuse(rate, 1, AFTER);
		const atOnce = Array<number>(8).fill(0);
		expect(startsOf(rate, 9, AFTER + WAIT_MS)).toEqual([...atOnce, 8 * 137 + 1]);
	});

	it('no rate is lower than a call a second', () => {
		expect(startsOf(limitedTo(1), 3, AFTER)).toEqual([0, 1111, 2187]);
	});
});

describe('a refusal while the service works on other calls', () => {
	/** Five are accepted, the others refused within 50 ms. */
	const refusedAtOnce = (workMs: number) => {
		const rate = new EndpointRate();
		begin(rate, NOW);
		refuse(rate, 6, NOW, NOW + 50);
		end(rate, 5, NOW, NOW + 50 + workMs);
		return begin(rate, NOW + 50 + WAIT_MS, 1) && rate.nextStartMs(NOW + 50 + WAIT_MS) - NOW - 1050;
	};

	it('gives the rate at once, which is their number by the time of one', () => {
		expect(Math.round(refusedAtOnce(200))).toBe(Math.round(1000 / (0.9 * 25)));
	});

	it('lets no calls begin at once, also where more were accepted in the second before it', () => {
		const rate = new EndpointRate();
		offer(rate, NOW, 0);
		const laterMs = NOW + WAIT_MS;
		expect(offer(rate, laterMs, 500)).toBe(11);
		begin(rate, laterMs);
		refuse(rate, 48, laterMs, laterMs + 50);
		end(rate, 2, laterMs, laterMs + 250);
		expect(begin(rate, laterMs + 50 + WAIT_MS)).toBe(1);
	});

	it('says nothing where they took hardly longer', () => {
		expect(refusedAtOnce(99)).toBe(0);
	});
});
