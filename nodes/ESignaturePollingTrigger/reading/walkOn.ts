import type { Chart, Entry, List } from './chart';
import { addPage } from './walk';
import type { Scale, Walk } from './walk';

/** Nobody may know how many pages there are, so at most this many are asked for behind the end. */
const LARGEST_GROUP = 8;

interface Stretch {
	mostPages: number;
	/** Looked at after each group of pages, so that every stretch leads on; not before the second page. */
	mustStop: () => boolean;
	/** Where the end is expected, if anybody knows. */
	lastPage?: number;
	mostMarks: number;
}

/** The next pages of a walk, some of them side by side; with a chart when it has come to the end. */
export async function walkOn(
	list: List,
	from: Walk,
	{ mostPages, mustStop, lastPage, mostMarks }: Stretch,
): Promise<{ walk: Walk; chart?: Chart }> {
	const scale: Scale = { pageSize: list.pageSize, mostMarks };
	let walk = from;
	for (let read = 0; read < mostPages; ) {
		// The first page is often the only one.
		const isFirst = walk.nextPage === list.firstPage;
		const toEnd = lastPage === undefined || isFirst ? read : lastPage - walk.nextPage + 1;
		const size = Math.min(Math.max(1, toEnd), LARGEST_GROUP, mostPages - read);
		for (const page of startReading(list, walk.nextPage, size)) {
			const outcome = addPage(walk, await page, scale);
			if (outcome.chart) return outcome;
			walk = outcome.walk;
			read++;
		}
		if (mustStop() && isNumberingKnown(walk)) break;
	}
	return { walk };
}

/** Whether a page behind the first one has shown which number that has. */
function isNumberingKnown({ nextPage, firstPage }: Walk): boolean {
	return nextPage > firstPage + 1;
}

function startReading({ read }: List, from: number, size: number): Array<Promise<Entry[]>> {
	const group = Array.from({ length: size }, async (_, index) => await read(from + index));
	// A page behind the end may be refused, so a failure counts only when that page is looked at.
	for (const page of group) page.catch(() => undefined);
	return group;
}
