import { firstOf, idsOf, isBehindEnd, isNewestFirst, isSame } from './listIndex';
import type { Anchor, List, ListIndex, Page } from './listIndex';

/** More pages than these are no growth between two polls that could be followed. */
const MOST_NEW_PAGES = 20;

/** The list as it stands now, beside the index of how it stood. */
interface View {
	index: ListIndex;
	pageSize: number;
	/** Reads each page once: several questions lead to the same ones. */
	read: (page: number) => Promise<Page>;
	mustStop: () => boolean;
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
export async function followList(
	list: List,
	index: ListIndex,
	mustStop: () => boolean,
): Promise<ListIndex | undefined> {
	const { pageSize } = list;
	const pages = new Map<number, Promise<Page>>();
	const readNow = async (page: number) => {
		return { page, ids: idsOf(await list.read(index.firstPage + page)) };
	};
	const read = async (page: number) => {
		const known = pages.get(page) ?? readNow(page);
		pages.set(page, known);
		return await known;
	};
	const view = { index, pageSize, read, mustStop };
	const end = await findEnd(view);
	const frontOffset = isNewestFirst(index) ? await findFront(view) : 0;
	if (!end || frontOffset === undefined) return undefined;
	const front = { position: 0, offset: frontOffset };
	const offsets = await bisect(view, front, end, index.anchors);
	if (!offsets) return undefined;

	const followed = {
		...index,
		firstIds: isNewestFirst(index) ? firstOf((await read(0)).ids) : index.firstIds,
		last: end.last,
		anchors: index.anchors.map(([id, position], at): Anchor => {
			return [id, Math.max(0, position + offsets[at]!)];
		}),
	};
	if (index.cursor === undefined) return followed;
	// Entries behind the cursor that have moved forward over it are still to be read.
	const cursorAt = index.cursor * pageSize;
	const before = index.anchors.filter(([, position]) => position <= cursorAt).length;
	const around = [frontOffset, ...offsets, end.offset].slice(before, before + 2);
	const cursor = pageOf(cursorAt + Math.min(0, ...around), view);
	const isLastRead = index.isComplete || cursor > end.last.page;
	return { ...followed, cursor, last: isLastRead ? end.last : { page: cursor - 1, ids: [] } };
}

async function findEnd(view: View): Promise<(Point & { last: Page }) | undefined> {
	const { index, pageSize, read } = view;
	const { last: before, isComplete } = index;
	let last = await read(before.page);
	if (isComplete && last.ids.length === 0 && last.page > 0) last = await read(last.page - 1);
	const pages = [last];
	// Newest first, the front shows what comes; one call less keeps an idle poll at three.
	const isEnough = !isComplete || (isNewestFirst(index) && isSame(last.ids, before.ids));
	while (!isEnough && last.ids.length >= pageSize) {
		const next = await read(last.page + 1);
		if (isBehindEnd(index, next, last)) break;
		if (pages.length > MOST_NEW_PAGES) return undefined;
		pages.push(next);
		last = next;
	}
	const ids = pages.flatMap((page) => page.ids);
	const isMoving = new Set(ids).size < ids.length;
	const offset = isMoving ? undefined : offsetOf(anchorsOn(before, view), pages, view);
	return offset === undefined ? undefined : { position: before.page * pageSize, offset, last };
}

async function findFront(view: View): Promise<number | undefined> {
	const before = anchorsOn({ page: 0, ids: view.index.firstIds }, view);
	for (let page = 0; page < MOST_NEW_PAGES; page++) {
		const shown = await view.read(page);
		const offset = offsetOf(before, [shown], view);
		if (offset !== undefined || shown.ids.length < view.pageSize) return offset;
	}
	return undefined;
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
	if (view.index.isComplete && view.mustStop()) return undefined;
	const half = Math.floor(anchors.length / 2);
	const anchor = anchors[half];
	if (!anchor) {
		const last = pageOf(to.position + to.offset, view);
		for (let page = pageOf(from.position + from.offset, view); page <= last; page++) {
			await view.read(page);
		}
		return [];
	}
	const position = anchor[1];
	const offsetOn = async (page: number) => offsetOf([anchor], [await view.read(page)], view);
	const offset =
		(await offsetOn(pageOf(position + from.offset, view))) ??
		(await offsetOn(pageOf(position + to.offset, view)));
	if (offset === undefined) return undefined;
	const middle = { position, offset };
	const before = await bisect(view, from, middle, anchors.slice(0, half));
	const behind = before && (await bisect(view, middle, to, anchors.slice(half + 1)));
	return behind && [...before, offset, ...behind];
}

/** The offset that most entries agree on; entries of the same moment may change places. */
function offsetOf(before: Anchor[], now: Page[], view: View): number | undefined {
	const positions = new Map(before);
	const votes = new Map<number, number>();
	for (const [id, position] of now.flatMap((page) => anchorsOn(page, view))) {
		const offset = position - (positions.get(id) ?? NaN);
		if (positions.has(id)) votes.set(offset, (votes.get(offset) ?? 0) + 1);
	}
	return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function anchorsOn({ page, ids }: Page, { pageSize }: View): Anchor[] {
	return ids.map((id, at) => [id, page * pageSize + at]);
}

function pageOf(position: number, { pageSize }: View): number {
	return Math.floor(Math.max(0, position) / pageSize);
}
