import { sleep } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n hands out for binaries; its type comes from a module that the package may not import. */
export type ByteStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

const SLICE_MS = 250;

/** What is not read to its end, because nobody could keep it. */
export class AnswerTooLong extends Error {}

interface Bounds {
	silenceMs: number;
	mostBytes: number;
}

/** A whole answer as text; by itself n8n would read any number of gigabytes into memory. */
export async function readText(body: unknown, bounds: Bounds): Promise<string> {
	if (!isStream(body)) return typeof body === 'string' ? body : '';
	const chunks: Buffer[] = [];
	for await (const chunk of within(bounds, body) as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}

/** The same, where the beginning is enough. */
export async function readBeginning(body: unknown, bounds: Bounds): Promise<string> {
	if (!isStream(body)) return typeof body === 'string' ? body : '';
	const chunks: Buffer[] = [];
	try {
		for await (const chunk of within(bounds, body) as AsyncIterable<Buffer>) chunks.push(chunk);
	} catch (error) {
		if (!(error instanceof AnswerTooLong)) throw error;
	}
	return Buffer.concat(chunks).toString('utf8');
}

function isStream(body: unknown): body is ByteStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/**
 * The same bytes; it breaks when they are too many, or stay away. n8n's time limit ends where a stream begins:
 * from there on, nobody else notices that nothing more comes.
 */
export function within({ silenceMs, mostBytes }: Bounds, stream: ByteStream): ByteStream {
	let lastByteMs = Date.now();
	let isRead = false;
	const watch = async () => {
		while (!isRead) {
			await sleep(Math.min(SLICE_MS, silenceMs));
			if (isRead || Date.now() - lastByteMs <= silenceMs) continue;
			stream.destroy(Object.assign(new Error('Silence'), { code: 'ETIMEDOUT' }));
			return;
		}
	};
	void watch();
	const same = stream.compose(async function* (chunks: AsyncIterable<Buffer>) {
		let size = 0;
		try {
			for await (const chunk of chunks) {
				lastByteMs = Date.now();
				size += chunk.length;
				if (size > mostBytes) throw new AnswerTooLong();
				yield chunk;
			}
		} finally {
			isRead = true;
		}
	}) as ByteStream;
	// It can break before anybody begins to read it, which would end the process when nobody listens.
	same.on('error', () => undefined);
	return same;
}
