import { createHash } from 'crypto';
import { z } from 'zod/v3';

/** A request as it was listed; an edited request may stand elsewhere, so it gets another id here. */
export interface Entry {
	id: string;
	momentMs?: number;
}

/** A list of the service, whose order and page numbers are not documented. */
export interface List {
	/** No entries where the service refuses the page number. */
	read: (page: number) => Promise<Entry[]>;
	pageSize: number;
	firstPage: 0 | 1;
	/** An index of it has no more, however long it is. */
	mostAnchors: number;
}

const Ids = z.array(z.string());
const Page = z.object({ page: z.number().int(), ids: Ids });
export type Page = z.output<typeof Page>;

/** An id and its position; the first entry of a list has position 0. */
const Anchor = z.tuple([z.string(), z.number().int()]);
export type Anchor = z.output<typeof Anchor>;

/** Where the entries of a list stood when they were last read. */
export const ListIndex = z.object({
	firstPage: z.number().int(),
	/** The first of the first page. */
	firstIds: Ids,
	/** The last page that was read: the end of the list, if the index is complete. */
	last: Page,
	isComplete: z.boolean(),
	anchors: z.array(Anchor),
	pagesPerAnchor: z.number().int().positive(),
	/** Whether any page has a later entry behind an earlier one, and the other way round. */
	rises: z.boolean(),
	falls: z.boolean(),
});
export type ListIndex = z.output<typeof ListIndex>;

export function emptyIndex({ firstPage }: List): ListIndex {
	const last = { page: firstPage - 1, ids: [] };
	const order = { rises: false, falls: false };
	return {
		firstPage,
		firstIds: [],
		last,
		isComplete: false,
		anchors: [],
		pagesPerAnchor: 1,
		...order,
	};
}

/** The index after the page behind its last one. */
export function addPage(index: ListIndex, entries: Entry[], list: List): ListIndex {
	const last = { page: index.last.page + 1, ids: idsOf(entries) };
	const isFull = entries.length >= list.pageSize;
	// Where the first page has the number 1, page 0 is empty or the same as page 1.
	const isSecond = last.page === 1 && index.firstPage === 0 && isFull;
	if (last.page === 0 && entries.length === 0) return { ...index, firstPage: 1, last };
	if (isSecond && isSame(last.ids, index.last.ids)) return { ...index, firstPage: 1, last };
	if (isBehindEnd(index, last)) {
		const page = Math.max(index.last.page, index.firstPage);
		return { ...index, last: { ...index.last, page }, isComplete: true };
	}
	// Only within a page: between two calls the list may move.
	const moments = entries.flatMap(({ momentMs }) => momentMs ?? []);
	return {
		...withAnchor(index, last.page, entries, list),
		firstIds: last.page === index.firstPage ? firstOf(entries) : index.firstIds,
		last,
		isComplete: !isFull,
		rises: index.rises || moments.some((ms, at) => ms > (moments[at - 1] ?? ms)),
		falls: index.falls || moments.some((ms, at) => ms < (moments[at - 1] ?? ms)),
	};
}

/** An anchor stands in the middle of its page, so that it stays there when some entries come or go before it. */
function withAnchor(index: ListIndex, page: number, entries: Entry[], list: List): ListIndex {
	const { firstPage, pagesPerAnchor } = index;
	const middle = Math.floor(list.pageSize / 2);
	const start = (page - firstPage) * list.pageSize;
	const entry = (page - firstPage) % pagesPerAnchor === 0 ? entries[middle] : undefined;
	const anchors = index.anchors.filter(([, position]) => position < start);
	if (entry) anchors.push([entry.id, start + middle]);
	if (anchors.length <= list.mostAnchors) return { ...index, anchors };
	const half = anchors.filter((_, at) => at % 2 === 0);
	return { ...index, anchors: half, pagesPerAnchor: 2 * pagesPerAnchor };
}

/** Behind the end, services show an empty page, the last page again, or begin again with the first. */
export function isBehindEnd(
	{ firstPage, firstIds, last }: ListIndex,
	{ page, ids }: Page,
	before = last.ids,
): boolean {
	if (ids.length === 0 || isSame(ids, before)) return true;
	const repeated = firstIds.filter((id) => ids.includes(id)).length;
	return page > firstPage + 1 && 2 * repeated >= firstIds.length;
}

export function isSame(ids: string[], others: string[]): boolean {
	return ids.length === others.length && ids.every((id) => others.includes(id));
}

export function isNewestFirst({ rises, falls }: ListIndex): boolean {
	return falls && !rises;
}

export function entryOf({ id, momentMs }: Entry): Entry {
	return { id: shortId(`${id} ${momentMs ?? ''}`), momentMs };
}

export function idsOf(entries: Entry[]): string[] {
	return entries.map(({ id }) => id);
}

/** Enough to recognize the first page; n8n stores them. */
export function firstOf(entries: Entry[]): string[] {
	return idsOf(entries).slice(0, 10);
}

/** 48 bits: two of 100,000 ids are alike once in some 50,000 accounts. */
export function shortId(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, 8);
}
