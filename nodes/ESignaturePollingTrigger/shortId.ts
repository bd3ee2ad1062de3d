import { createHash } from 'crypto';

/** So many signs stand for 48 bits: two of 100,000 ids are alike once in some 50,000 accounts. */
export const SHORT_LENGTH = 8;

/** What is kept of an id, so that thousands of them fit into what n8n stores for a node. */
export function shortId(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, SHORT_LENGTH);
}
