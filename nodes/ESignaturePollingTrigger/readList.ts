import { createHash } from 'crypto';
import { z } from 'zod/v3';

import { inOrder } from '../shared/requests/pages';

/** A request as it was listed. */
export interface ListEntry {
	id: string;
	stateChangedAtMs?: number;
}

/** A list of the service, whose order and page numbers are not documented. */
export interface List {
	/** No entries where the service refuses the page number. */
	read: (page: number) => Promise<ListEntry[]>;
	pageSize: number;
	firstPage: 0 | 1;
	/** How far apart the anchors of its index are. */
	pagesPerAnchor: number;
	/** Whether the time of this poll is over. The next one continues. */
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
	nextPage: z.number().int().optional(),
	anchors: z.array(Anchor).default([]),
	/** Whether times only fall within the pages of the scan. Absent while no page shows it. */
	isNewestFirst: z.boolean().optional(),
	/** When the last scan began. */
	comparedMs: z.number(),
});
export type ListIndex = z.output<typeof ListIndex>;

/** The index after the scan has read its next page. */
export function addPage(index: ListIndex, entries: ListEntry[], list: List): ListIndex {
	const { first, last, isComplete, nextPage: page = 0, anchors } = index;
	const shown = { page, ids: idsOf(entries) };
	const goesOn = entries.length >= list.pageSize || (page === 0 && entries.length === 0);
	if (isBehindEnd(index, shown)) return { ...index, isComplete: true, nextPage: undefined };
	// Only within a page: between two calls the list may move.
	const timesMs = entries.flatMap(({ stateChangedAtMs }) => stateChangedAtMs ?? []);
	const steps = timesMs.map((ms, at) => ms - (timesMs[at - 1] ?? ms));
	const isFalling = steps.some((step) => step < 0) || undefined;
	// An anchor there stays on its page when some entries come or go before it.
	const middle = Math.floor(list.pageSize / 2);
	return {
		...index,
		anchors: [
			...anchors.filter(([, position]) => pageOf(position, list) < page),
			...(page % list.pagesPerAnchor === 0
				? withPositions(shown, list).slice(middle, middle + 1)
				: []),
			...anchors.filter(([, position]) => pageOf(position, list) > page),
		],
		first: first.ids.length === 0 || (page <= first.page && entries.length > 0) ? shown : first,
		last: isComplete ? last : shown,
		isComplete: isComplete || !goesOn,
		nextPage: goesOn ? page + 1 : undefined,
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

/** An edited request may have moved in the list, so it gets another id here. */
export function idsOf(entries: ListEntry[]): string[] {
	return entries.map(({ id, stateChangedAtMs }) => shortId(`${id} ${stateChangedAtMs ?? ''}`));
}

/** The entries of a page with their positions. */
export function withPositions({ page, ids }: Page, { pageSize }: List): Anchor[] {
	return ids.map((id, at) => [id, page * pageSize + at]);
}

export function pageOf(position: number, { pageSize }: List): number {
	return Math.floor(Math.max(0, position) / pageSize);
}

/** 48 bits: two of 100,000 ids are alike once in some 50,000 accounts. */
export function shortId(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, 8);
}

/** An idle poll takes as many: last page, first page or the one behind the last, and a page of the scan. */
const FEW_CALLS = 3;
/** At most so many calls of a scan are under way at the same time. */
const SIDE_BY_SIDE = 8;
/** More new pages than these are no growth between two polls that could be followed. */
const MOST_NEW_PAGES = 20;

/** Reads the pages on which something may have changed, and gives the index for the next poll. */
export async function readList(list: List, before?: ListIndex): Promise<ListIndex> {
	const { firstPage, nowMs, intervalMs } = list;
	const mustReadAll = before?.isComplete && (intervalMs === 0 || isShort(list, before));
	const followed = before && !mustReadAll && (await followList(list, before));
	const begun = { nextPage: firstPage, comparedMs: nowMs };
	const index = followed || ListIndex.parse(begun);
	const lastPage = before?.isComplete ? before.last.page : undefined;
	if (index.nextPage !== undefined) return await scan(list, index, lastPage);
	// A clock that was set back must not put it off.
	const isDue = nowMs - index.comparedMs >= intervalMs || nowMs < index.comparedMs;
	// A list that was not sorted by time may be by now.
	const renewed = { ...index, ...begun, isNewestFirst: index.isNewestFirst || undefined };
	return isDue ? await scan(list, renewed, lastPage) : index;
}

/** Whether few calls read all of it; behind a full page there could be another. */
function isShort({ firstPage, pageSize }: List, { last }: ListIndex): boolean {
	return last.page - firstPage + (last.ids.length < pageSize ? 1 : 2) <= FEW_CALLS;
}

/** Continues the scan, to the end of the list, as expected at `lastPage`, or of the time. */
async function scan(list: List, from: ListIndex, lastPage?: number): Promise<ListIndex> {
	const mostPages = from.isComplete ? pagesDue(list, from) : Infinity;
	let index = from;
	let read = 0;
	const ahead = () => {
		const expected = lastPage === undefined ? read : lastPage + 1 - index.nextPage!;
		return Math.min(expected, SIDE_BY_SIDE, mostPages - read);
	};
	for await (const { entries } of inOrder(list.read, from.nextPage!, ahead)) {
		index = addPage(index, entries, list);
		read++;
		// By an index without entries, the next poll would not recognize the list.
		const isOver = list.mustStop() && index.last.ids.length > 0;
		if (index.nextPage === undefined || read >= mostPages || isOver) break;
	}
	return index;
}

/** A full comparison may take half as long again as its interval: one page a minute for 100,000 requests a day. */
function pagesDue(list: List, { last, nextPage = 0, comparedMs }: ListIndex): number {
	const passed = (list.nowMs - comparedMs) / (1.5 * list.intervalMs);
	return Math.max(1, Math.round((last.page + 1) * Math.min(1, passed)) - nextPage);
}

/** The list as it stands now, beside the index of how it stood. */
interface View {
	index: ListIndex;
	list: List;
	/** Reads each page once: several questions lead to the same ones. */
	read: (page: number) => Promise<Page>;
}

/** A position that was known, and how many places its entry has moved back since. */
interface Point {
	position: number;
	offset: number;
}

/**
 * Brings the index up to date, and reads the pages where something has come or gone on the way. Undefined if the
 * list cannot be recognized.
 */
async function followList(list: List, index: ListIndex): Promise<ListIndex | undefined> {
	const pages = new Map<number, Promise<Page>>();
	const readPage = async (page: number) => ({ page, ids: idsOf(await list.read(page)) });
	const read = async (page: number) => {
		pages.set(page, pages.get(page) ?? readPage(page));
		return await pages.get(page)!;
	};
	const view = { index, list, read };
	const { first, anchors, nextPage, isNewestFirst } = index;
	const end = await findEnd(view);
	const start = { position: first.page * list.pageSize, offset: 0 };
	const front =
		end && (isNewestFirst ? await find(withPositions(first, list), view, [start, end]) : start);
	// What came before the front is not between any anchors.
	const isFrontRead = front && (await bisect(view, start, front, []));
	const offsets = isFrontRead && (await bisect(view, front, end, anchors));
	if (!offsets) return undefined;

	// What was read shows exactly where an anchor stands; behind the end, pages may come again.
	const inside = (await Promise.all(pages.values())).filter(({ page }) => page <= end.last.page);
	const shown = new Map(inside.flatMap((page) => withPositions(page, list)));
	const moved = anchors.map(([id, position], at): Anchor => {
		return [id, shown.get(id) ?? position + offsets[at]!];
	});
	// Entries behind the scan may have moved forward over it, and are still to be read.
	const forward = Math.min(0, front.offset, ...offsets, end.offset);
	return {
		...index,
		first: (await pages.get(first.page)) ?? first,
		last: end.last,
		anchors: moved,
		nextPage: nextPage === undefined ? undefined : pageOf(nextPage * list.pageSize + forward, list),
	};
}

/** Where the end of the list stands now, and the last page. */
async function findEnd(view: View): Promise<(Point & { last: Page }) | undefined> {
	const { index, list, read } = view;
	const { last: before, isComplete, isNewestFirst } = index;
	let last = await read(before.page);
	if (isComplete && last.ids.length === 0 && last.page > 0) last = await read(last.page - 1);
	const pages = [last];
	// Newest first, the front shows what comes; one call less keeps an idle poll at three.
	const isEnough = !isComplete || (isNewestFirst && isSame(last.ids, before.ids));
	while (!isEnough && last.ids.length >= list.pageSize) {
		const next = await read(last.page + 1);
		if (isBehindEnd(index, next, last)) break;
		if (pages.length > MOST_NEW_PAGES) return undefined;
		pages.push(next);
		last = next;
	}
	const ids = pages.flatMap((page) => page.ids);
	const isMoving = new Set(ids).size < ids.length;
	const point = isMoving ? undefined : locate(withPositions(before, list), pages, list);
	return point && { ...point, last };
}

/**
 * Finds the offsets of the anchors between two points. Between equal offsets nothing came or went; between neighbours
 * with different offsets, all pages are read. Undefined if an anchor is not where it could be.
 */
async function bisect(
	view: View,
	from: Point,
	to: Point,
	anchors: Anchor[],
): Promise<number[] | undefined> {
	if (from.offset === to.offset) return anchors.map(() => to.offset);
	// An incomplete index would have to begin again.
	if (view.index.isComplete && view.list.mustStop()) return undefined;
	const half = Math.floor(anchors.length / 2);
	const anchor = anchors[half];
	if (!anchor) {
		const last = pageOf(to.position + to.offset, view.list);
		for (let page = pageOf(from.position + from.offset, view.list); page <= last; page++) {
			await view.read(page);
		}
		return [];
	}
	const middle = await find([anchor], view, [from, to]);
	const before = middle && (await bisect(view, from, middle, anchors.slice(0, half)));
	const behind = before && (await bisect(view, middle, to, anchors.slice(half + 1)));
	return behind && [...before, middle.offset, ...behind];
}

/** Finds entries of one page, which have most likely moved as far as one of these points. */
async function find(
	entries: Anchor[],
	{ list, read }: View,
	points: Point[],
): Promise<Point | undefined> {
	const [[, position] = ['', 0]] = entries;
	for (const { offset } of points) {
		const found = locate(entries, [await read(pageOf(position + offset, list))], list);
		if (found) return found;
	}
	return undefined;
}

/** Where they stand now, by the first that is found. */
function locate(before: Anchor[], now: Page[], list: List): Point | undefined {
	const shown = new Map(now.flatMap((page) => withPositions(page, list)));
	const found = before.find(([id]) => shown.has(id));
	return found && { position: before[0]![1], offset: shown.get(found[0])! - found[1] };
}
