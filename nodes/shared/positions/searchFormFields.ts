import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod/v3';

import { findDocument } from '../documents/documentCalls';
import type { ApiVersion } from '../client/call';
import { answerObject, maybeFlag } from '../client/answerSchema';
import { Uuid } from '../form/readers';

const FormField = answerObject({
	name: z.string(),
	signed: maybeFlag,
});
const WithFields = answerObject({
	signature_fields: z.array(FormField).optional().catch(undefined),
});

/** Documents that are in the service, in a version that shows them. */
interface FormDocuments {
	version: ApiVersion;
	ids: string[];
}

/** The list behind the form field: the unsigned fields in the documents that are chosen. */
export function searchFormFields(
	documentsIn: (context: ILoadOptionsFunctions) => Promise<FormDocuments>,
) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const { ids, version } = await documentsIn(this);
		const names = new Set<string>();
		for (const id of ids) {
			const document = await findDocument(
				this,
				{ version, documentId: id, itemIndex: 0 },
				WithFields,
			);
			for (const { name, signed } of document?.signature_fields ?? []) {
				if (!signed) names.add(name);
			}
		}
		const wanted = filter.trim().toLowerCase();
		const found = [...names].filter((name) => name.toLowerCase().includes(wanted));
		return { results: found.map((name) => ({ name, value: name })) };
	};
}

/** Chosen under Document From: Uploaded Document; what an expression gives is not known yet. */
export function chosenDocuments(context: ILoadOptionsFunctions): string[] {
	const several = context.getNodeParameter('documentIds', {}) as {
		document?: Array<{ documentId?: { value?: unknown } }>;
	};
	const listed = (several.document ?? []).map(({ documentId }) => documentId?.value);
	return [pickedIn(context, 'documentId'), ...listed].flatMap((value) => {
		const { success, data } = Uuid.safeParse(value);
		return success ? [data] : [];
	});
}

/** n8n extracts a value only where the operation has the field. */
export function pickedIn(context: ILoadOptionsFunctions, name: string): unknown {
	const field = context.getNodeParameter(name, '') as { value?: unknown } | string;
	return typeof field === 'object' ? field?.value : field;
}
