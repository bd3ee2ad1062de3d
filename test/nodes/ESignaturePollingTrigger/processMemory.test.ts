import { mayPoll } from '../../../nodes/ESignaturePollingTrigger/processMemory';

const ended = { isRunning: false, stamp: 'b', emittedMs: 1000 };

it.each([
	['the first', { isRunning: false, emittedMs: -Infinity }, undefined, 1000, true],
	['one while another runs', { ...ended, isRunning: true }, 'b', 2000, false],
	['one that knows of the last hand-over', ended, 'b', 1001, true],
	['one with a copy from before it', ended, 'a', 2000, false],
	['one that never heard of it', ended, undefined, 2000, false],
	['one when it can no longer be under way', ended, 'a', 31_001, true],
])('%s is due or not', (_title, last, stamp, nowMs, expected) => {
	expect(mayPoll(last, stamp, nowMs)).toBe(expected);
});
