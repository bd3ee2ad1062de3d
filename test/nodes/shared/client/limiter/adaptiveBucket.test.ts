import { AdaptiveBucket } from '../../../../../nodes/shared/client/limiter/adaptiveBucket';

const NOW = 50_000;
const WAIT_MS = 1000;

/** How many calls may begin now, of so many that want to. */
function begin(bucket: AdaptiveBucket, nowMs: number, wanted = 500): number {
	let begun = 0;
	for (; begun < wanted && bucket.nextStartMs(nowMs) <= nowMs; begun++) bucket.began();
	return begun;
}

function end(bucket: AdaptiveBucket, amount: number, startMs: number, endMs = startMs): void {
	for (let times = 0; times < amount; times++) bucket.ended({ startMs, endMs }, { kind: 'ok' });
}

function refuse(bucket: AdaptiveBucket, amount: number, startMs: number, endMs = startMs): void {
	for (let times = 0; times < amount; times++) {
		bucket.ended({ startMs, endMs }, { kind: 'overloaded', waitMs: WAIT_MS });
	}
}

/** A service that accepts so many of the calls that begin now, and answers all of them at once. */
function offer(bucket: AdaptiveBucket, nowMs: number, accepted: number): number {
	const begun = begin(bucket, nowMs);
	end(bucket, Math.min(begun, accepted), nowMs);
	refuse(bucket, Math.max(0, begun - accepted), nowMs);
	return begun;
}

const AFTER = NOW + 2 * WAIT_MS;

/** Refused twice, each time when so many had been accepted; then the pause is over. */
function limitedTo(accepted: number): AdaptiveBucket {
	const bucket = new AdaptiveBucket();
	offer(bucket, NOW, accepted);
	const begun = offer(bucket, NOW + WAIT_MS, accepted);
	offer(bucket, NOW + WAIT_MS, accepted - begun);
	expect(bucket.nextStartMs(AFTER)).toBe(AFTER);
	return bucket;
}

describe('before a refusal', () => {
	it('calls begin in rounds of 11 and 50, and then freely', () => {
		const bucket = new AdaptiveBucket();
		expect(begin(bucket, NOW)).toBe(11);
		end(bucket, 10, NOW);
		expect(begin(bucket, NOW)).toBe(0);
		end(bucket, 1, NOW);
		expect(begin(bucket, NOW)).toBe(50);
		end(bucket, 50, NOW);
		expect(begin(bucket, NOW)).toBe(500);
	});

	it('a call that takes long does not hold up a round for more than a second', () => {
		const bucket = new AdaptiveBucket();
		begin(bucket, NOW);
		end(bucket, 10, NOW);
		expect(bucket.nextStartMs(NOW + 999)).toBe(NOW + 1000);
		expect(begin(bucket, NOW + 1000)).toBe(50);
	});
});

it.each(['overloaded', 'neutral'] as const)('no call begins in a pause (%s)', (kind) => {
	const bucket = new AdaptiveBucket();
	begin(bucket, NOW, 1);
	bucket.ended({ startMs: NOW, endMs: NOW + 50 }, { kind, waitMs: WAIT_MS });
	expect(bucket.nextStartMs(NOW + 50)).toBe(NOW + 1050);
	expect(begin(bucket, NOW + 1049)).toBe(0);
	expect(begin(bucket, NOW + 1050)).toBeGreaterThan(0);
});

describe('after the first refusal', () => {
	it('nine tenths of what was accepted in the second before it begin at once, then slow start goes on', () => {
		const bucket = new AdaptiveBucket();
		offer(bucket, NOW - 1000, 11);
		expect(offer(bucket, NOW, 30)).toBe(50);
		expect(offer(bucket, NOW + WAIT_MS, 500)).toBe(27);
		expect(offer(bucket, NOW + WAIT_MS, 500)).toBe(11);
		expect(offer(bucket, NOW + WAIT_MS, 500)).toBe(50);
		expect(offer(bucket, NOW + WAIT_MS, 500)).toBe(500);
	});

	it('slow start begins at once where nothing was accepted', () => {
		const bucket = new AdaptiveBucket();
		expect(offer(bucket, NOW, 0)).toBe(11);
		expect(offer(bucket, NOW + WAIT_MS, 500)).toBe(11);
	});

	it('the next one shows no limit either if it comes more than a minute later', () => {
		const bucket = new AdaptiveBucket();
		offer(bucket, NOW, 5);
		offer(bucket, AFTER, 5);
		const laterMs = AFTER + 60_001;
		offer(bucket, laterMs, 5);
		expect(offer(bucket, laterMs + WAIT_MS, 500)).toBe(5);
		expect(offer(bucket, laterMs + WAIT_MS, 500)).toBe(11);
	});

	it('counts a thousand calls at most', () => {
		const bucket = new AdaptiveBucket();
		offer(bucket, NOW, 11);
		offer(bucket, NOW, 50);
		begin(bucket, NOW, 1500);
		end(bucket, 1400, NOW);
		refuse(bucket, 1, NOW);
		expect(begin(bucket, NOW + WAIT_MS, 900)).toBe(900);
		// Slow start goes on.
		expect(begin(bucket, NOW + WAIT_MS)).toBe(0);
	});

	it('calls that were under way count as accepted', () => {
		const bucket = new AdaptiveBucket();
		begin(bucket, NOW);
		refuse(bucket, 7, NOW);
		end(bucket, 4, NOW, NOW + 20);
		expect(begin(bucket, NOW + WAIT_MS)).toBe(4);
	});

	it('calls that began later do not', () => {
		const bucket = new AdaptiveBucket();
		begin(bucket, NOW);
		refuse(bucket, 7, NOW);
		end(bucket, 4, NOW + 1);
		expect(begin(bucket, NOW + WAIT_MS)).toBe(11);
	});
});

describe('after the second refusal', () => {
	it('nine tenths of what was accepted in the second before it begin at once, and again each 1.05 seconds', () => {
		const bucket = limitedTo(10);
		expect(begin(bucket, AFTER)).toBe(9);
		expect(bucket.nextStartMs(AFTER)).toBe(AFTER + 1050);
		expect(begin(bucket, AFTER + 1050)).toBe(9);
	});

	it.each([
		['is back after 10 seconds', 10_000, 10],
		['grows by a tenth in 20', 20_000, 11],
		['has nearly doubled after 30', 30_000, 18],
		['is forgotten after a minute, so that slow start begins anew', 60_001, 11],
	])('the limit %s', (_title, laterMs, begun) => {
		const bucket = limitedTo(10);
		end(bucket, begin(bucket, AFTER), AFTER);
		expect(begin(bucket, AFTER + laterMs)).toBe(begun);
	});

	it('one more measures the limit anew', () => {
		const bucket = limitedTo(10);
		begin(bucket, AFTER);
		end(bucket, 7, AFTER);
		refuse(bucket, 2, AFTER);
		expect(begin(bucket, AFTER + WAIT_MS)).toBe(6);
	});

	it('one of all calls measures nothing', () => {
		const bucket = limitedTo(10);
		refuse(bucket, begin(bucket, AFTER), AFTER);
		expect(begin(bucket, AFTER + WAIT_MS)).toBe(0);
		expect(begin(bucket, AFTER + 1050)).toBe(9);
	});

	it('no limit is lower than a call a second', () => {
		const bucket = limitedTo(1);
		expect(begin(bucket, AFTER)).toBe(1);
		expect(begin(bucket, AFTER + 1050)).toBe(1);
	});
});

describe('a refusal while the service works on other calls', () => {
	const laterMs = NOW + 50 + WAIT_MS;

	/** Five are accepted, the others refused within 50 ms. */
	const refusedAtOnce = (workMs: number) => {
		const bucket = new AdaptiveBucket();
		begin(bucket, NOW);
		refuse(bucket, 6, NOW, NOW + 50);
		end(bucket, 5, NOW, NOW + 50 + workMs);
		expect(begin(bucket, laterMs)).toBe(5);
		return bucket;
	};

	it('shows the limit at once: their number in the time of the longest', () => {
		const bucket = refusedAtOnce(200);
		expect(bucket.nextStartMs(laterMs)).toBe(laterMs + 210);
		expect(begin(bucket, laterMs + 210)).toBe(5);
	});

	it('counts no others that were accepted in the second before', () => {
		const bucket = new AdaptiveBucket();
		offer(bucket, NOW, 0);
		expect(offer(bucket, laterMs, 500)).toBe(11);
		begin(bucket, laterMs);
		refuse(bucket, 48, laterMs, laterMs + 50);
		end(bucket, 2, laterMs, laterMs + 250);
		expect(begin(bucket, laterMs + 50 + WAIT_MS)).toBe(2);
	});

	it('gives way to slow start when the limit is forgotten', () => {
		const bucket = refusedAtOnce(200);
		expect(begin(bucket, laterMs + 60_001)).toBe(11);
		expect(begin(bucket, laterMs + 61_000)).toBe(0);
	});

	it('says nothing where they took hardly longer', () => {
		const bucket = refusedAtOnce(99);
		end(bucket, 5, laterMs);
		expect(begin(bucket, laterMs)).toBe(11);
	});
});
