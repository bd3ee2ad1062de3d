import type { IBinaryData } from 'n8n-workflow';

import { shortened } from '../http/foreignText';
import { checkFile, documentLimit, fileFault, LARGEST_DOCUMENT_BYTES } from './fileCheck';
import type { FileKind, ItemRef, SizeLimit } from './fileCheck';
import { beginningOf, keepIf } from './keptStream';
import { isXml, LARGEST_PLAIN_DOCUMENT_BYTES, SLICE_BYTES } from './pdf';
import type { Pdf } from './pdf';

const LONGEST_LIST = 500;
type BinaryFieldValue = string | Pick<IBinaryData, 'data' | 'mimeType'>;

/** What can be validated: a PDF or XML file with signatures, or a signature in a file of its own (CMS, CAdES). */
type ValidatedKind = Extract<FileKind, 'signed' | 'signature'>;

export async function pdfFromBinary(
	item: ItemRef,
	field: BinaryFieldValue,
	{
		limit = documentLimit,
		label,
		orOnlyFile = true,
	}: { limit?: SizeLimit; label?: string; orOnlyFile?: boolean } = {},
): Promise<Pdf> {
	const binary = binaryIn(item, field, { label, orOnlyFile });
	return await fromBinary(item, binary, { kind: 'pdf', limit });
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

export async function validatedFromBinary(
	item: ItemRef,
	field: BinaryFieldValue,
	how: { kind: ValidatedKind; limit: SizeLimit },
): Promise<Pdf> {
	const binary = binaryIn(item, field, { orOnlyFile: true });
	return await fromBinary(item, binary, how);
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

async function fromBinary(
	{ context, itemIndex }: ItemRef,
	binary: IBinaryData,
	{ kind, limit = documentLimit }: { kind: FileKind; limit?: SizeLimit },
): Promise<Pdf> {
	const { id, fileName } = binary;
	if (id === undefined) {
		// n8n keeps binaries in memory: there is nothing to stream from.
		const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, binary);
		const facts = { sizeBytes: bytes.length, head: bytes, fileName, kind, limit };
		checkFile({ context, itemIndex }, facts);
		return { bytes, sizeBytes: bytes.length, fileName, isXml: isXml(bytes) };
	}
	const open = async (sliceBytes: number) => await context.helpers.getBinaryStream(id, sliceBytes);
	const sizeBytes = binary.bytes ?? (await context.helpers.getBinaryMetadata(id)).fileSize;
	const stream = await open(SLICE_BYTES);
	const head = await beginningOf(stream);
	const isWorthIt = isWholeAndLarge(head, sizeBytes);
	const mostBytes = LARGEST_DOCUMENT_BYTES;
	const kept = keepIf(isWorthIt, { run: context, stream, sizeBytes, mostBytes });
	checkFile({ context, itemIndex }, { sizeBytes, head, fileName, kind, limit });
	// What travels in one piece is read in one piece too, in half the time.
	const sliceBytes = sizeBytes <= LARGEST_PLAIN_DOCUMENT_BYTES ? sizeBytes : SLICE_BYTES;
	return {
		open: async () => kept.take() ?? (await open(sliceBytes)),
		sizeBytes,
		fileName,
		isXml: isXml(head),
	};
}

export function pdfFromBase64(item: ItemRef, text: string, limit = documentLimit): Pdf {
	return fromBase64(item, text, { kind: 'pdf', limit });
}

/** A file of any kind. */
export function fileFromBase64(item: ItemRef, text: string): Pdf {
	return fromBase64(item, text, { kind: 'any', limit: documentLimit });
}

/** Base64 as people have it: with line breaks, a `data:` prefix, or the alphabet of URLs. */
export function fromBase64(
	item: ItemRef,
	text: string,
	{ kind, limit }: { kind: FileKind; limit: SizeLimit },
): Pdf {
	const bytes = bytesOf(text.replace(/^data:[^,]*,/, ''));
	if (!bytes) {
		throw fileFault(item, {
			message: 'The Base64 text contains characters that do not belong there, or is cut off',
			description:
				'Check that the field holds the whole encoded file and nothing else. If the file is in a binary field, choose Binary File instead of Base64 Text.',
		});
	}
	checkFile(item, { sizeBytes: bytes.length, head: bytes, kind, limit });
	return { bytes, sizeBytes: bytes.length, isXml: isXml(bytes) };
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
	const end = endOfLetters(base64);
	const isWhole = (letters: number) =>
		letters % 4 !== 1 && bytes.length === Math.floor((letters * 3) / 4);
	return isWhole(end) || isWhole(end - spacesIn(base64, end)) ? bytes : undefined;
}

const EQUALS = 0x3d;
/** Also the no-break space. */
const isSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;

/** Without padding. */
function endOfLetters(base64: string): number {
	let end = base64.length;
	for (let padding = 0; end > 0; end--) {
		const code = base64.charCodeAt(end - 1);
		if (code === EQUALS) padding++;
		if (padding > 2 || !(code === EQUALS || isSpace(code))) break;
	}
	return end;
}

function spacesIn(text: string, end: number): number {
	let spaces = 0;
	for (let at = 0; at < end; at++) if (isSpace(text.charCodeAt(at))) spaces++;
	return spaces;
}

/**
 * n8n's database mode has read all of a file when it hands over the first bytes, and reads it once more for a second
 * stream, so the first one is kept. From a disk come slices, and opening the file again costs nothing.
 */
function isWholeAndLarge(beginning: Buffer, sizeBytes: number): boolean {
	return beginning.length === sizeBytes && sizeBytes > SLICE_BYTES;
}
