import { z } from 'zod/v3';

import type { Rules } from '../account/dialect';
import { answerObject } from '../client/answerSchema';
import type { ApiVersion } from '../client/call';
import { fileFault } from '../documents/document';
import { findDocument } from '../documents/documentCalls';
import type { ItemContext } from '../execution/operation';
import { pick } from '../execution/output';
import type { CornerPlacement } from './placement';
import type { Position } from './position';

/** What a document says of its pages (interface.md 2.5), in points. */
export interface Pages {
	count: number;
	width: number;
	height: number;
}

/** Far enough from the edge for every printer. */
const MARGIN = 40;

/** A corner in numbers, as the service counts them. */
export function positionIn(
	placement: CornerPlacement,
	pages: Pages,
	{ yCountsFrom }: Pick<Rules, 'yCountsFrom'>,
): Position {
	const { corner, width, height, rotation } = placement;
	const [left, right] = [MARGIN, pages.width - MARGIN - width];
	const [near, far] = [MARGIN, pages.height - MARGIN - height];
	const isAtTop = corner.startsWith('top');
	return {
		pageNumber: pageOf(placement, pages),
		x: corner.endsWith('Left') ? left : right,
		y: isAtTop === (yCountsFrom === 'top') ? near : far,
		width,
		height,
		rotation,
	};
}

/** A number alone means that page. */
function pageOf({ onPage, pageNumber }: CornerPlacement, { count }: Pages): number {
	if (onPage === 'first') return 1;
	return onPage === 'last' ? count : (pageNumber ?? count);
}

interface PageFault {
	path: Array<string | number>;
	message: string;
}

/** Why a corner cannot be used in a document. */
export function cornerFault(placement: CornerPlacement, pages: Pages): PageFault | undefined {
	const { width, height } = placement;
	const beyond = beyondLastPage(pageOf(placement, pages), pages);
	if (beyond) return { path: ['pageNumber'], message: beyond };
	const fits = (length: number, whole: number) => length + MARGIN <= whole;
	if (fits(width, pages.width) && fits(height, pages.height)) return undefined;
	return {
		path: [fits(width, pages.width) ? 'height' : 'width'],
		message: `is larger than the page of ${pages.width} by ${pages.height} points\nEnter a smaller number.`,
	};
}

/** Why positions cannot be used in a document; where on its page one is, is left to the service. */
export function positionFault(
	positions: Position[],
	pages: Pages,
	documentNumber: number,
): PageFault | undefined {
	for (const [at, { pageNumber, document = documentNumber }] of positions.entries()) {
		const beyond = document === documentNumber ? beyondLastPage(pageNumber, pages) : undefined;
		if (beyond) return { path: ['positions', at, 'pageNumber'], message: beyond };
	}
	return undefined;
}

function beyondLastPage(pageNumber: number, { count }: Pages): string | undefined {
	if (pageNumber <= count) return undefined;
	const amount = count === 1 ? 'one page' : `${count} pages`;
	return `is ${pageNumber}, but the document has ${amount}\nEnter a smaller number, or choose the last page.`;
}

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
	const query = { version, documentId, itemIndex, alsoAccept: [405] };
	return pagesOf(item, (await findDocument(context, query, PagedDocument)) ?? { id: documentId });
}

export function pagesOf(item: ItemContext, document: PagedDocument): Pages {
	const { id, page_count: count, page_width: width, page_height: height } = document;
	if (count && width && height) return { count, width, height };
	throw fileFault(item, {
		message: `Skribble doesn't show the page size of the document ${id}`,
		description: 'Choose Position instead of Corner, and enter coordinates.',
	});
}
