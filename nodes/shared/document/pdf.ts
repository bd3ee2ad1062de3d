import type { IDataObject } from 'n8n-workflow';

import type { Body, ByteStream } from '../http/body';

/** A checked file, mostly a PDF: either in memory or to be read as a stream, as often as needed. */
export type Pdf = { sizeBytes: number; fileName?: string; isXml?: boolean } & (
	| { bytes: Buffer }
	| { open: () => Promise<ByteStream> }
);

/** A PDF may begin with something else, but not for long. */
export const HEAD_BYTES = 1024;

export function isPdf(head: Buffer): boolean {
	return head.subarray(0, HEAD_BYTES).includes('%PDF-');
}

/** By its first characters, since it need not begin with a declaration; a web page is none. */
export function isXml(head: Buffer): boolean {
	return /^\ufeff?\s*<(?!!doctype html|html\b)[?!a-z_]/i.test(head.toString('utf8', 0, HEAD_BYTES));
}

/** Up to here a document travels in one piece, which n8n can send again after a new login. */
export const LARGEST_PLAIN_DOCUMENT_BYTES = 4 * 1024 * 1024;

/**
 * A multiple of three, so that every slice but the last encodes without padding; and small, because V8 keeps
 * texts of more than 128 KB apart and clears them late.
 */
export const SLICE_BYTES = 3 * 16 * 1024;

/** The JSON of `fields` with the document as `content`, streamed when it is large. */
export function bodyWithContent(fields: IDataObject, pdf: Pdf): Body {
	const encodedBytes = Math.ceil(pdf.sizeBytes / 3) * 4;
	const opening = `${JSON.stringify(fields).slice(0, -1)}${Object.keys(fields).length ? ',' : ''}"content":"`;
	const closing = '"}';
	const mediaType = 'application/json';
	// By hand: JSON would look at every letter of the file, and n8n at every letter of a text.
	const whole = (bytes: Buffer) =>
		Buffer.concat([
			Buffer.from(opening),
			Buffer.from(bytes.toString('base64'), 'latin1'),
			Buffer.from(closing),
		]);
	if (pdf.sizeBytes <= LARGEST_PLAIN_DOCUMENT_BYTES) {
		const read = async () => whole('bytes' in pdf ? pdf.bytes : await readAll(await pdf.open()));
		return { json: fields, withFile: { read, lengthBytes: encodedBytes } };
	}
	if ('bytes' in pdf) return { bytes: whole(pdf.bytes), mediaType };
	const { open, sizeBytes } = pdf;
	return {
		mediaType,
		lengthBytes: Buffer.byteLength(opening) + encodedBytes + closing.length,
		open: async () => {
			const source = await open();
			return source.compose(async function* (chunks: AsyncIterable<Buffer>) {
				yield opening;
				yield* inBase64(chunks, sizeBytes);
				yield closing;
			}) as ByteStream;
		},
	};
}

/**
 * As texts, which go to the network as they are. Bytes would lie outside of the heap, and for every few dozen
 * megabytes of those n8n's whole heap is searched for what can be given back, which takes longer than sending.
 */
async function* inBase64(chunks: AsyncIterable<Buffer>, sizeBytes: number) {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of exactly(chunks, sizeBytes)) {
		// n8n's database mode hands over a whole file as one chunk.
		for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
			const part = chunk.subarray(at, at + SLICE_BYTES);
			const slice = rest.length === 0 ? part : Buffer.concat([rest, part]);
			const whole = slice.length - (slice.length % 3);
			rest = slice.subarray(whole);
			if (whole > 0) yield slice.toString('base64', 0, whole);
		}
	}
	if (rest.length > 0) yield rest.toString('base64');
}

/** The length was announced to the service, so another one would leave it waiting. */
export async function* exactly(chunks: AsyncIterable<Buffer>, sizeBytes: number) {
	let total = 0;
	for await (const chunk of chunks) {
		total += chunk.length;
		yield chunk;
	}
	if (total !== sizeBytes) {
		throw new Error(`The file has ${total} bytes instead of the ${sizeBytes} that n8n announced`);
	}
}

export async function readAll(stream: ByteStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
