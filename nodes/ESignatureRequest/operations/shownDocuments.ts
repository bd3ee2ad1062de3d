import { NodeOperationError } from 'n8n-workflow';

import type { ItemContext } from '../../shared/operation/operation';
import { documentsOf } from '../../shared/signatureRequest/signatureRequest.schema';
import type { SignatureRequest } from '../../shared/signatureRequest/signatureRequest.schema';

/** A request always has a document (interface.md 2.5): where none is shown, it is unknown which. */
export function shownDocuments(
	{ context, itemIndex }: ItemContext,
	request: SignatureRequest,
): ReturnType<typeof documentsOf> {
	const documents = documentsOf(request);
	if (documents.length > 0) return documents;
	throw new NodeOperationError(context.getNode(), 'The request shows no document', {
		itemIndex,
		description: 'Its documents may have been deleted. Read the request with Get, Simplify off.',
	});
}
