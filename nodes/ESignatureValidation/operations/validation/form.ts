import type { SizeLimit } from '../../../shared/document/fileCheck';
import type { Pdf } from '../../../shared/document/pdf';
import type { Body } from '../../../shared/http/body';
import { limitOf, multipartOf } from '../../../shared/validation/multipart';

/** The names are always the same, so that what stands around a file always has the same length. */
const files = {
	document: { fileName: 'document.pdf', mediaType: 'application/pdf' },
	signature: { fileName: 'signature.p7s', mediaType: 'application/pkcs7-signature' },
};
const xmlFile = { fileName: 'document.xml', mediaType: 'application/xml' };
/** What can be validated, as the service calls it in its paths. */
export type Validated = keyof typeof files;

export function limitFor(what: Validated): SizeLimit {
	return limitOf(files[what]);
}

export async function formWith(file: Pdf, what: Validated): Promise<Body> {
	const isXml = what === 'document' && file.isXml;
	return await multipartOf(file, isXml ? xmlFile : files[what]);
}
