import { sleep } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { endOf } from './patience';
import type { DownloadProgress } from './patience';

/** What n8n hands out for binaries; its type comes from a module that the package may not import. */
export type ByteStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

const SLICE_MS = 250;

/** What is not read to its end, because it is too large to keep. */
export class AnswerTooLong extends Error {}

interface Bounds {
	silenceMs: number;
	/** For the whole answer, where a caller waits: an answer that drips is never silent. */
	wholeMs?: number;
	mostBytes: number;
}

/** Of a file, which may take the longer the more has come. */
interface FileBounds extends Omit<Bounds, 'wholeMs'> {
	patience?: DownloadProgress;
}

/** A whole answer as text; by itself n8n would read any number of gigabytes into memory. */
export async function readText(body: unknown, bounds: Bounds): Promise<string> {
	const { text, isWhole } = await read(body, bounds);
	if (!isWhole) throw new AnswerTooLong();
	return text;
}

/** The same, where the beginning is enough. */
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
	const endsMs = Date.now() + wholeMs;
	const silence = watchSilence(body, silenceMs, () => endsMs);
	// By its events: a loop over every small answer takes as long as reading it.
	await new Promise<void>((done, fail) => {
		body.on('data', (chunk: Buffer) => {
			silence.broken();
			chunks.push(chunk);
			left -= chunk.length;
			// The rest is never read.
			if (left < 0) body.destroy();
		});
		body.on('end', done);
		body.on('error', fail);
		body.on('close', () => {
			if (left < 0) done();
			else if (!body.readableEnded) fail(new Cut());
		});
	}).finally(silence.over);
	return { text: Buffer.concat(chunks).toString('utf8'), isWhole: left >= 0 };
}

/** The connection went away in the middle of the answer. */
class Cut extends Error {
	readonly code = 'ECONNRESET';
}

function isStream(body: unknown): body is ByteStream & AsyncIterable<Buffer> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** The same bytes; it breaks when they are too many, stay away, or take too long as a whole. */
export function within(bounds: FileBounds, stream: ByteStream): ByteStream {
	const same = stream.compose((chunks: AsyncIterable<Buffer>) =>
		bounded(chunks, stream, bounds),
	) as ByteStream;
	// It can break before it is read, which would end the process without a listener.
	same.on('error', () => undefined);
	return same;
}

async function* bounded(
	chunks: AsyncIterable<Buffer>,
	stream: ByteStream,
	{ silenceMs, mostBytes, patience }: FileBounds,
) {
	const silence = watchSilence(stream, silenceMs, () => (patience ? endOf(patience) : Infinity));
	// Leaving an answer early breaks it, which would end the process without a listener.
	stream.on('error', () => undefined);
	let left = mostBytes;
	try {
		for await (const chunk of chunks) {
			silence.broken();
			if (patience) patience.receivedBytes += chunk.length;
			left -= chunk.length;
			if (left < 0) throw new AnswerTooLong();
			yield chunk;
		}
	} finally {
		silence.over();
	}
}

/** n8n's time limit ends where a stream begins: from there on, nothing else notices that no more data comes. */
function watchSilence(stream: ByteStream, silenceMs: number, endsMs: () => number) {
	let sinceMs = Date.now();
	let isOver = false;
	const watch = async () => {
		while (!isOver) {
			await sleep(Math.min(SLICE_MS, silenceMs));
			const nowMs = Date.now();
			if (isOver || (nowMs - sinceMs <= silenceMs && nowMs <= endsMs())) continue;
			stream.destroy(Object.assign(new Error('Silence'), { code: 'ETIMEDOUT' }));
			return;
		}
	};
	void watch();
	return {
		broken: () => {
			sinceMs = Date.now();
		},
		over: () => {
			isOver = true;
		},
	};
}
