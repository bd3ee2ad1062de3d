import { randomBytes } from 'crypto';

import { exactly, LARGEST_PLAIN_DOCUMENT_BYTES, readAll } from '../../../shared/document/document';
import type { Pdf, SizeLimit } from '../../../shared/document/document';
import type { Body, ByteStream } from '../../../shared/http/body';

/** Of the whole request, with everything around the file (interface.md part 8: 50 MB). */
export const LARGEST_REQUEST_BYTES = 52_428_800;

/** One file in a form. Its name is always the same, so that what stands around it always has the same length. */
function envelope() {
	const boundary = `----esignature${randomBytes(16).toString('hex')}`;
	const opening = [
		`--${boundary}`,
		'Content-Disposition: form-data; name="content"; filename="document.pdf"',
		'Content-Type: application/pdf',
		'\r\n',
	].join('\r\n');
	return {
		mediaType: `multipart/form-data; boundary=${boundary}`,
		opening: Buffer.from(opening, 'latin1'),
		closing: Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'),
	};
}

const ENVELOPE_BYTES = envelope().opening.length + envelope().closing.length;

export const LARGEST_VALIDATED_BYTES = LARGEST_REQUEST_BYTES - ENVELOPE_BYTES;

export const validationLimit: SizeLimit = {
	bytes: LARGEST_VALIDATED_BYTES,
	inWords: `${LARGEST_VALIDATED_BYTES} (a request of ${LARGEST_REQUEST_BYTES} bytes, 50 MB, less ${ENVELOPE_BYTES} around the file)`,
};

/** Built by hand: n8n's own forms hold the whole file in memory and announce no length. */
export async function formWith(pdf: Pdf): Promise<Body> {
	const { mediaType, opening, closing } = envelope();
	if ('bytes' in pdf || pdf.sizeBytes <= LARGEST_PLAIN_DOCUMENT_BYTES) {
		const bytes = 'bytes' in pdf ? pdf.bytes : await readAll(await pdf.open());
		return { mediaType, bytes: Buffer.concat([opening, bytes, closing]) };
	}
	const { open, sizeBytes } = pdf;
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
