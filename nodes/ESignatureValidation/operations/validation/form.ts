import { randomBytes } from 'crypto';

import type { SizeLimit } from '../../../shared/document/document';
import { exactly, LARGEST_PLAIN_DOCUMENT_BYTES, readAll } from '../../../shared/document/pdf';
import type { Pdf } from '../../../shared/document/pdf';
import type { Body, ByteStream } from '../../../shared/http/body';

/** Of the whole request, with everything around the file (interface.md part 8: 50 MB). */
export const LARGEST_REQUEST_BYTES = 52_428_800;

const files = {
	document: { fileName: 'document.pdf', mediaType: 'application/pdf' },
	signature: { fileName: 'signature.p7s', mediaType: 'application/pkcs7-signature' },
};
const xmlFile = { fileName: 'document.xml', mediaType: 'application/xml' };
/** What can be validated, as the service calls it in its paths. */
export type Validated = keyof typeof files;

/** One file in a form. What stands around it always has the same length: names and types of PDF and XML do. */
function envelope(what: Validated, isXml = false) {
	const boundary = `----esignature${randomBytes(16).toString('hex')}`;
	const { fileName, mediaType } = isXml && what === 'document' ? xmlFile : files[what];
	const opening = [
		`--${boundary}`,
		`Content-Disposition: form-data; name="content"; filename="${fileName}"`,
		`Content-Type: ${mediaType}`,
		'\r\n',
	].join('\r\n');
	return {
		mediaType: `multipart/form-data; boundary=${boundary}`,
		opening: Buffer.from(opening, 'latin1'),
		closing: Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'),
	};
}

export function limitFor(what: Validated): SizeLimit {
	const { opening, closing } = envelope(what);
	const around = opening.length + closing.length;
	const bytes = LARGEST_REQUEST_BYTES - around;
	return {
		bytes,
		inWords: `${bytes} (a request of ${LARGEST_REQUEST_BYTES} bytes, 50 MB, less ${around} around the file)`,
	};
}

/** Built by hand: n8n's own forms hold the whole file in memory and announce no length. */
export async function formWith(file: Pdf, what: Validated): Promise<Body> {
	const { mediaType, opening, closing } = envelope(what, file.isXml);
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
