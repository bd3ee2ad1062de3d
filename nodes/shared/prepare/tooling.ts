import { NodeApiError } from 'n8n-workflow';
import { z } from 'zod/v3';

import { AnswerId, answerObject, maybeFlag, maybeNumber, maybeText } from '../client/answerSchema';
import type { Call, CallContext, Endpoint } from '../client/call';
import { waitUntil } from '../client/limiter/limiter';
import { validationRefusals } from '../client/problemTable';
import type { ExplainedRefusal, Explanation } from '../client/problemTable';

/** A step that takes longer than the node waits. */
const stillBusy: Explanation = {
	message: 'Skribble is still working on the file',
	remedy: 'Try again later, or choose a longer Wait per Step in the options of the node.',
};

const refusals: readonly ExplainedRefusal[] = [
	...validationRefusals,
	{ status: 423, ...stillBusy },
	{
		status: 404,
		message: 'Skribble has deleted the uploaded file',
		remedy: 'Choose fewer steps for this file. Skribble deletes every file after ten minutes.',
	},
	{
		status: 501,
		message: "Skribble doesn't have this step in your region yet",
		remedy: "Switch the step off, or ask Skribble's support for it.",
	},
];

/** What the service takes is not described in full. */
const TAKEN = 'Word, Excel and PowerPoint files, PNG and JPEG images, and plain text';

/** `ending` as in ".pages", where the file has one. */
export function uploadEndpoint(ending?: string): Endpoint {
	const what = ending ? `${ending} files` : 'files of this type';
	return {
		interface: 'validation',
		method: 'POST',
		path: '/tooling/upload',
		changesNothing: true,
		howToCheck: 'You can try again, but the step may use credits twice.',
		refusals: [
			{
				status: 400,
				message: "Skribble can't read the file",
				remedy: 'Open the file, remove its password if it has one, save it, and try again.',
			},
			{
				status: 413,
				message: 'The file is too large for Skribble',
				remedy: 'Reduce its images, or split it. The limit is 50 MB.',
			},
			{
				status: 415,
				message: `Skribble can't convert ${what}`,
				remedy: `Save the file as a PDF. Skribble also converts ${TAKEN}.`,
			},
			...refusals,
		],
	};
}

const step = (name: string): Endpoint => ({
	interface: 'validation',
	method: 'POST',
	path: `/tooling/process/{id}/${name}`,
	changesNothing: true,
	howToCheck: 'You can try again, but the step may use credits twice.',
	refusals,
});

export const stepEndpoints = {
	check: step('check'),
	compress: step('compress'),
	conform: step('conform'),
	spotsigners: step('spotsigners'),
};

export const downloadEndpoint: Endpoint = {
	interface: 'validation',
	method: 'GET',
	path: '/tooling/{id}',
	refusals,
};

export const deleteEndpoint: Endpoint = {
	interface: 'validation',
	method: 'DELETE',
	path: '/tooling/{id}',
	howToCheck:
		"You don't have to do anything. Skribble deletes every uploaded file after ten minutes.",
	refusals,
};

export const prepareEndpoints: readonly Endpoint[] = [
	uploadEndpoint(),
	stepEndpoints.spotsigners,
	stepEndpoints.compress,
	stepEndpoints.conform,
	downloadEndpoint,
	deleteEndpoint,
];

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

const stepAnswer = { status: z.string(), details: texts, claimedConformance: maybeText };

export const Checked = answerObject({
	...stepAnswer,
	conformance: maybeText,
	recommendedConformance: maybeText,
});
export type Checked = z.output<typeof Checked>;

export const Conformed = answerObject({
	...stepAnswer,
	conformance: maybeText,
	downgraded: maybeFlag,
});

export const Compressed = answerObject({
	...stepAnswer,
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
	...stepAnswer,
	results: z.union([
		TooMany,
		TagResults.nullish().transform((results) => results ?? TagResults.parse({})),
	]),
});

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
const BUSY = 423;

/** Doubled each time: most files are ready at once, and large ones are not asked for more often than needed. */
export function pollDelayMs(attempt: number): number {
	return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
}

interface Polling<T> {
	call: Call;
	limitMs: number;
	ask: (call: Call) => Promise<T>;
	/** Whether the answer says that the result comes later. */
	isPending?: (answer: T) => boolean;
}

/** Asks until the service has done its work: before that it answers with 423, or with a result that is pending. */
export async function untilReady<T>(
	context: CallContext,
	{ call, limitMs, ask, isPending = () => false }: Polling<T>,
): Promise<T> {
	const latestMs = Date.now() + limitMs;
	for (let attempt = 1; ; attempt++) {
		const asked = await ask(call).catch((error: unknown) => {
			if (!isBusy(error)) throw error;
			return error;
		});
		const isWaiting = isBusy(asked) || isPending(asked);
		if (!isWaiting) return asked;
		const nextMs = Date.now() + pollDelayMs(attempt);
		if (nextMs > latestMs) throw isBusy(asked) ? asked : pendingFailure(context, call);
		await waitUntil(context, call, () => nextMs);
	}
}

function isBusy(asked: unknown): asked is NodeApiError {
	return asked instanceof NodeApiError && asked.context.status === BUSY;
}

function pendingFailure(context: CallContext, { itemIndex }: Call): NodeApiError {
	const { message, remedy: description } = stillBusy;
	return new NodeApiError(context.getNode(), {}, { message, description, itemIndex });
}
