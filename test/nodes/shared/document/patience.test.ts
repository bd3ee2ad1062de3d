import { Readable } from 'node:stream';
import { hurried, isTooSlow } from '../../../../nodes/shared/document/patience';

const LARGEST_BYTES = 117_964_800;
const patience = () => ({ startedMs: Date.now(), receivedBytes: 0 });

it.each([
	[false, 'ten seconds of silence', { bytes: 0, silentMs: 10_000, tookMs: 10_000 }],
	[true, 'more silence', { bytes: LARGEST_BYTES, silentMs: 10_001, tookMs: 10_001 }],
	[false, 'twenty seconds for a small file', { bytes: 1_000, silentMs: 0, tookMs: 20_000 }],
	[true, 'more for a small file', { bytes: 1_000, silentMs: 0, tookMs: 21_000 }],
	[
		false,
		'two minutes for the largest file',
		{ bytes: LARGEST_BYTES, silentMs: 0, tookMs: 137_000 },
	],
	[true, 'more for the largest file', { bytes: LARGEST_BYTES, silentMs: 0, tookMs: 139_000 }],
])('%s: too slow with %s', (expected, _title, { bytes, silentMs, tookMs }) => {
	const nowMs = 1e9;
	const started = { startedMs: nowMs - tookMs, receivedBytes: bytes };
	expect(isTooSlow(started, { lastByteMs: nowMs - silentMs, nowMs })).toBe(expected);
});

async function lengthOf(stream: AsyncIterable<unknown>): Promise<number> {
	let bytes = 0;
	for await (const chunk of stream) bytes += (chunk as Buffer).length;
	return bytes;
}

it('lets the largest document through as it is', async () => {
	const chunk = Buffer.alloc(LARGEST_BYTES / 1800);
	const source = Readable.from(Array<Buffer>(1800).fill(chunk));
	expect(await lengthOf(hurried(source, patience()))).toBe(LARGEST_BYTES);
});

/** As a connection is: it hands over what comes, and can be ended at any time. */
function dripping(everyMs: number): Readable {
	const stream = new Readable({ read: () => undefined });
	const timer = setInterval(() => stream.push('x'), everyMs);
	stream.on('close', () => clearInterval(timer));
	return stream;
}

it.each([
	['falls silent', 60_000],
	['only drips', 20],
])('breaks a stream that %s', async (_title, everyMs) => {
	const limits = { silenceMs: 100, shortestMs: 400, bytesPerSecond: 1_000 };
	const stream = hurried(dripping(everyMs), patience(), limits);
	await expect(lengthOf(stream)).rejects.toThrow('Too slow');
});
