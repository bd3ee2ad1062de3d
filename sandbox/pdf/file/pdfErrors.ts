/** A file that cannot be read as a PDF, and which of the service's two refusals that is. */
export class PdfReadingError extends Error {
	readonly key: 'file.pdf.invalid' | 'file.pdf.encrypted';

	constructor(message: string, key: PdfReadingError['key'] = 'file.pdf.invalid') {
		super(message);
		this.key = key;
	}
}

/** The document cannot be signed as asked; the message says why. */
export class PdfSigningError extends Error {}
