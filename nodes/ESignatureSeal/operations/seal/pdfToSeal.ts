import type { z } from 'zod/v3';

import type { Pdf } from '../../../shared/document/pdf';
import { pdfOfDocument } from '../../../shared/document/pdfOfDocument';
import { readSource } from '../../../shared/document/source';
import type { ApiVersion } from '../../../shared/http/call';
import type { ItemContext } from '../../../shared/operation/operation';
import { oneOf } from '../../../shared/operation/scalars.schema';

export const Source = oneOf('binary', 'base64', 'document');

interface SealSource {
	source: z.output<typeof Source>;
	version: ApiVersion;
	timeoutSeconds?: number;
}

/** Where it comes from the service, with its id there. */
type PdfToSeal = Pdf & { documentId?: string };

export async function pdfToSeal(item: ItemContext, wanted: SealSource): Promise<PdfToSeal> {
	const source = await readSource(item, wanted);
	if ('pdf' in source) return source.pdf;
	const { documentId } = source;
	const { version, timeoutSeconds } = wanted;
	return { ...(await pdfOfDocument(item, { documentId, version, timeoutSeconds })), documentId };
}
