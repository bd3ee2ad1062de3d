import { z } from 'zod';

import type { Pdf } from '../../shared/document/document';
import { pdfOfDocument } from '../../shared/document/pdfOfDocument';
import { readSource } from '../../shared/document/source';
import type { ApiVersion } from '../../shared/http/call';
import type { Turn } from '../../shared/operation/operation';

export const Source = z.enum(['binary', 'base64', 'document']);

interface Wanted {
	source: z.output<typeof Source>;
	apiVersion: ApiVersion;
	options: { timeoutSeconds?: number };
}

export async function pdfToSeal(turn: Turn, wanted: Wanted): Promise<Pdf> {
	const source = await readSource(turn, wanted);
	if ('pdf' in source) return source.pdf;
	const { apiVersion: version, options } = wanted;
	const { timeoutSeconds } = options;
	return await pdfOfDocument(turn, { documentId: source.documentId, version, timeoutSeconds });
}
