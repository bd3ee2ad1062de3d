/** What the service shows for a page number; undefined when it refuses the number. */
export type ReadPage<T> = (page: {
	pageNumber: number;
	pageSize: number;
}) => Promise<T[] | undefined>;

/** Where to begin, and what to keep of what the service shows; none of it says where the list ends. */
interface Selection<T> {
	firstPage?: 0 | 1;
	limit?: number;
	isWanted?: (entry: T) => boolean;
}

/** The service's own default, so that no limit of its own makes a full page look like the last. */
const PAGE_SIZE = 50;

/** A list that changes faster than it can be read is never complete. */
const MOST_PASSES = 5;

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
	for (let pass = 1; pass <= MOST_PASSES; pass++) {
		const before = found.size;
		const pages = await readOnce(readPage, found, { firstPage, limit, isWanted });
		const isComplete = pages === 1 || found.size === before || found.size >= limit;
		if (isComplete) break;
	}
	return [...found.values()].slice(0, limit);
}

/**
 * Answers with the number of pages that held something. A page that shows nothing new is behind the end:
 * some services repeat the last page there, or answer every number with the same page. Only page 1 may
 * repeat page 0 and be followed by more.
 */
async function readOnce<T extends { id: string }>(
	readPage: ReadPage<T>,
	found: Map<string, T>,
	{ firstPage, limit, isWanted }: Required<Selection<T>>,
): Promise<number> {
	const seen = new Set<string>();
	let pages = 0;
	for (let pageNumber: number = firstPage; ; pageNumber++) {
		const entries = (await readPage({ pageNumber, pageSize: PAGE_SIZE })) ?? [];
		const seenBefore = seen.size;
		for (const entry of entries) {
			seen.add(entry.id);
			if (!found.has(entry.id) && isWanted(entry)) found.set(entry.id, entry);
		}
		if (entries.length > 0) pages++;
		const mayStartAtOne = pageNumber === 0 && entries.length === 0;
		const isLast = entries.length < PAGE_SIZE && !mayStartAtOne;
		const isBehindTheEnd = pageNumber > 1 && seen.size === seenBefore;
		if (isLast || isBehindTheEnd || found.size >= limit) return Math.max(pages, 1);
	}
}
