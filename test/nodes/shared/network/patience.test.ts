import { endOf } from '../../../../nodes/shared/network/patience';

it.each([
	['a small file', 1_000, 20_001],
	['the largest document', 117_964_800, 137_965],
])('%s has its time', (_title, receivedBytes, wholeMs) => {
	const startedMs = 1e9;
	expect(Math.round(endOf({ startedMs, receivedBytes })) - startedMs).toBe(wholeMs);
});
