import { createHash } from 'crypto';

import { canonicalJson } from '../../../../../shared/operation/canonicalJson';
import type { Pdf } from '../../../../../shared/document/pdf';
import type { Source } from '../../../../../shared/document/source';

/** What must be the same for a retry to continue with the request that its first attempt sent. */
export interface Content {
	facts: unknown;
	/** As they come in: of a file that is prepared first, the original. */
	documents: Source[];
}

/** Files are compared by their bytes, uploaded documents by their id, and others by their URL. */
export async function digestOf({ facts, documents }: Content): Promise<string> {
	const compared = await Promise.all(
		documents.map(async (one) => ('pdf' in one ? await digestOfFile(one.pdf) : one)),
	);
	return createHash('sha256')
		.update(canonicalJson([facts, compared]))
		.digest('hex');
}

async function digestOfFile(pdf: Pdf): Promise<string> {
	const hash = createHash('sha256');
	if ('bytes' in pdf) return hash.update(pdf.bytes).digest('hex');
	for await (const chunk of await pdf.open()) hash.update(chunk as Buffer);
	return hash.digest('hex');
}
