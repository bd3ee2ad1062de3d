import type { Budget } from './budget';

const SLICE_BYTES = 64 * 1024;

/**
 * The bytes of a stream that was written with zlib, up to the first fault in it: line breaks that some programs write
 * behind the data are one to Node. Each chunk is taken at once, because Node throws away what waits when it meets a
 * fault. It unpacks in another thread, so that n8n continues between the chunks.
 */
export async function inflate(bytes: Buffer, budget: Budget): Promise<Buffer> {
	const reader = ReadableStream.from(slicesOf(bytes))
		.pipeThrough(new DecompressionStream('deflate'))
		.getReader();
	const next = async () => await reader.read().catch(() => ({ done: true, value: undefined }));
	const chunks: Uint8Array[] = [];
	let total = 0;
	// A reader that stops here is never canceled: data that Node still has at hand would then end the whole process.
	for (let part = await next(); !part.done && part.value; part = await next()) {
		const chunk = part.value as Uint8Array;
		total += chunk.length;
		budget.add('inflatedBytes', chunk.length);
		budget.allow('streamBytes', total);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** So that no more is unpacked than is read. */
function* slicesOf(bytes: Buffer) {
	for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}
