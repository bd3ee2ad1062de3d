import { createHash } from 'crypto';
import { z } from 'zod/v3';

/** A request as it was listed. */
export interface ListEntry {
	id: string;
	momentMs?: number;
}

/** A list of the service, whose order and page numbers are not documented. */
export interface List {
	/** No entries where the service refuses the page number. */
	read: (page: number) => Promise<ListEntry[]>;
	pageSize: number;
	firstPage: 0 | 1;
	/** How far apart the anchors of its index are. */
	pagesPerAnchor: number;
	/** Whether the time of this poll is over; the next one goes on. */
	mustStop: () => boolean;
	nowMs: number;
	/** How often all of it is to be compared; with 0, every poll reads all of it. */
	intervalMs: number;
}

const Page = z.object({ page: z.number().int(), ids: z.array(z.string()) });
export type Page = z.output<typeof Page>;

/** An id and its position; that of the first entry on page 0 is 0. */
const Anchor = z.tuple([z.string(), z.number().int()]);
export type Anchor = z.output<typeof Anchor>;

/** Where the entries of a list stood when they were last read. The defaults are those of a list not read yet. */
export const ListIndex = z.object({
	/** Where the service calls its first page 1, page 0 is refused, empty, or page 1 once more. */
	first: Page.default({ page: 0, ids: [] }),
	/** The last page that is known: the end of the list, if the index is complete. */
	last: Page.default({ page: 0, ids: [] }),
	isComplete: z.boolean().default(false),
	/** The page that the scan reads next. Absent when none is under way. */
	cursor: z.number().int().optional(),
	anchors: z.array(Anchor).default([]),
	/** Whether times only fall within the pages of the scan. Absent while no page shows it. */
	isNewestFirst: z.boolean().optional(),
	/** When the last scan began. */
	comparedMs: z.number(),
});
export type ListIndex = z.output<typeof ListIndex>;

/** The index after the scan has read the page at its cursor. */
export function addPage(index: ListIndex, entries: ListEntry[], list: List): ListIndex {
	const { first, last, isComplete, cursor: page = 0, anchors } = index;
	const shown = { page, ids: idsOf(entries) };
	const goesOn = entries.length >= list.pageSize || (page === 0 && entries.length === 0);
	if (isBehindEnd(index, shown)) return { ...index, isComplete: true, cursor: undefined };
	// Only within a page: between two calls the list may move.
	const moments = entries.flatMap(({ momentMs }) => momentMs ?? []);
	const steps = moments.map((ms, at) => ms - (moments[at - 1] ?? ms));
	const isFalling = steps.some((step) => step < 0) || undefined;
	// An anchor there stays on its page when some entries come or go before it.
	const middle = Math.floor(list.pageSize / 2);
	return {
		...index,
		anchors: [
			...anchors.filter(([, position]) => pageOf(position, list) < page),
			...(page % list.pagesPerAnchor === 0 ? placed(shown, list).slice(middle, middle + 1) : []),
			...anchors.filter(([, position]) => pageOf(position, list) > page),
		],
		first: first.ids.length === 0 || (page <= first.page && entries.length > 0) ? shown : first,
		last: isComplete ? last : shown,
		isComplete: isComplete || !goesOn,
		cursor: goesOn ? page + 1 : undefined,
		isNewestFirst: steps.some((step) => step > 0) ? false : (index.isNewestFirst ?? isFalling),
	};
}

/** Behind the end, services show an empty page, the last page again, or begin again with the first. */
export function isBehindEnd(
	{ first, last }: ListIndex,
	{ page, ids }: Page,
	before = last,
): boolean {
	if (ids.length === 0) return page > 0;
	if (page <= Math.max(1, before.page)) return false;
	const repeated = first.ids.filter((id) => ids.includes(id)).length;
	return isSame(ids, before.ids) || 2 * repeated >= first.ids.length;
}

export function isSame(ids: string[], others: string[]): boolean {
	return ids.length === others.length && ids.every((id) => others.includes(id));
}

/** An edited request may stand elsewhere, so it gets another id here. */
export function idsOf(entries: ListEntry[]): string[] {
	return entries.map(({ id, momentMs }) => shortId(`${id} ${momentMs ?? ''}`));
}

/** The entries of a page with their positions. */
export function placed({ page, ids }: Page, { pageSize }: List): Anchor[] {
	return ids.map((id, at) => [id, page * pageSize + at]);
}

export function pageOf(position: number, { pageSize }: List): number {
	return Math.floor(Math.max(0, position) / pageSize);
}

/** 48 bits: two of 100,000 ids are alike once in some 50,000 accounts. */
export function shortId(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, 8);
}
