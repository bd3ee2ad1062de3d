/**
 * What the service shows for a page number, with undefined for an entry that cannot be read; undefined when it
 * refuses the number.
 */
export type ReadPage<T> = (page: {
	pageNumber: number;
	pageSize: number;
}) => Promise<Array<T | undefined> | undefined>;

/** Where to begin, and what to keep of what the service shows; none of it says where the list ends. */
interface Selection<T> {
	firstPage?: 0 | 1;
	limit?: number;
	isWanted?: (entry: T) => boolean;
}

/** The service's own default, so that no limit of its own makes a full page look like the last. */
export const PAGE_SIZE = 50;

/** A list that changes faster than it can be read is never complete. */
const MOST_PASSES = 5;

/** The number of pages is unknown, and those behind the end are asked for in vain. */
const MOST_AHEAD = 8;

/**
 * Every entry exactly once, in the order of the list. The first page may be called 0 or 1: where it is
 * called 1, page 0 is refused, empty, or page 1 once more. An entry that leaves the list moves those
 * behind it one place forward, over the border of a page that is read already; so what took more than
 * one page is read until a pass brings nothing new.
 */
export async function readPages<T extends { id: string }>(
	readPage: ReadPage<T>,
	{ firstPage = 0, limit = Infinity, isWanted = () => true }: Selection<T> = {},
): Promise<T[]> {
	const found = new Map<string, T>();
	let pagesBefore = 0;
	for (let passes = 1; passes <= MOST_PASSES; passes++) {
		const before = found.size;
		const pass = { firstPage, limit, isWanted, pagesBefore };
		const { filled, read } = await readOnce(readPage, found, pass);
		const isComplete = filled <= 1 || found.size === before || found.size >= limit;
		if (isComplete) break;
		pagesBefore = read;
	}
	return [...found.values()].slice(0, limit);
}

interface Scan<T> extends Required<Selection<T>> {
	/** How many pages the pass before has read, which then are asked for together. */
	pagesBefore: number;
}

/**
 * Pages are asked for ahead, and looked at in their order. A page that shows nothing new is behind the end:
 * some services repeat the last page there, or answer every number with the same page. Only page 1 may
 * repeat page 0 and be followed by more.
 */
async function readOnce<T extends { id: string }>(
	readPage: ReadPage<T>,
	found: Map<string, T>,
	{ firstPage, limit, isWanted, pagesBefore }: Scan<T>,
): Promise<{ filled: number; read: number }> {
	const seen = new Set<string>();
	let filled = 0;
	let read = 0;
	const ahead = () => {
		if (read < pagesBefore) return pagesBefore - read;
		const missing = Math.ceil((limit - found.size) / PAGE_SIZE);
		return Math.min(missing, Math.max(read, 1), MOST_AHEAD);
	};
	const readNumber = async (pageNumber: number) =>
		await readPage({ pageNumber, pageSize: PAGE_SIZE });
	for await (const { pageNumber, entries = [] } of inOrder(readNumber, firstPage, ahead)) {
		read++;
		const seenBefore = seen.size;
		for (const entry of entries) {
			if (entry === undefined) continue;
			seen.add(entry.id);
			if (!found.has(entry.id) && isWanted(entry)) found.set(entry.id, entry);
		}
		if (entries.length > 0) filled++;
		const mayStartAtOne = pageNumber === 0 && entries.length === 0;
		const isLast = entries.length < PAGE_SIZE && !mayStartAtOne;
		const isBehindTheEnd = pageNumber > 1 && seen.size === seenBefore;
		if (isLast || isBehindTheEnd || found.size >= limit) break;
	}
	return { filled, read };
}

/** One page after the other, without end; `ahead` says how many are to be under way. */
export async function* inOrder<Page>(
	readPage: (pageNumber: number) => Promise<Page>,
	firstPage: number,
	ahead: () => number,
) {
	const underWay: Array<Promise<Page>> = [];
	for (let pageNumber = firstPage; ; pageNumber++) {
		while (underWay.length === 0 || underWay.length < ahead()) {
			const page = readPage(pageNumber + underWay.length);
			// A page behind the end may be refused, so a failure counts only when that page is looked at.
			page.catch(() => undefined);
			underWay.push(page);
		}
		yield { pageNumber, entries: await underWay.shift()! };
	}
}
