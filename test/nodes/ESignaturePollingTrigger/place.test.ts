import { mayPoll, toRepeat } from '../../../nodes/ESignaturePollingTrigger/place';

const ended = { isRunning: false, emittedPlaceMs: 900, emittedMs: 1000 };

it.each([
	['the first', { ...ended, emittedPlaceMs: -Infinity }, undefined, 1000, true],
	['one while another runs', { ...ended, isRunning: true }, 900, 2000, false],
	['one that knows of the last items', ended, 900, 1001, true],
	['one that knows of a later poll', ended, 901, 1001, true],
	['one with a copy from before them', ended, 899, 2000, false],
	['one that knows of no poll', ended, undefined, 2000, false],
	['one when they can no longer be under way', ended, 899, 31_001, true],
])('%s may poll or not', (_title, memory, keptAtMs, nowMs, expected) => {
	expect(mayPoll(memory, nowMs, keptAtMs)).toBe(expected);
});

it.each([
	['nothing after the first start', undefined, []],
	['nothing that the same process emitted', { by: 'me', ids: ['a'], again: [] }, []],
	['what another process emitted last', { by: 'other', ids: ['a', 'b'], again: [] }, ['a', 'b']],
	['what is left of a repetition', { by: 'me', ids: ['b'], again: ['a'] }, ['a']],
	['each once', { by: 'other', ids: ['b', 'a'], again: ['a'] }, ['a', 'b']],
])('brings once more %s', (_title, last, expected) => {
	expect(toRepeat(last, 'me')).toEqual(expected);
});
