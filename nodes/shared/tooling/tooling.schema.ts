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

/** Far more than a document has that people sign. */
export const MOST_TAGS = 1_000;

/** They are counted before they are read: a document of some megabytes can have a hundred thousand of them. */
const TooMany = z
	.custom((results) => tagsIn(results) > MOST_TAGS)
	.transform(() => 'tooMany' as const);

function tagsIn(results: unknown): number {
	const { signers, signatures, observers } = membersOf(results);
	let count = lengthOf(signers) + lengthOf(observers) + lengthOf(signatures);
	if (Array.isArray(signatures)) {
		for (const one of signatures) count += lengthOf(membersOf(one).positions);
	}
	return count;
}

const membersOf = (value: unknown) => (value ?? {}) as Record<string, unknown>;
const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

export const Spotted = answerObject({
	...step,
	results: z.union([
		TooMany,
		TagResults.nullish().transform((results) => results ?? TagResults.parse({})),
	]),
});
