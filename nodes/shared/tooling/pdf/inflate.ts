/**
 * The bytes of a stream that was written with zlib, up to the first fault in it: line breaks that some programs write
 * behind the data are one to Node.
 */
export async function inflate(bytes: Buffer): Promise<Buffer> {
	const reader = new Blob([bytes])
		.stream()
		.pipeThrough(new DecompressionStream('deflate'))
		.getReader();
	const chunks: Uint8Array[] = [];
	const next = async () => await reader.read().catch(() => ({ done: true, value: undefined }));
	for (let part = await next(); !part.done && part.value; part = await next()) {
		chunks.push(part.value as Uint8Array);
	}
	return Buffer.concat(chunks);
}
