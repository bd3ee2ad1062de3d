import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import { INVISIBLE, shortened } from '../http/foreignText';
import { isLoopback } from '../network/loopback';
import { dayOf, isDay } from './calendar';
import { HIGHEST_COUNT, LONGEST_TIMEOUT_SECONDS } from './fields';
import { numberIn, unlessEmpty } from './form.schema';

export const Text = z.string({ errorMap: unlessEmpty('must be text') }).trim();

export const RequiredText = Text.min(1, 'is empty');

/** An answer of the service: the fields that we read ourselves, and whatever else it sends. */
export function answerObject<Shape extends z.ZodRawShape>(shape: Shape) {
	type Fields = z.output<z.ZodObject<Shape, 'strip'>>;
	return z.object(shape).passthrough() as unknown as z.ZodType<
		Fields & IDataObject,
		z.ZodTypeDef,
		unknown
	>;
}

/** The service may leave a member out, send null, or one day send something else: none of it is a fault. */
export const maybeText = z
	.union([z.string(), z.number().transform(String)])
	.optional()
	.catch(undefined);

/** The same; a number may come as text. */
export const maybeNumber = z
	.union([
		z.number(),
		z
			.string()
			.max(40)
			.regex(/^-?\d+(\.\d+)?$/)
			.transform(Number),
	])
	.optional()
	.catch(undefined);

/** True or false, also as text. Anything else is undefined. */
export function flagIn(value: unknown): boolean | undefined {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	return word === false || word === 'false' ? false : undefined;
}

export const maybeFlag = z.unknown().transform(flagIn);

/** An id in an answer: the one thing without which nothing can be done with it. */
export const AnswerId = z.union([z.string().min(1), z.number().transform(String)]);

/**
 * A list in an answer. An unreadable entry does not spoil the others; a list of nothing else
 * comes from another service.
 */
export function answerList<T extends z.ZodTypeAny>(entry: T) {
	return answerPage(entry).transform((entries) =>
		entries.filter((one): one is z.output<T> => one !== undefined),
	);
}

/** The same with undefined for what cannot be read: the number of entries on a page shows where the list goes on. */
export function answerPage<T extends z.ZodTypeAny>(entry: T) {
	return z.array(z.unknown()).transform((entries, refinement) => {
		const read = entries.map((one) => entry.safeParse(one).data as z.output<T> | undefined);
		if (entries.length > 0 && read.every((one) => one === undefined)) {
			refinement.addIssue({ code: 'custom', message: 'holds nothing that can be read' });
		}
		return read;
	});
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const Uuid = RequiredText.regex(
	UUID,
	'is not an id of the service; ids look like 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
);

/** For what is often copied from a list of contacts, where characters that cannot be seen stand around it. */
export const VisibleText = Text.transform((text) => text.replace(INVISIBLE, '')).pipe(RequiredText);

const LONGEST_EMAIL = 320;
const LONGEST_QUOTE = 80;

/**
 * As liberal as mail itself (RFC 6531): umlauts, hosts in any script, and characters such as & or /. What it can
 * never hold are spaces, brackets, quotes, separators of lists, and a second @.
 */
export const Email = VisibleText.refine(isEmail, (text) => ({ message: notAnEmail(text) }));

function notAnEmail(text: string): string {
	return `"${shortened(text, LONGEST_QUOTE)}" is not an email address`;
}

function isEmail(text: string): boolean {
	if (text.length > LONGEST_EMAIL || /[\s\p{Cc}<>()[\]",;:\\]/u.test(text)) return false;
	const [local = '', host = '', ...more] = text.split('@');
	const isDotted = (part: string) => part.split('.').every((label) => label !== '');
	const labels = host.split('.');
	const isHost =
		labels.length > 1 && labels.every((label) => /^[\p{L}\p{M}\p{N}-]{1,63}$/u.test(label));
	return more.length === 0 && isDotted(local) && isHost && !/^-|-$|-\.|\.-/.test(host);
}

/** The service shows API users beside people, so that a list which it has answered with can be sent back. */
const User = VisibleText.refine(
	(text) => /^api_[\w.-]{1,100}$/i.test(text) || isEmail(text),
	(text) => ({ message: notAnEmail(text) }),
);

/** From one text field, a list field or an expression that answers with a list. */
const listOf = <T extends z.ZodTypeAny>(entry: T) =>
	z
		.union([z.array(z.string().nullish()), z.string()], {
			errorMap: () => ({ message: 'must be a list of email addresses' }),
		})
		.transform((value) => (typeof value === 'string' ? value.split(/[,;\s]+/) : value))
		.transform((addresses) => addresses.map((address) => (address ?? '').trim()).filter(Boolean))
		.pipe(z.array(entry));

export const EmailList = listOf(Email);
/** Who may read or change something. */
export const AccessList = listOf(User);

/** https, or plain http to this machine itself: anything else would travel unencrypted. */
export const HttpsUrl = RequiredText.refine(
	(value) => URL.canParse(value),
	'is not a web address; write it in full, beginning with https://',
).refine((value) => {
	if (!URL.canParse(value)) return true;
	const { protocol, hostname } = new URL(value);
	return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}, 'must begin with https://');

/** A page that a browser is sent to. */
export const WebUrl = RequiredText.refine(
	(value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
	'is not a web address; write it in full and unencoded, beginning with https://',
);

/** A choice of the form, which an expression may fill with anything. */
export const oneOf = <T extends readonly [string, ...string[]]>(...values: T) => {
	const choices = values.join(', ');
	const errorMap = unlessEmpty(`must be one of ${choices}`, `is empty; choose one of ${choices}`);
	return z.enum(values, { errorMap });
};

/** A state that the form offers, for which an expression may use small letters. */
export function oneOfStates(options: ReadonlyArray<{ value: string }>) {
	const [first = '', ...others] = options.map(({ value }) => value);
	return z.preprocess(
		(value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
		oneOf(first, ...others),
	);
}

export const Flag = z
	.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
		errorMap: unlessEmpty('must be true or false'),
	})
	.optional()
	.transform((value) => value ?? false);

export const Count = numberIn({ min: 1, max: HIGHEST_COUNT, isWhole: true });

export const TimeoutSeconds = numberIn({ min: 1, max: LONGEST_TIMEOUT_SECONDS, isWhole: true });

/** A day that exists; a time behind it, as n8n's date field and expressions give it, is dropped. */
export const IsoDate = z
	.unknown()
	.transform((value) => (value instanceof Date ? dayOf(value.getTime()) : String(value ?? '')))
	.pipe(RequiredText)
	.transform((text) => text.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1'))
	.refine(isDay, 'must be a date such as 2026-12-31');

export const ApiVersion = oneOf('v1', 'v2', 'v3');

/** The name of a binary field, or the binary itself from an expression. */
export const BinaryField = z.union(
	[RequiredText, z.object({ data: z.string(), mimeType: z.string() }).passthrough()],
	{
		errorMap: unlessEmpty('must be the name of a field that holds a file'),
	},
);
