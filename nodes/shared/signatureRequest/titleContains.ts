import type { SignatureRequest } from './signatureRequest.schema';

/** In small or capital letters, as the service searches (interface.md part 10). */
export function titleContains({ title = '' }: SignatureRequest, text: string): boolean {
	return title.toLowerCase().includes(text.trim().toLowerCase());
}
