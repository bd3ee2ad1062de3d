import { z } from 'zod/v4';
import type { CallLog } from '../../http/callLog.ts';
import type { Context } from '../../state/context.ts';
import type { Problem } from '../../http/problem.ts';

/** No page is missing: one that is not a number is the first, one after the end is the last. */
const PageNumber = z.coerce.number().refine(Number.isInteger).min(1).catch(1);

/** The page of each list, counted from 1. */
export const ListPages = z.object({
	requests: PageNumber,
	mails: PageNumber,
	callbacks: PageNumber,
	calls: PageNumber,
});
export type ListPages = z.output<typeof ListPages>;

/** What the overview shows. */
export interface Overview extends Context {
	calls: CallLog;
	pages: ListPages;
	/** Why what was just asked for did not work. */
	problem?: Problem;
}

/** An address that shows, or returns to, these pages. */
export function withPages(address: string, pages: ListPages): string {
	const asked = Object.entries(pages).flatMap(([list, page]) =>
		page === 1 ? [] : [`${list}=${page}`],
	);
	return asked.length === 0 ? address : `${address}?${asked.join('&')}`;
}
