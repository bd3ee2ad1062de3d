import { firstOf, idsOf, isBehindEnd, isNewestFirst, isSame } from './listIndex';
import type { Anchor, Entry, List, ListIndex, Page } from './listIndex';

/** More pages than these are no growth between two polls that could be followed. */
const MOST_NEW_PAGES = 20;

/** A position that was known, and how many places its entry has moved back since. */
interface Point {
	position: number;
	offset: number;
}

/**
 * Brings the index up to date, and reads the pages where something has come or gone on the way. Undefined if the
 * list cannot be recognized. `move` does the same with the index of a scan that is under way.
 */
export async function followList(
	source: List,
	index: ListIndex,
	mustStop: () => boolean,
): Promise<{ index: ListIndex; move: (scan: ListIndex) => ListIndex } | undefined> {
	const list = readOnce(source);
	const end = await findEnd(list, index);
	const frontOffset = isNewestFirst(index) ? await findFront(list, index) : 0;
	if (!end || frontOffset === undefined) return undefined;

	const endPosition = (index.last.page - index.firstPage) * list.pageSize;
	const points = await bisect(list, index, mustStop, [
		{ position: 0, offset: frontOffset },
		{ position: endPosition, offset: end.offset },
	]);
	if (!points) return undefined;
	const { last } = end;
	const firstIds = isNewestFirst(index)
		? firstOf(await list.read(index.firstPage))
		: index.firstIds;
	const move = (scan: ListIndex) => ({ ...moveIndex(scan, points, list), firstIds });
	const moved = move(index.isComplete ? index : { ...index, last });
	return { index: index.isComplete ? { ...moved, last } : moved, move };
}

function moveIndex(index: ListIndex, points: Point[], list: List): ListIndex {
	/** Before and behind a position. */
	const offsetsAt = (position: number) => {
		const behind = points.findIndex((point) => point.position > position);
		return [points.at(behind - 1)!.offset, points.at(behind)!.offset] as const;
	};
	const cursor = (index.last.page + 1 - index.firstPage) * list.pageSize;
	const nextPage = pageAt(list, index, cursor + Math.min(0, ...offsetsAt(cursor)));
	return {
		...index,
		// Entries behind the cursor that have moved forward over it are still to be read.
		last: nextPage > index.last.page ? index.last : { page: nextPage - 1, ids: [] },
		anchors: index.anchors.map(([id, position]) => [
			id,
			Math.max(0, position + offsetsAt(position)[0]),
		]),
	};
}

async function findEnd(
	list: List,
	index: ListIndex,
): Promise<{ last: Page; offset: number } | undefined> {
	const { last, firstPage, isComplete } = index;
	let end = await readPage(list, last.page);
	if (isComplete && end.ids.length === 0 && end.page > firstPage) {
		end = await readPage(list, end.page - 1);
	}
	const pages = [end];
	// Newest first, the front shows what comes; one call less keeps an idle poll at three.
	const isEnough = !isComplete || (isNewestFirst(index) && isSame(end.ids, last.ids));
	while (!isEnough && end.ids.length >= list.pageSize) {
		const next = await readPage(list, end.page + 1);
		if (isBehindEnd(index, next, end.ids)) break;
		if (pages.length > MOST_NEW_PAGES) return undefined;
		pages.push(next);
		end = next;
	}
	const ids = pages.flatMap((page) => page.ids);
	const isMoving = new Set(ids).size < ids.length;
	const offset = isMoving ? undefined : offsetOf(last, pages, list);
	return offset === undefined ? undefined : { last: end, offset };
}

async function findFront(list: List, index: ListIndex): Promise<number | undefined> {
	const first = { page: index.firstPage, ids: index.firstIds };
	for (let page = first.page; page < first.page + MOST_NEW_PAGES; page++) {
		const shown = await readPage(list, page);
		const offset = offsetOf(first, [shown], list);
		if (offset !== undefined || shown.ids.length < list.pageSize) return offset;
	}
	return undefined;
}

/** The offset that most entries of a page agree on; entries of the same moment may change places. */
function offsetOf(before: Page, now: Page[], { pageSize }: List): number | undefined {
	const votes = new Map<number, number>();
	for (const { page, ids } of now) {
		for (const [at, id] of ids.entries()) {
			const atBefore = before.ids.indexOf(id);
			const offset = (page - before.page) * pageSize + at - atBefore;
			if (atBefore !== -1) votes.set(offset, (votes.get(offset) ?? 0) + 1);
		}
	}
	return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/**
 * Finds the offsets of the anchors between two points. Between equal offsets nothing came or went; between neighbours
 * with different offsets, all pages are read. Undefined if an anchor is not where it could be.
 */
async function bisect(
	list: List,
	index: ListIndex,
	mustStop: () => boolean,
	[from, to]: [Point, Point],
	anchors = index.anchors,
): Promise<Point[] | undefined> {
	if (from.offset === to.offset) {
		const between = anchors.map(([, position]) => ({ position, offset: to.offset }));
		return [from, ...between, to];
	}
	// An incomplete index would have to begin again.
	if (index.isComplete && mustStop()) return undefined;
	const half = Math.floor(anchors.length / 2);
	const anchor = anchors[half];
	if (!anchor) {
		const [first, last] = [from, to].map((one) => pageAt(list, index, one.position + one.offset));
		for (let page = first!; page <= last!; page++) await list.read(page);
		return [from, to];
	}
	const middle = await locate(list, index, anchor, [from.offset, to.offset]);
	if (!middle) return undefined;
	const before = await bisect(list, index, mustStop, [from, middle], anchors.slice(0, half));
	if (!before) return undefined;
	const behind = await bisect(list, index, mustStop, [middle, to], anchors.slice(half + 1));
	return behind && [...before, ...behind.slice(1)];
}

async function locate(
	list: List,
	index: ListIndex,
	[id, position]: Anchor,
	offsets: number[],
): Promise<Point | undefined> {
	for (const page of new Set(offsets.map((offset) => pageAt(list, index, position + offset)))) {
		const at = (await readPage(list, page)).ids.indexOf(id);
		const now = (page - index.firstPage) * list.pageSize + at;
		if (at !== -1) return { position, offset: now - position };
	}
	return undefined;
}

async function readPage({ read }: List, page: number): Promise<Page> {
	return { page, ids: idsOf(await read(page)) };
}

function pageAt({ pageSize }: List, { firstPage }: ListIndex, position: number): number {
	return firstPage + Math.floor(Math.max(0, position) / pageSize);
}

/** The list as it stands now: several questions lead to the same pages. */
function readOnce({ read, ...list }: List): List {
	const pages = new Map<number, Promise<Entry[]>>();
	const readAgain = async (page: number) => {
		const known = pages.get(page) ?? read(page);
		pages.set(page, known);
		return await known;
	};
	return { ...list, read: readAgain };
}
