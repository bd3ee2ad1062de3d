import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../client/call';
import type { ByteStream } from '../network/answer';

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

/** The largest size, and how to say it. */
export interface SizeLimit {
	bytes: number;
	inWords: string;
}

/** Of a body, around the file in it. */
interface Envelope {
	mediaType: string;
	opening: string | Buffer;
	closing: string | Buffer;
}

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
		const read = async () => whole(await bytesIn(pdf));
		return { json: fields, withFile: { read, lengthBytes: encodedBytes } };
	}
	if ('bytes' in pdf) return { bytes: whole(pdf.bytes), mediaType };
	return streamed(pdf, { mediaType, opening, closing }, { encode: inBase64, encodedBytes });
}

function streamed(
	{ open, sizeBytes }: Exclude<Pdf, { bytes: Buffer }>,
	{ mediaType, opening, closing }: Envelope,
	{
		encode = (chunks) => chunks,
		encodedBytes = sizeBytes,
	}: {
		encode?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer | string>;
		encodedBytes?: number;
	} = {},
): Body {
	return {
		mediaType,
		lengthBytes: Buffer.byteLength(opening) + encodedBytes + Buffer.byteLength(closing),
		open: async () => {
			const source = await open();
			return source.compose(async function* (chunks: AsyncIterable<Buffer>) {
				yield opening;
				yield* encode(exactly(chunks, sizeBytes));
				yield closing;
			}) as ByteStream;
		},
	};
}

/**
 * As texts, which go to the network as they are. Bytes would lie outside of the heap, and for every few dozen
 * megabytes of those n8n's whole heap is searched for what can be given back, which takes longer than sending.
 */
async function* inBase64(chunks: AsyncIterable<Buffer>) {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
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
async function* exactly(chunks: AsyncIterable<Buffer>, sizeBytes: number) {
	let total = 0;
	for await (const chunk of chunks) {
		total += chunk.length;
		yield chunk;
	}
	if (total !== sizeBytes) {
		throw new Error(`The file has ${total} bytes instead of the ${sizeBytes} that n8n announced`);
	}
}

export async function bytesIn(file: Pdf): Promise<Buffer> {
	return 'bytes' in file ? file.bytes : await readAll(await file.open());
}

export async function readAll(stream: ByteStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/** Of the whole request, with everything around the file (interface.md part 8: 50 MB). */
export const LARGEST_REQUEST_BYTES = 52_428_800;

/** How a file is called in the form. */
export interface FilePart {
	fileName: string;
	mediaType: string;
}

/** RFC 6838, 4.2, and parameters without quotes. A line break in it would add a header to the form, or end it. */
const MEDIA_TYPE =
	/^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?:; ?[a-z0-9-]+=[a-z0-9._+-]+){0,9}$/i;

/** What n8n stores about a file can be anything; the service goes by the ending of the name. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Control characters, among them line breaks, and what ends the name. */
const UNSAFE_IN_NAME = /[\p{Cc}"]/gu;

/** One file in a form; browsers write a name in the same way. */
function envelope(part: FilePart) {
	const boundary = `----esignature${randomBytes(16).toString('hex')}`;
	const name = part.fileName.replace(UNSAFE_IN_NAME, encodeURIComponent);
	const type = MEDIA_TYPE.test(part.mediaType) ? part.mediaType : UNKNOWN_TYPE;
	const opening = [
		`--${boundary}`,
		`Content-Disposition: form-data; name="content"; filename="${name}"`,
		`Content-Type: ${type}`,
		'\r\n',
	].join('\r\n');
	return {
		mediaType: `multipart/form-data; boundary=${boundary}`,
		opening: Buffer.from(opening, 'utf8'),
		closing: Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'),
	};
}

/** Of the file itself. */
export function limitOf(part: FilePart): SizeLimit {
	const { opening, closing } = envelope(part);
	const around = opening.length + closing.length;
	const bytes = LARGEST_REQUEST_BYTES - around;
	return {
		bytes,
		inWords: `${bytes} (a request of ${LARGEST_REQUEST_BYTES} bytes, 50 MB, less ${around} around the file)`,
	};
}

/** Built by hand: n8n's own forms hold the whole file in memory and announce no length. */
export async function multipartOf(file: Pdf, part: FilePart): Promise<Body> {
	const { mediaType, opening, closing } = envelope(part);
	if ('open' in file && file.sizeBytes > LARGEST_PLAIN_DOCUMENT_BYTES) {
		return streamed(file, { mediaType, opening, closing });
	}
	return { mediaType, bytes: Buffer.concat([opening, await bytesIn(file), closing]) };
}
