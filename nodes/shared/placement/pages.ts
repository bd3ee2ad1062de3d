import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import type { ApiVersion, Call } from '../http/call';
import { callForJson } from '../http/transport';
import type { Turn } from '../operation/operation';
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

export async function readPages(
	turn: Turn,
	documentId: string,
	version: ApiVersion,
): Promise<Pages> {
	const path = `/documents/${encodeURIComponent(documentId)}`;
	const call: Call = { version, method: 'GET', path, itemIndex: turn.itemIndex };
	return pagesOf(turn, await callForJson(turn.context, call, PagedDocument));
}

export function pagesOf({ context, itemIndex }: Turn, document: PagedDocument): Pages {
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
