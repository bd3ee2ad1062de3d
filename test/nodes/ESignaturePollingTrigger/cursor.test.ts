import { mayPoll, toRepeat } from '../../../nodes/ESignaturePollingTrigger/cursor';

it.each([
	['the first', -Infinity, undefined, 1000, true],
	['one while another runs', Infinity, 900, 2000, false],
	['one that knows of the last items', 900, 900, 1001, true],
	['one that knows of a later poll', 900, 901, 1001, true],
	['one with a copy from before them', 900, 899, 2000, false],
	['one that knows of no poll', 900, undefined, 2000, false],
	['one when they can no longer be under way', 900, 899, 30_901, true],
])('%s may poll or not', (_title, awaitedMs, savedAtMs, nowMs, expected) => {
	expect(mayPoll(awaitedMs, nowMs, savedAtMs)).toBe(expected);
});

it.each([
	['nothing after the first start', undefined, []],
	['nothing that the same process emitted', { me: ['a'] }, []],
	['what another process emitted last', { other: ['a', 'b'] }, ['a', 'b']],
	['what is left of a repetition', { earlier: ['a'], me: ['b'] }, ['a']],
	['each once', { earlier: ['a'], other: ['b', 'a'] }, ['a', 'b']],
])('brings once more %s', (_title, emitted, expected) => {
	expect([...toRepeat(emitted, 'me')]).toEqual(expected);
});
