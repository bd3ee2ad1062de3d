import { sleep } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

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
	{ mostBytes, ...limits }: Bounds,
): Promise<{ text: string; isWhole: boolean }> {
	if (!isStream(body)) return { text: typeof body === 'string' ? body : '', isWhole: true };
	const chunks: Buffer[] = [];
	let left = mostBytes;
	const silence = watchSilence(body, limits);
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

/** The same bytes; it breaks when they are too many, or stay away. */
export function within({ silenceMs, mostBytes }: Bounds, stream: ByteStream): ByteStream {
	const same = stream.compose(async function* (chunks: AsyncIterable<Buffer>) {
		let left = mostBytes;
		for await (const chunk of inTime(chunks, stream, silenceMs)) {
			left -= chunk.length;
			if (left < 0) throw new AnswerTooLong();
			yield chunk;
		}
	}) as ByteStream;
	// It can break before it is read, which would end the process without a listener.
	same.on('error', () => undefined);
	return same;
}

async function* inTime(chunks: AsyncIterable<Buffer>, stream: ByteStream, silenceMs: number) {
	const silence = watchSilence(stream, { silenceMs });
	// Leaving an answer early breaks it, which would end the process without a listener.
	stream.on('error', () => undefined);
	try {
		for await (const chunk of chunks) {
			silence.broken();
			yield chunk;
		}
	} finally {
		silence.over();
	}
}

/** n8n's time limit ends where a stream begins: from there on, nothing else notices that no more data comes. */
function watchSilence(
	stream: ByteStream,
	{ silenceMs, wholeMs = Infinity }: Omit<Bounds, 'mostBytes'>,
) {
	const startedMs = Date.now();
	let sinceMs = startedMs;
	let isOver = false;
	const watch = async () => {
		while (!isOver) {
			await sleep(Math.min(SLICE_MS, silenceMs));
			const nowMs = Date.now();
			if (isOver || (nowMs - sinceMs <= silenceMs && nowMs - startedMs <= wholeMs)) continue;
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
