import { readAside } from './aside/readAside.ts';
import { PdfReadingError } from '../pdf/file/pdfErrors.ts';
import type { PdfFacts } from '../pdf/file/read.ts';
import { badRequest } from '../http/problem.ts';

/** What a handed-over document is like; one that is no readable PDF is refused. */
export async function factsOf(bytes: Uint8Array): Promise<PdfFacts> {
	try {
		return await readAside(bytes);
	} catch (error) {
		if (error instanceof PdfReadingError) throw badRequest(`content: ${error.message}`, error.key);
		throw error;
	}
}
