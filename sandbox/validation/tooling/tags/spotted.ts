import { z } from 'zod/v4';
import { TextOrNull, Texts } from '../../../state/values.schema.ts';

/** What the tags of a document say. */
export interface Spotted {
	status: 'success' | 'failed';
	/** Before that time the search still goes on, as far as callers know. */
	readyAt: number;
	quality: string | null;
	legislation: string | null;
	signers: Array<{ signer: string; email: string | null; sequence: number }>;
	signatures: Array<{ signer: string; positions: SpottedPosition[] }>;
	observers: string[];
	details: string[];
}

/** In points from the lower left corner of what is shown of the page, which counts from 0 and is not turned. */
export interface SpottedPosition {
	page: number;
	x: number;
	y: number;
	width: number;
	height: number;
}

const Position = z.object({
	page: z.int(),
	...{ x: z.number(), y: z.number(), width: z.number(), height: z.number() },
});
export const SpottedAnswer = z.object({
	status: z.enum(['success', 'pending', 'failed']),
	details: Texts,
	results: z
		.object({
			...{ quality: TextOrNull, legislation: TextOrNull, observers: Texts },
			signers: z.array(z.object({ signer: z.string(), email: TextOrNull, sequence: z.int() })),
			signatures: z.array(z.object({ signer: z.string(), positions: z.array(Position) })),
		})
		.optional(),
});

/** The answer of a search at this time. */
export function spottedView(spotted: Spotted, now: number) {
	const { status, readyAt, details, ...results } = spotted;
	if (now < readyAt) return { status: 'pending', details: [] };
	return status === 'failed' ? { status, details } : { status, results, details };
}
