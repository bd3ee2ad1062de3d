/** Bytes that have their memory for themselves, so that it can go over to a thread. */
export const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
	bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
		? (bytes as Uint8Array<ArrayBuffer>)
		: new Uint8Array(bytes);
