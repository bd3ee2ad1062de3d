import type { IDataObject } from 'n8n-workflow';

import type { ByteStream } from '../network/answer';

export type { ByteStream };

/**
 * A file is read when its turn has come, so that those of many items are not in memory together. A stream is
 * opened again for every attempt: it can be read only once.
 */
export type Body =
	/** With a file: what is to be sent instead of `json`, with all that is in it. */
	| { json: IDataObject; withFile?: { read: () => Promise<Buffer>; lengthBytes: number } }
	| { bytes: Buffer; mediaType: string }
	| { open: () => Promise<ByteStream>; lengthBytes: number; mediaType: string };

export function bodyHeaders(body: Body | undefined): IDataObject {
	if (body === undefined) return {};
	if ('json' in body) return { 'Content-Type': 'application/json' };
	return { 'Content-Type': body.mediaType, 'Content-Length': lengthOf(body) };
}

export function isStreamed(body: Body | undefined): boolean {
	return body !== undefined && 'open' in body;
}

export async function openBody(
	body: Body | undefined,
): Promise<string | Buffer | ByteStream | undefined> {
	if (body === undefined) return undefined;
	if ('json' in body) return (await body.withFile?.read()) ?? JSON.stringify(body.json);
	return 'bytes' in body ? body.bytes : await body.open();
}

/** A stream that was not read to its end would keep its file open. */
export function closeBody(opened: Awaited<ReturnType<typeof openBody>>): void {
	if (typeof opened !== 'object' || Buffer.isBuffer(opened)) return;
	// Being closed early is an error to Node, which ends the process without a listener.
	opened.on('error', () => undefined);
	opened.destroy();
}

/** JSON without a file is small; only files count. */
export function lengthOf(body: Body | undefined): number {
	if (body === undefined) return 0;
	if ('json' in body) return body.withFile?.lengthBytes ?? 0;
	return 'bytes' in body ? body.bytes.length : body.lengthBytes;
}
