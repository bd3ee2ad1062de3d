import { z } from 'zod/v3';

import {
	AnswerId,
	answerObject,
	maybeFlag,
	maybeNumber,
	maybeText,
} from '../operation/scalars.schema';

const texts = z.array(z.string()).catch([]).default([]);
const listOf = <T extends z.ZodTypeAny>(entry: T) => z.array(entry).catch([]).default([]);

/** What an upload answers with. */
export const Uploaded = answerObject({
	id: AnswerId,
	properties: z
		.object({ pages: maybeNumber, size: maybeNumber, claimedConformance: maybeText })
		.catch({})
		.default({}),
	permissions: z
		.object({ canConform: maybeFlag, canCompress: maybeFlag, allowsSign: maybeFlag })
		.catch({})
		.default({}),
});
export type Uploaded = z.output<typeof Uploaded>;

const step = { status: z.string(), details: texts, claimedConformance: maybeText };

export const Checked = answerObject({
	...step,
	conformance: maybeText,
	recommendedConformance: maybeText,
});
export type Checked = z.output<typeof Checked>;

export const Conformed = answerObject({
	...step,
	conformance: maybeText,
	downgraded: maybeFlag,
});

export const Compressed = answerObject({
	...step,
	pages: maybeNumber,
	originalSize: maybeNumber,
	newSize: maybeNumber,
});

const FoundPosition = z.object({
	page: z.coerce.number(),
	x: z.coerce.number(),
	y: z.coerce.number(),
	width: z.coerce.number(),
	height: z.coerce.number(),
});
/** As the service counts: `y` from the bottom of the page to the lower edge. */
export type FoundPosition = z.output<typeof FoundPosition>;

const TagResults = z.object({
	quality: maybeText,
	legislation: maybeText,
	signers: listOf(z.object({ signer: maybeText, email: maybeText, sequence: maybeNumber })),
	signatures: listOf(z.object({ signer: maybeText, positions: listOf(FoundPosition) })),
	observers: texts,
});
export type TagResults = z.output<typeof TagResults>;

export const Spotted = answerObject({
	...step,
	results: TagResults.nullish().transform((results) => results ?? TagResults.parse({})),
});
