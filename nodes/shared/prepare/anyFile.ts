import type { IN8nHttpFullResponse, NodeOperationError } from 'n8n-workflow';

import {
	beginningOf,
	checkFile,
	fileFault,
	fileFromBinary,
	fromBase64,
} from '../documents/document';
import type { Allowed } from '../documents/document';
import { pdfOfDocument } from '../documents/documentCalls';
import { AnswerTooLong, mediaTypeOf, within } from '../network/answer';
import type { ByteStream } from '../network/answer';
import { isPdf, isXml, readAll, LARGEST_REQUEST_BYTES, limitOf } from '../documents/pdf';
import type { Pdf, FilePart } from '../documents/pdf';
import {
	fileNameOf,
	base64SourceField,
	binarySourceField,
	readGiven,
	readSource,
	urlSourceField,
} from '../documents/source';
import type { Given } from '../documents/source';
import { closeBody } from '../client/call';
import { shortened } from '../client/foreignText';
import { timeoutMs } from '../client/attempt';
import type { ItemContext } from '../execution/operation';
import { fields } from '../form/field';
import { fileNameField } from './prepare.fields';

/** A file of any kind, and how it is called in the upload. */
export interface AnyFile {
	file: Pdf;
	part: FilePart;
}

const UNNAMED = 'document';

/** The file in any of the ways that the form offers, checked before anything is sent to the service. */
export async function readAnyFile(
	item: ItemContext,
	source: keyof typeof readers,
): Promise<AnyFile> {
	const { file, mediaType = '' } = await readers[source](item);
	const part = { fileName: file.fileName?.trim() || UNNAMED, mediaType };
	const { fileName } = part;
	const limit = limitOf(part);
	checkFile(item, { ...file, head: Buffer.alloc(0), fileName, kind: 'any', limit });
	await requireOpen(item, file, part);
	return { file, part };
}

interface ReadFile {
	file: Pdf;
	mediaType?: string;
}

const readers = {
	binary: async (item: ItemContext): Promise<ReadFile> => {
		const { binaryPropertyName } = item.read([binarySourceField]);
		const file = await fileFromBinary(item, binaryPropertyName);
		return { file, mediaType: file.mediaType };
	},
	base64: async (item: ItemContext): Promise<ReadFile> => {
		const { fileName, content } = item.read(fields(fileNameField, base64SourceField));
		return { file: { ...fromBase64(item, content, { kind: 'any' }), fileName } };
	},
	url: async (item: ItemContext): Promise<ReadFile> =>
		await download(item, item.read([urlSourceField]).fileUrl),
	given: async (item: ItemContext): Promise<ReadFile> => await fileOf(item, readGiven(item)),
};

/** Where the call has to contain the file that a model has named, a PDF by default. */
export async function readGivenFile(item: ItemContext, allowed: Allowed = {}): Promise<Pdf> {
	const { file } = await fileOf(item, (await readSource(item, { source: 'given' })) as Given);
	const head = await headOf(file);
	checkFile(item, { ...allowed, ...file, head });
	return { ...file, isXml: isXml(head) };
}

/** Skribble's documents have the same ID in all versions. */
async function fileOf(item: ItemContext, given: Given): Promise<ReadFile> {
	if ('documentId' in given) {
		const file = await pdfOfDocument(item, { ...given, version: 'v2' });
		const fileName = (file.fileName ?? given.documentId).replace(/(\.pdf)?$/i, '.pdf');
		return { file: { ...file, fileName }, mediaType: 'application/pdf' };
	}
	if ('fileUrl' in given) return await download(item, given.fileUrl);
	const bytes = Buffer.from(given.text);
	const file = { bytes, sizeBytes: bytes.length, fileName: 'text.txt' };
	return { file, mediaType: 'text/plain' };
}

/** With a password, an Office file is wrapped in the container of older formats. */
const OLD_CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

async function requireOpen(item: ItemContext, file: Pdf, { fileName }: FilePart): Promise<void> {
	if (!/\.(doc|xls|ppt)[xm]$/i.test(fileName)) return;
	const head = await headOf(file);
	if (!head.subarray(0, OLD_CONTAINER.length).equals(OLD_CONTAINER)) return;
	throw fileFault(item, {
		message: `The file "${shortened(fileName)}" is protected by a password`,
		description: 'Open it, remove the password, save it, and try again. Nothing was sent.',
	});
}

/** For a check, which a file that was converted for it would pass in vain. */
export async function requirePdf(item: ItemContext, { file, part }: AnyFile): Promise<void> {
	if (isPdf(await headOf(file))) return;
	throw fileFault(item, {
		message: `The file "${shortened(part.fileName)}" isn't a PDF`,
		description: 'Convert it with Prepare first. Nothing was sent.',
	});
}

async function headOf(file: Pdf): Promise<Buffer> {
	if ('bytes' in file) return file.bytes;
	const stream = await file.open();
	const head = await beginningOf(stream);
	closeBody(stream);
	return head;
}

/** By n8n itself, without any login: the service has no call that fetches a file to be prepared. */
async function download(item: ItemContext, fileUrl: string): Promise<ReadFile> {
	const { statusCode, headers, body } = await open(item, fileUrl);
	if (statusCode < 200 || statusCode > 299) {
		closeBody(body);
		throw notDownloaded(item, `the server answered with status ${statusCode}`);
	}
	const bounds = { silenceMs: timeoutMs(0), mostBytes: LARGEST_REQUEST_BYTES };
	const bytes = await readAll(within(bounds, body)).catch((error: unknown) => {
		const isTooLong = error instanceof AnswerTooLong;
		throw notDownloaded(item, isTooLong ? 'it is larger than 50 MB' : 'the download stopped');
	});
	if (bytes.length === 0) throw notDownloaded(item, 'it is empty');
	const fileName = fileNameOf({ fileUrl });
	const mediaType = mediaTypeOf(headers);
	return { file: { bytes, sizeBytes: bytes.length, fileName }, mediaType };
}

async function open(item: ItemContext, url: string) {
	const response = (await item.context.helpers
		.httpRequest({
			url,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: timeoutMs(0),
		})
		// What n8n throws holds the address, which may be a secret.
		.catch(() => {
			throw notDownloaded(item, "the address can't be reached");
		})) as IN8nHttpFullResponse;
	return { ...response, body: response.body as ByteStream };
}

function notDownloaded(item: ItemContext, why: string): NodeOperationError {
	return fileFault(item, {
		message: `File URL: the file can't be downloaded, because ${why}`,
		description:
			'Open the address in a private browser window. It must work without a login. Nothing was sent.',
	});
}
