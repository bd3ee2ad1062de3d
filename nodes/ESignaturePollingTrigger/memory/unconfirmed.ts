import { randomUUID } from 'crypto';
import { z } from 'zod';

/** n8n saves the place of a poll before it stores the run: killed in between, it knows of no run and asks no more. */
export const HandedOver = z.object({
	/** Which process handed over last, and what, by short ids. */
	by: z.string(),
	ids: z.array(z.string()),
	/** What an earlier process handed over last, and is still to come once more. */
	again: z.array(z.string()),
});
export type HandedOver = z.output<typeof HandedOver>;

/** Every process of n8n loads this anew. */
export const thisProcess = randomUUID();

/** A process that polls again has stored what it handed over before; of any other, nobody knows. */
export function toRepeat(last: HandedOver | undefined, processMark: string): string[] {
	if (!last) return [];
	return last.by === processMark ? last.again : [...new Set([...last.again, ...last.ids])];
}
