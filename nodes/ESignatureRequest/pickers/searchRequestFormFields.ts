import type { Operations } from '../../shared/operation/operation';
import { Uuid } from '../../shared/operation/scalars.schema';
import { versionFor } from '../../shared/operation/versions';
import {
	chosenDocuments,
	pickedIn,
	searchFormFields,
} from '../../shared/placement/searchFormFields';
import { readRequest } from '../../shared/signatureRequest/readRequest';
import { documentsOf } from '../../shared/signatureRequest/signatureRequest.schema';

/** Of the request that is chosen, or of the documents that a new one shall have. */
export function searchRequestFormFields(operations: Operations) {
	return searchFormFields(async (context) => {
		const version = versionFor(context, operations);
		const chosen = Uuid.safeParse(pickedIn(context, 'requestId'));
		if (!chosen.success) return { version, ids: chosenDocuments(context) };
		const request = await readRequest(context, { version, requestId: chosen.data, itemIndex: 0 });
		return { version, ids: documentsOf(request).map(({ id }) => id) };
	});
}
