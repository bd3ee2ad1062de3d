import { shortId } from '../shortId';

/** An entry of a list as far as its place matters, and when it changed where that is known. */
export interface Entry {
	/** Stands for the entry as it was then: one that has changed since may stand elsewhere, and counts as another. */
	id: string;
	momentMs?: number;
}

/** A list of the service. It promises no order, and not whether its first page is called 0 or 1. */
export interface List {
	/** The entries of a page; none where the service refuses the number. */
	read: (pageNumber: number) => Promise<Entry[]>;
	pageSize: number;
	firstPage: 0 | 1;
}

export interface Mark {
	id: string;
	/** Counted from the first entry of the list, which has 0. */
	position: number;
}

export interface End {
	/** The last page that shows something, and what it shows. */
	page: number;
	ids: string[];
}

/**
 * Where things stand in a list, so that the next poll can tell from few pages what has moved. It only decides
 * what is read: what is new, the watermark decides.
 */
export interface Chart {
	firstPage: number;
	end: End;
	/** Some entries, front to back. */
	marks: Mark[];
	/** Whether no entry was later than the one before it, when all were read. */
	isNewestFirst: boolean;
}

export function entryOf({ id, momentMs }: Entry): Entry {
	return { id: shortId(`${id} ${momentMs ?? ''}`), momentMs };
}

export function idsOf(entries: Entry[]): string[] {
	return entries.map(({ id }) => id);
}

/** Whether a page shows nothing more than the one before it: behind the end some services repeat the last one. */
export function addsNothing(ids: string[], before: string[]): boolean {
	const isRepeated = ids.length === before.length && ids.every((id) => before.includes(id));
	return ids.length === 0 || isRepeated;
}

export function pagesIn({ firstPage, end }: Chart): number {
	return end.page - firstPage + 1;
}
