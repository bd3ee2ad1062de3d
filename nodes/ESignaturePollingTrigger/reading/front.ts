import type { Chart, Entry, List, Mark } from './chart';

/** What came since the last poll may fill pages, and the first mark stands behind it. */
const MOST_PAGES = 20;

/** What comes at the front would carry the first mark away, page by page, so it is set anew. */
export async function frontMark(list: List, { firstPage }: Chart): Promise<Mark | undefined> {
	const position = Math.floor(list.pageSize / 2);
	const entry = (await list.read(firstPage))[position];
	return entry && { id: entry.id, position };
}

/** By how much the first mark has moved back; undefined when it has left, or the order is another now. */
export async function frontShift(
	list: List,
	{ firstPage, marks }: Chart,
): Promise<number | undefined> {
	const [mark] = marks;
	const shown: Entry[] = [];
	for (let page = firstPage; page < firstPage + MOST_PAGES; page++) {
		const entries = await list.read(page);
		shown.push(...entries);
		if (!isFalling(shown)) return undefined;
		const index = shown.findIndex(({ id }) => id === mark?.id);
		if (mark && index !== -1) return index - mark.position;
		if (entries.length < list.pageSize) break;
	}
	return undefined;
}

function isFalling(entries: Entry[]): boolean {
	const moments = entries.map(({ momentMs }) => momentMs).filter((ms) => ms !== undefined);
	return moments.every((ms, index) => index === 0 || ms <= moments[index - 1]!);
}
