import { NodeOperationError } from 'n8n-workflow';
import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { z } from 'zod/v3';

import { fileFromBase64, fileFromBinary } from '../document/document';
import { mediaTypeOf } from '../network/contentType';
import { beginningOf } from '../document/keptStream';
import { isPdf, readAll } from '../document/pdf';
import type { Pdf } from '../document/pdf';
import { fileNameOf, FromBinary, FromText } from '../document/source';
import { closeBody } from '../http/body';
import type { ByteStream } from '../http/body';
import { shortened } from '../http/foreignText';
import { timeoutMs } from '../http/retry';
import { AnswerTooLong, within } from '../network/answer';
import type { ItemContext } from '../operation/operation';
import { HttpsUrl, RequiredText } from '../operation/scalars.schema';
import { LARGEST_REQUEST_BYTES, limitOf } from '../validation/multipart';
import type { FilePart } from '../validation/multipart';

export const anySources = ['binary', 'base64', 'url'] as const;
type AnySource = (typeof anySources)[number];

/** A file of any kind, and how it is called in the upload. */
export interface AnyFile {
	file: Pdf;
	part: FilePart;
}

const UNNAMED = 'document';

const FromUrl = z.object({ fileUrl: HttpsUrl });
const Named = z.object({ fileName: RequiredText });

/** The file in any of the ways that the form offers, checked before anything is sent to the service. */
export async function readAnyFile(item: ItemContext, source: AnySource): Promise<AnyFile> {
	const { file, mediaType = '' } = await readers[source](item);
	const part = { fileName: file.fileName?.trim() || UNNAMED, mediaType };
	requireSize(item, file, part);
	await requireOpen(item, file, part);
	return { file, part };
}

const readers: Record<
	AnySource,
	(item: ItemContext) => Promise<{ file: Pdf; mediaType?: string }>
> = {
	binary: async (item) => {
		const file = await fileFromBinary(item, item.read(FromBinary).binaryPropertyName);
		return { file, mediaType: file.mediaType };
	},
	base64: async (item) => {
		const { fileName } = item.read(Named);
		return { file: { ...fileFromBase64(item, item.read(FromText).content), fileName } };
	},
	url: async (item) => await download(item, item.read(FromUrl).fileUrl),
};

function requireSize(item: ItemContext, { sizeBytes }: Pdf, part: FilePart): void {
	const limit = limitOf(part);
	if (sizeBytes <= limit.bytes) return;
	throw fault(item, {
		message: `The file "${shortened(part.fileName)}" is too large: ${sizeBytes} bytes, and the service takes at most ${limit.inWords}`,
		description: 'Reduce the images in it, or split it. Nothing was sent.',
	});
}

/** With a password, an Office file is wrapped in the container of older formats. */
const OLD_CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

async function requireOpen(item: ItemContext, file: Pdf, { fileName }: FilePart): Promise<void> {
	if (!/\.(doc|xls|ppt)[xm]$/i.test(fileName)) return;
	const head = await headOf(file);
	if (!head.subarray(0, OLD_CONTAINER.length).equals(OLD_CONTAINER)) return;
	throw fault(item, {
		message: `The file "${shortened(fileName)}" is protected by a password`,
		description: 'Open it, remove the password, save it and run again. Nothing was sent.',
	});
}

/** For a check, which a file that was converted for it would pass in vain. */
export async function requirePdf(item: ItemContext, { file, part }: AnyFile): Promise<void> {
	if (isPdf(await headOf(file))) return;
	throw fault(item, {
		message: `The file "${shortened(part.fileName)}" is not a PDF`,
		description: 'Only a PDF can be checked. Use Prepare to turn it into one. Nothing was sent.',
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
async function download(
	item: ItemContext,
	fileUrl: string,
): Promise<{ file: Pdf; mediaType?: string }> {
	const { statusCode, headers, body } = await open(item, fileUrl);
	if (statusCode < 200 || statusCode > 299) {
		closeBody(body);
		throw notDownloaded(item, `the server answered with status ${statusCode}`);
	}
	const bounds = { silenceMs: timeoutMs(0), mostBytes: LARGEST_REQUEST_BYTES };
	const bytes = await readAll(within(bounds, body)).catch((error: unknown) => {
		const isTooLong = error instanceof AnswerTooLong;
		throw notDownloaded(
			item,
			isTooLong ? 'it is larger than 50 MB, which the service does not take' : 'it broke off',
		);
	});
	if (bytes.length === 0) throw notDownloaded(item, 'it is empty');
	const fileName = fileNameOf({ fileUrl });
	const mediaType = mediaTypeOf(headers);
	return { file: { bytes, sizeBytes: bytes.length, fileName }, mediaType };
}

async function open(
	item: ItemContext,
	url: string,
): Promise<Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'> & { body: ByteStream }> {
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
			throw notDownloaded(item, 'the address could not be reached');
		})) as IN8nHttpFullResponse;
	return { ...response, body: response.body as ByteStream };
}

function notDownloaded(item: ItemContext, why: string): NodeOperationError {
	return fault(item, {
		message: `File URL: the file could not be downloaded, because ${why}`,
		description:
			'Check the address in a browser without a login: this n8n downloads it in the same way. Nothing was sent.',
	});
}

function fault(
	{ context, itemIndex }: ItemContext,
	{ message, description }: { message: string; description: string },
): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}
