import { NodeOperationError } from 'n8n-workflow';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { closeBody } from '../client/call';
import type { ByteStream } from '../network/answer';
import { shortened } from '../client/foreignText';
import { oncePerContext } from '../memory/processMemory';
import { isPdf, isXml, LARGEST_PLAIN_DOCUMENT_BYTES, SLICE_BYTES } from './pdf';
import type { Pdf, SizeLimit } from './pdf';

/** interface.md part 8: 112.5 MB unencoded. */
export const LARGEST_DOCUMENT_BYTES = 117_964_800;

const documentLimit: SizeLimit = {
	bytes: LARGEST_DOCUMENT_BYTES,
	inWords: `${LARGEST_DOCUMENT_BYTES} (112.5 MB)`,
};

const LONGEST_LIST = 500;
type BinaryFieldValue = string | Pick<IBinaryData, 'data' | 'mimeType'>;

/** What a file has to be: `signed` and `signature` are PDF or XML files, and separate signatures (CMS, CAdES). */
type FileKind = keyof typeof kindsInWords;
const kindsInWords = {
	pdf: 'The document',
	signed: 'The document',
	signature: 'The signature',
	any: 'The file',
};

export interface ItemRef {
	context: IExecuteFunctions;
	itemIndex: number;
}

/** A PDF by default. */
export interface Allowed {
	kind?: FileKind;
	limit?: SizeLimit;
}

export async function pdfFromBinary(
	item: ItemRef,
	field: BinaryFieldValue,
	{ label, orOnlyFile = true, ...allowed }: Allowed & { label?: string; orOnlyFile?: boolean } = {},
): Promise<Pdf> {
	return await fromBinary(item, binaryIn(item, field, { label, orOnlyFile }), allowed);
}

/** A file of any kind, with the media type that n8n knows it by, without parameters such as the character set. */
export async function fileFromBinary(
	item: ItemRef,
	field: BinaryFieldValue,
): Promise<Pdf & { mediaType: string }> {
	const binary = binaryIn(item, field, { orOnlyFile: true });
	const [mediaType = ''] = String(binary.mimeType).toLowerCase().split(';', 1);
	return { ...(await fromBinary(item, binary, { kind: 'any' })), mediaType: mediaType.trim() };
}

/** The default of the field. Left as it is, it also finds the only file, or the only PDF, under another name. */
const USUAL_FIELD = 'data';

/** The binary field of this name; the error lists those that the item has. */
export function binaryIn(
	{ context, itemIndex }: ItemRef,
	field: BinaryFieldValue,
	{
		label = 'Input Binary Field',
		orOnlyFile = false,
	}: { label?: string; orOnlyFile?: boolean } = {},
): IBinaryData {
	const files = context.getInputData()[itemIndex]?.binary ?? {};
	const names = Object.keys(files);
	if (typeof field !== 'string' || names.includes(field)) {
		return context.helpers.assertBinaryData(itemIndex, field);
	}
	if (orOnlyFile && field === USUAL_FIELD) {
		const pdfs = names.filter((name) => isCalledPdf(files[name]));
		const [only, ...others] = names.length === 1 ? names : pdfs;
		if (only !== undefined && others.length === 0) {
			return context.helpers.assertBinaryData(itemIndex, only);
		}
	}
	const list = shortened(names.join(', '), LONGEST_LIST);
	throw fileFault(
		{ context, itemIndex },
		names.length === 0
			? {
					message: `${label}: this item has no binary field "${field}", and no other`,
					description:
						'Let the node before this one put a file into the item, or choose another source under Document From. Nothing was sent.',
				}
			: {
					message: `${label}: this item has no binary field "${field}". It has: ${list}.`,
					description: `Put one of these names into ${label}. Nothing was sent.`,
				},
	);
}

/** Whether media type or name say PDF; the content is checked later. */
function isCalledPdf(file: IBinaryData | undefined): boolean {
	return file?.mimeType === 'application/pdf' || /\.pdf$/i.test(file?.fileName ?? '');
}

async function fromBinary(item: ItemRef, binary: IBinaryData, allowed: Allowed): Promise<Pdf> {
	const { context, itemIndex } = item;
	const { id, fileName } = binary;
	if (id === undefined) {
		// n8n keeps binaries in memory: there is nothing to stream from.
		return inMemory(item, await context.helpers.getBinaryDataBuffer(itemIndex, binary), {
			...allowed,
			fileName,
		});
	}
	const open = async (sliceBytes: number) => await context.helpers.getBinaryStream(id, sliceBytes);
	const sizeBytes = binary.bytes ?? (await context.helpers.getBinaryMetadata(id)).fileSize;
	const stream = await open(SLICE_BYTES);
	const head = await beginningOf(stream);
	// n8n's database mode has read all of a file when it returns the first bytes, and reads it once more for a second
	// stream, so the first one is kept. From a disk come slices, and opening the file again costs nothing.
	const isWorthIt = head.length === sizeBytes && sizeBytes > SLICE_BYTES;
	const takeKept = keepIf(isWorthIt, { run: context, stream, sizeBytes });
	checkFile(item, { ...allowed, sizeBytes, head, fileName });
	// What travels in one piece is read in one piece too, in half the time.
	const sliceBytes = sizeBytes <= LARGEST_PLAIN_DOCUMENT_BYTES ? sizeBytes : SLICE_BYTES;
	return {
		open: async () => takeKept() ?? (await open(sliceBytes)),
		sizeBytes,
		fileName,
		isXml: isXml(head),
	};
}

/** The stream can still be read from its beginning afterwards. */
export async function beginningOf(stream: ByteStream): Promise<Buffer> {
	return await new Promise((done, fail) => {
		stream.once('error', fail);
		stream.once('end', () => done(Buffer.alloc(0)));
		stream.once('readable', () => {
			const chunk = stream.read() as Buffer | null;
			if (chunk === null) return;
			// Immediately, because the stream would end if this was all of it.
			stream.unshift(chunk);
			done(chunk);
		});
	});
}

/** What a run keeps of files that have not been sent yet, in bytes. */
const keptIn = oncePerContext(() => ({ bytes: 0 }));

/** Files of many items may be more than memory holds, so a run keeps no more than the largest document. */
function keepIf(
	isWorthIt: boolean,
	{ run, stream, sizeBytes }: { run: object; stream: ByteStream; sizeBytes: number },
): () => ByteStream | undefined {
	const inRun = keptIn(run);
	let kept = isWorthIt && inRun.bytes + sizeBytes <= LARGEST_DOCUMENT_BYTES ? stream : undefined;
	if (kept) inRun.bytes += sizeBytes;
	else closeBody(stream);
	return () => {
		const taken = kept;
		kept = undefined;
		if (taken) inRun.bytes -= sizeBytes;
		return taken;
	};
}

/** Base64 as people have it: with line breaks, a `data:` prefix, or the alphabet of URLs. */
export function fromBase64(item: ItemRef, text: string, allowed: Allowed = {}): Pdf {
	const bytes = bytesOf(text.replace(/^data:[^,]*,/, ''));
	if (bytes) return inMemory(item, bytes, allowed);
	throw fileFault(item, {
		message: 'The Base64 text is incomplete or has wrong characters',
		description:
			'Enter the whole encoded file and nothing else. If the file is in a binary field, choose Binary File instead of Base64 Text. Nothing was sent.',
	});
}

function inMemory(
	item: ItemRef,
	bytes: Buffer,
	{ fileName, ...allowed }: Allowed & { fileName?: string },
): Pdf {
	checkFile(item, { ...allowed, sizeBytes: bytes.length, head: bytes, fileName });
	return { bytes, sizeBytes: bytes.length, fileName, isXml: isXml(bytes) };
}

/**
 * Node leaves out what is no Base64, so that too few bytes show it. Nothing is replaced in the text: for one with many
 * spaces that takes n8n many times as long as reading it.
 */
export function bytesOf(text: string): Buffer | undefined {
	const base64 = text.trim();
	// Of other characters, Node reads the second half as a letter.
	if (/[^\0-\xff]/.test(base64)) return undefined;
	const bytes = Buffer.from(base64, 'base64');
	const letters = withoutEquals(withoutEquals(base64));
	const isWhole = (count: number) =>
		count % 4 !== 1 && bytes.length === Math.floor((count * 3) / 4);
	const { length } = letters;
	return isWhole(length) || isWhole(length - spacesIn(letters)) ? bytes : undefined;
}

function withoutEquals(text: string): string {
	return text.endsWith('=') ? text.slice(0, -1).trimEnd() : text;
}

/** Also the no-break space. */
const isSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;

function spacesIn(text: string): number {
	let spaces = 0;
	for (let at = 0; at < text.length; at++) if (isSpace(text.charCodeAt(at))) spaces++;
	return spaces;
}

interface FileFacts extends Allowed {
	sizeBytes: number;
	head: Buffer;
	fileName?: string;
}

export function checkFile(
	item: ItemRef,
	{ sizeBytes, head, fileName, kind = 'pdf', limit = documentLimit }: FileFacts,
): void {
	const what = kindsInWords[kind];
	const name = fileName === undefined ? what : `${what} "${shortened(fileName)}"`;
	const fault = (message: string, description: string) =>
		fileFault(item, { message: `${name} ${message}`, description });
	if (sizeBytes === 0) {
		throw fault('is empty', 'Check the node that produces the file. Nothing was sent.');
	}
	if (sizeBytes > limit.bytes) {
		throw fault(
			`is too large: ${sizeBytes} bytes of at most ${limit.inWords}`,
			'Reduce its images, or split it. Nothing was sent.',
		);
	}
	if (kind === 'signature' && isPdf(head)) {
		throw fault(
			'is a PDF, not a signature file',
			'Choose the operation Validate Document. Nothing was sent.',
		);
	}
	if (kind === 'signed' && !isPdf(head) && !isXml(head)) {
		throw fault(
			'is neither a PDF nor an XML file',
			'Use a PDF or XML file. For a signature file, choose the operation Validate Signature. Nothing was sent.',
		);
	}
	if (kind === 'pdf' && !isPdf(head)) {
		throw fault(
			"isn't a PDF",
			'Convert the file with Document: Prepare, or choose Document From: Any File (Prepare First) in Create. Nothing was sent.',
		);
	}
}

export function fileFault(
	{ context, itemIndex }: ItemRef,
	{ message, description }: { message: string; description: string },
): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}
