import { sleep } from 'n8n-workflow';

import type { ByteStream } from '../http/body';

/** Of a caller that waits for an answer while we download: the service, when it calls. */
export interface Patience {
	startedMs: number;
	/** Of all files so far: more of them may take longer. Not what was announced, which a dripping file never keeps. */
	receivedBytes: number;
}

interface Limits {
	silenceMs: number;
	shortestMs: number;
	bytesPerSecond: number;
}

/** The largest document, 112.5 MB, may take a little more than two minutes. */
export const LIMITS: Limits = { silenceMs: 10_000, shortestMs: 20_000, bytesPerSecond: 1_000_000 };

const SLICE_MS = 250;

export function isTooSlow(
	{ startedMs, receivedBytes }: Patience,
	{ lastByteMs, nowMs }: { lastByteMs: number; nowMs: number },
	{ silenceMs, shortestMs, bytesPerSecond }: Limits = LIMITS,
): boolean {
	const wholeMs = shortestMs + (receivedBytes / bytesPerSecond) * 1000;
	return nowMs - lastByteMs > silenceMs || nowMs - startedMs > wholeMs;
}

/** The same bytes; it breaks when they stay away, or take too long as a whole. */
export function hurried(stream: ByteStream, patience: Patience, limits = LIMITS): ByteStream {
	let lastByteMs = Date.now();
	let isRead = false;
	const watch = async () => {
		while (!isRead) {
			await sleep(Math.min(SLICE_MS, limits.silenceMs));
			if (isRead || !isTooSlow(patience, { lastByteMs, nowMs: Date.now() }, limits)) continue;
			stream.destroy(new Error('Too slow'));
			return;
		}
	};
	void watch();
	return stream.compose(async function* (chunks: AsyncIterable<Buffer>) {
		try {
			for await (const chunk of chunks) {
				lastByteMs = Date.now();
				patience.receivedBytes += chunk.length;
				yield chunk;
			}
		} finally {
			isRead = true;
		}
	}) as ByteStream;
}
