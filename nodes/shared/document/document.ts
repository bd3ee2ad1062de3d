import { NodeOperationError } from 'n8n-workflow';
import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Body, ByteStream } from '../http/body';
import { shortened } from '../http/foreignText';
import { beginningOf, keepIf } from './keptStream';

/** interface.md part 8: 112.5 MB unencoded. */
export const LARGEST_DOCUMENT_BYTES = 117_964_800;

/** The largest size, and how to say it. */
export interface SizeLimit {
	bytes: number;
	inWords: string;
}

const documentLimit: SizeLimit = {
	bytes: LARGEST_DOCUMENT_BYTES,
	inWords: `${LARGEST_DOCUMENT_BYTES} (112.5 MB)`,
};

/** Up to here a document travels in one piece, which n8n can send again after a new login. */
export const LARGEST_PLAIN_DOCUMENT_BYTES = 4 * 1024 * 1024;

const LONGEST_LIST = 500;
const HEAD_BYTES = 1024;
/**
 * A multiple of three, so that every slice but the last encodes without padding; and small, because V8 keeps
 * texts of more than 128 KB apart and clears them late.
 */
const SLICE_BYTES = 3 * 16 * 1024;

type BinaryFieldValue = string | Pick<IBinaryData, 'data' | 'mimeType'>;

/** What a file has to be. */
type Kind = 'pdf' | 'signature' | 'any';

const inWords: Record<Kind, string> = {
	pdf: 'The document',
	signature: 'The signature',
	any: 'The file',
};

/** A checked PDF: either in memory or to be read as a stream, as often as needed. */
export type Pdf = { sizeBytes: number; fileName?: string } & (
	| { bytes: Buffer }
	| { open: () => Promise<ByteStream> }
);

export interface Place {
	context: IExecuteFunctions;
	itemIndex: number;
}

export async function pdfFromBinary(
	place: Place,
	field: BinaryFieldValue,
	limit = documentLimit,
): Promise<Pdf> {
	return await fromBinary(place, field, { kind: 'pdf', limit });
}

/** A file of any kind, with the media type that n8n knows it by, without parameters such as the character set. */
export async function fileFromBinary(
	place: Place,
	field: BinaryFieldValue,
): Promise<Pdf & { mediaType: string }> {
	const { mimeType } = binaryIn(place, field);
	const [mediaType = ''] = mimeType.toLowerCase().split(';', 1);
	return { ...(await fromBinary(place, field, { kind: 'any' })), mediaType: mediaType.trim() };
}

/** A signature that stands in a file of its own (CMS, CAdES). */
export async function signatureFromBinary(
	place: Place,
	field: BinaryFieldValue,
	limit: SizeLimit,
): Promise<Pdf> {
	return await fromBinary(place, field, { kind: 'signature', limit });
}

/** Says which files there are, where the one that is named is not. */
export function binaryIn({ context, itemIndex }: Place, field: BinaryFieldValue): IBinaryData {
	const files = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
	if (typeof field !== 'string' || files.includes(field)) {
		return context.helpers.assertBinaryData(itemIndex, field);
	}
	throw fault(
		{ context, itemIndex },
		{
			message: `This item has no file named "${field}"`,
			description:
				files.length === 0
					? 'This item has no files at all. Let the node before this one put a file into it, or take the document from elsewhere. Nothing was sent.'
					: `This item's files: ${shortened(files.join(', '), LONGEST_LIST)}. Put one of these names into the field that names the file. Nothing was sent.`,
		},
	);
}

async function fromBinary(
	{ context, itemIndex }: Place,
	field: BinaryFieldValue,
	{ kind, limit = documentLimit }: { kind: Kind; limit?: SizeLimit },
): Promise<Pdf> {
	const binary = binaryIn({ context, itemIndex }, field);
	const { id, fileName } = binary;
	if (id === undefined) {
		// n8n keeps binaries in memory: there is nothing to stream from.
		const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, binary);
		const facts = { sizeBytes: bytes.length, head: bytes, fileName, kind, limit };
		check({ context, itemIndex }, facts);
		return { bytes, sizeBytes: bytes.length, fileName };
	}
	const open = async (sliceBytes: number) => await context.helpers.getBinaryStream(id, sliceBytes);
	const sizeBytes = binary.bytes ?? (await context.helpers.getBinaryMetadata(id)).fileSize;
	const stream = await open(SLICE_BYTES);
	const head = await beginningOf(stream);
	const isWorthIt = isWholeAndLarge(head, sizeBytes);
	const mostBytes = LARGEST_DOCUMENT_BYTES;
	const kept = keepIf(isWorthIt, { run: context, stream, sizeBytes, mostBytes });
	check({ context, itemIndex }, { sizeBytes, head, fileName, kind, limit });
	// What travels in one piece is read in one piece too, in half the time.
	const sliceBytes = sizeBytes <= LARGEST_PLAIN_DOCUMENT_BYTES ? sizeBytes : SLICE_BYTES;
	return { open: async () => kept.take() ?? (await open(sliceBytes)), sizeBytes, fileName };
}

export function pdfFromBase64(place: Place, text: string, limit = documentLimit): Pdf {
	return fromBase64(place, text, { kind: 'pdf', limit });
}

export function signatureFromBase64(place: Place, text: string, limit: SizeLimit): Pdf {
	return fromBase64(place, text, { kind: 'signature', limit });
}

/** Base64 as people have it: with line breaks, a `data:` prefix, or the alphabet of URLs. */
function fromBase64(
	place: Place,
	text: string,
	{ kind, limit }: { kind: Kind; limit: SizeLimit },
): Pdf {
	const encoded = text
		.replace(/^data:[^,]*,/, '')
		.replace(/\s+/g, '')
		.replace(/-/g, '+')
		.replace(/_/g, '/');
	const bytes = bytesOf(encoded);
	if (!bytes) {
		throw fault(place, {
			message: 'The Base64 text contains characters that do not belong there, or is cut off',
			description:
				'Check that the field holds the whole encoded file and nothing else. If the file is in a binary field, choose Binary File instead of Base64 Text.',
		});
	}
	check(place, { sizeBytes: bytes.length, head: bytes, kind, limit });
	return { bytes, sizeBytes: bytes.length };
}

/** Node leaves out what is no Base64, so that too few bytes tell of it, in less time than a look at each letter. */
export function bytesOf(base64: string): Buffer | undefined {
	const bytes = Buffer.from(base64, 'base64');
	const letters = base64.replace(/={1,2}$/, '').length;
	return letters % 4 !== 1 && bytes.length === Math.floor((letters * 3) / 4) ? bytes : undefined;
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

/**
 * n8n's database mode has read all of a file when it hands over the first bytes, and reads it once more for a second
 * stream, so the first one is kept. From a disk come slices, and opening the file again costs nothing.
 */
function isWholeAndLarge(beginning: Buffer, sizeBytes: number): boolean {
	return beginning.length === sizeBytes && sizeBytes > SLICE_BYTES;
}

function check(
	place: Place,
	{
		sizeBytes,
		head,
		fileName,
		kind,
		limit,
	}: {
		sizeBytes: number;
		head: Buffer;
		fileName?: string;
		kind: Kind;
		limit: SizeLimit;
	},
): void {
	const name = fileName === undefined ? inWords[kind] : `${inWords[kind]} "${shortened(fileName)}"`;
	if (sizeBytes === 0) {
		throw fault(place, {
			message: `${name} is empty`,
			description: 'Check the node that produces the file. Nothing was sent.',
		});
	}
	if (sizeBytes > limit.bytes) {
		throw fault(place, {
			message: `${name} is too large: ${sizeBytes} bytes, and the service takes at most ${limit.inWords}`,
			description: 'Reduce the images in it, or split it. Nothing was sent.',
		});
	}
	const isPdf = head.subarray(0, HEAD_BYTES).includes('%PDF-');
	if (kind === 'signature' && isPdf) {
		throw fault(place, {
			message: `${name} is a PDF, not a signature in a file of its own`,
			description: 'Choose the operation Validate Document for it. Nothing was sent.',
		});
	}
	if (kind === 'pdf' && !isPdf) {
		throw fault(place, {
			message: `${name} is not a PDF`,
			description:
				'The service takes PDF files only. Convert the file to PDF first. Nothing was sent.',
		});
	}
}

function fault(
	{ context, itemIndex }: Place,
	{ message, description }: { message: string; description: string },
): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}
