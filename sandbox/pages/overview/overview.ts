import { z } from 'zod/v4';
import type { CallLog } from '../../http/callLog.ts';
import type { Context } from '../../state/context.ts';
import type { Problem } from '../../http/problem.ts';

/** No page is missing: one that is not a number is the first, one after the end is the last. */
const PageNumber = z.coerce.number().refine(Number.isInteger).min(1).catch(1);

/** The page of each list, counted from 1, and the words that requests have to hold. */
export const Shown = z.object({
	requests: PageNumber,
	mails: PageNumber,
	calls: PageNumber,
	search: z.string().trim().max(200).catch(''),
});
export type Shown = z.output<typeof Shown>;

/** What the overview shows. */
export interface Overview extends Context {
	calls: CallLog;
	shown: Shown;
	/** Why what was just asked for did not work. */
	problem?: Problem;
}

/** An address that shows, or returns to, the same. */
export function showing(address: string, shown: Shown): string {
	const asked = Object.entries(shown).filter(([, value]) => value !== 1 && value !== '');
	const query = asked.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return query.length === 0 ? address : `${address}?${query.join('&')}`;
}
