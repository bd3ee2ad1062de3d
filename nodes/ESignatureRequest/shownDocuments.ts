import type { ItemContext } from '../shared/execution/operation';
import { documentsOf } from '../shared/requests/signatureRequest.schema';
import type { SignatureRequest } from '../shared/requests/signatureRequest.schema';

/** A request always has a document (interface.md 2.5): where none is shown, it is unknown which. */
export function shownDocuments(
	{ error }: ItemContext,
	request: SignatureRequest,
): ReturnType<typeof documentsOf> {
	const documents = documentsOf(request);
	if (documents.length > 0) return documents;
	throw error(
		"Skribble doesn't show the documents of the request",
		'Check the request with Get, Simplify off. Someone may have deleted them.',
	);
}
