import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { pdfFromBinary } from '../../../shared/documents/document';
import type { ItemRef } from '../../../shared/documents/document';
import type { ByteStream } from '../../../shared/network/answer';
import { writeZip } from '../../../shared/zip/zip';

/** A file in the package, which can be read several times. A large one is in n8n's storage, not in memory. */
export interface EvidenceFile {
	name: string;
	open: () => Promise<ByteStream | Buffer[]>;
}

export function fileOf(name: string, content: string | Buffer): EvidenceFile {
	const bytes = Buffer.from(content);
	return { name, open: async () => [bytes] };
}

/** With tabs, so that people and simple programs can read it. */
export function jsonFile(name: string, value: unknown): EvidenceFile {
	return fileOf(name, `${JSON.stringify(value, null, '\t')}\n`);
}

export async function storedFile(
	item: ItemRef,
	name: string,
	binary: IBinaryData,
): Promise<EvidenceFile> {
	const file = await pdfFromBinary(item, binary, { kind: 'any' });
	return { name, open: async () => ('bytes' in file ? [file.bytes] : await file.open()) };
}

export async function sha256Of({ open }: EvidenceFile): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of await open()) hash.update(chunk as Buffer);
	return hash.digest('hex');
}

/** Sorted, and with the same time for all, so that the same files give the same bytes. */
export async function zipOf(
	context: IExecuteFunctions,
	files: EvidenceFile[],
	{ fileName, modifiedAt }: { fileName: string; modifiedAt: Date },
): Promise<IBinaryData> {
	async function* entries() {
		for (const { name, open } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
			yield { name, modifiedAt, content: (await open()) as AsyncIterable<Uint8Array> };
		}
	}
	const zip = writeZip(entries());
	const [small] = files;
	const opened = await small!.open();
	const content = Array.isArray(opened) ? await wholeOf(zip) : streamOf(zip, opened);
	return await context.helpers.prepareBinaryData(content, fileName, 'application/zip');
}

/** If n8n keeps files in memory. */
async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const all: Uint8Array[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}

/** Only another stream can make one, because the package may not import the module. */
function streamOf(chunks: AsyncIterable<Uint8Array>, other: ByteStream): ByteStream {
	return other.compose(async function* (unused: AsyncIterable<Buffer>) {
		for await (const chunk of unused) void chunk;
		yield* chunks;
	}) as ByteStream;
}
