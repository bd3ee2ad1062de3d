import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';

import { aboutId } from '../answer/aboutId';
import { getDocument } from '../document/endpoints';
import type { ApiVersion, Call } from '../http/call';
import { callTo } from '../http/endpoint';
import { callService, isRefused, readJson } from '../http/transport';
import type { ItemContext } from '../operation/operation';
import { pick } from '../operation/output';
import { answerObject } from '../operation/scalars.schema';
import type { Pages } from './corner';

const Amount = z.number().positive().optional().catch(undefined);

/** What an upload answers with and GET /documents/{id} shows. */
export const PagedDocument = answerObject({
	id: z.string(),
	page_count: Amount,
	page_width: Amount,
	page_height: Amount,
});
export type PagedDocument = z.output<typeof PagedDocument>;

/** What is remembered of an upload: the whole answer would be kept until the run has ended. */
export function pagesIn(document: PagedDocument): PagedDocument {
	return pick(document, ['id', 'page_count', 'page_width', 'page_height']) as PagedDocument;
}

export async function readPages(
	item: ItemContext,
	documentId: string,
	version: ApiVersion,
): Promise<Pages> {
	const { context, itemIndex } = item;
	// The contract shows no such call, so a service need not have it.
	const call: Call = {
		...callTo(getDocument, documentId),
		version,
		alsoAccept: [405],
		itemIndex,
	};
	const answer = await callService(context, call);
	const unknown: PagedDocument = { id: documentId };
	return pagesOf(
		item,
		isRefused(answer)
			? unknown
			: readJson(context, call, answer, aboutId(PagedDocument, documentId)),
	);
}

export function pagesOf({ context, itemIndex }: ItemContext, document: PagedDocument): Pages {
	const { id, page_count: count, page_width: width, page_height: height } = document;
	if (count && width && height) return { count, width, height };
	throw new NodeOperationError(
		context.getNode(),
		`The service does not say how large the pages of document ${id} are`,
		{
			itemIndex,
			description: 'Without that no corner can be found. Choose Position and type the numbers.',
		},
	);
}
