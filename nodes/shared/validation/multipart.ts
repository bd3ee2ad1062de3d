import { randomBytes } from 'crypto';

import type { SizeLimit } from '../document/fileCheck';
import { exactly, LARGEST_PLAIN_DOCUMENT_BYTES, readAll } from '../document/pdf';
import type { Pdf } from '../document/pdf';
import type { Body, ByteStream } from '../http/body';

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

/** What is left for the file itself. */
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
	if ('bytes' in file || file.sizeBytes <= LARGEST_PLAIN_DOCUMENT_BYTES) {
		const bytes = 'bytes' in file ? file.bytes : await readAll(await file.open());
		return { mediaType, bytes: Buffer.concat([opening, bytes, closing]) };
	}
	const { open, sizeBytes } = file;
	return {
		mediaType,
		lengthBytes: opening.length + sizeBytes + closing.length,
		open: async () => {
			const source = await open();
			return source.compose(async function* (chunks: AsyncIterable<Buffer>) {
				yield opening;
				yield* exactly(chunks, sizeBytes);
				yield closing;
			}) as ByteStream;
		},
	};
}
