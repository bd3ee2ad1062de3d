import { sleep } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n returns for binaries. The package may not import the module of its type. */
export type ByteStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

export const HTML = 'text/html';

/** Without its parameters, such as the character set. */
export function mediaTypeOf(headers: { 'content-type'?: unknown }): string | undefined {
	const type = headers['content-type'];
	return typeof type === 'string' ? type.split(';', 1)[0]?.trim().toLowerCase() : undefined;
}

/** Too large to keep, so not read to its end. */
export class AnswerTooLong extends Error {}

interface Bounds {
	silenceMs: number;
	/** For the whole answer, if a caller waits: an answer that drips is never silent. */
	wholeMs?: number;
	mostBytes: number;
}

/** Otherwise n8n reads any number of gigabytes into memory. */
export async function readText(body: unknown, bounds: Bounds): Promise<string> {
	const { text, isWhole } = await read(body, bounds);
	if (!isWhole) throw new AnswerTooLong();
	return text;
}

export async function readBeginning(body: unknown, bounds: Bounds): Promise<string> {
	return (await read(body, bounds)).text;
}

async function read(
	body: unknown,
	{ silenceMs, wholeMs = Infinity, mostBytes }: Bounds,
): Promise<{ text: string; isWhole: boolean }> {
	if (!isStream(body)) return { text: typeof body === 'string' ? body : '', isWhole: true };
	const chunks: Buffer[] = [];
	let left = mostBytes;
	const deadlineMs = Date.now() + wholeMs;
	const watchdog = watch(body, silenceMs, () => deadlineMs);
	// By its events: a loop over every small answer takes as long as reading it.
	await new Promise<void>((done, fail) => {
		body.on('data', (chunk: Buffer) => {
			watchdog.reset();
			chunks.push(chunk);
			left -= chunk.length;
			// The rest is never read.
			if (left < 0) body.destroy();
		});
		body.on('end', done);
		body.on('error', fail);
		body.on('close', () => {
			if (left < 0) done();
			else if (!body.readableEnded) fail(withCode('Cut', 'ECONNRESET'));
		});
	}).finally(watchdog.stop);
	return { text: Buffer.concat(chunks).toString('utf8'), isWhole: left >= 0 };
}

function isStream(body: unknown): body is ByteStream & AsyncIterable<Buffer> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function withCode(message: string, code: string): Error {
	return Object.assign(new Error(message), { code });
}

/** Of a download for a caller that waits for our answer: Skribble with a callback. */
export interface DownloadProgress {
	startedMs: number;
	/** Of all files so far, because more of them may take longer. A dripping file never keeps the announced size. */
	receivedBytes: number;
}

/** The longest pause between two chunks of such a download. */
export const SILENCE_MS = 10_000;
const SHORTEST_MS = 20_000;
/** The largest document, 112.5 MB, may take a little more than two minutes. */
const BYTES_PER_SECOND = 1_000_000;

export function downloadDeadlineMs({ startedMs, receivedBytes }: DownloadProgress): number {
	return startedMs + SHORTEST_MS + (receivedBytes / BYTES_PER_SECOND) * 1000;
}

/** A file that has more time, the more of it has arrived. */
interface FileBounds extends Omit<Bounds, 'wholeMs'> {
	progress?: DownloadProgress;
}

/** The same bytes. The stream breaks if they are too many, stop, or take too long in all. */
export function within(bounds: FileBounds, stream: ByteStream): ByteStream {
	const same = stream.compose((chunks: AsyncIterable<Buffer>) =>
		bounded(chunks, stream, bounds),
	) as ByteStream;
	// It can break before it is read. Without a listener that would end the process.
	same.on('error', () => undefined);
	return same;
}

async function* bounded(
	chunks: AsyncIterable<Buffer>,
	stream: ByteStream,
	{ silenceMs, mostBytes, progress }: FileBounds,
) {
	const watchdog = watch(stream, silenceMs, () =>
		progress ? downloadDeadlineMs(progress) : Infinity,
	);
	// Stopping early breaks the answer. Without a listener that would end the process.
	stream.on('error', () => undefined);
	let left = mostBytes;
	try {
		for await (const chunk of chunks) {
			watchdog.reset();
			if (progress) progress.receivedBytes += chunk.length;
			left -= chunk.length;
			if (left < 0) throw new AnswerTooLong();
			yield chunk;
		}
	} finally {
		watchdog.stop();
	}
}

const SLICE_MS = 250;

/** n8n's timeout ends when a stream begins. After that, nothing else notices that no more data arrives. */
function watch(stream: ByteStream, silenceMs: number, deadlineMs: () => number) {
	let sinceMs = Date.now();
	let isStopped = false;
	const check = async () => {
		while (!isStopped) {
			await sleep(Math.min(SLICE_MS, silenceMs));
			const nowMs = Date.now();
			if (isStopped || (nowMs - sinceMs <= silenceMs && nowMs <= deadlineMs())) continue;
			stream.destroy(withCode('Silence', 'ETIMEDOUT'));
			return;
		}
	};
	void check();
	return {
		reset: () => {
			sinceMs = Date.now();
		},
		stop: () => {
			isStopped = true;
		},
	};
}
