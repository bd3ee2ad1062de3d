import { z } from 'zod/v3';

import { INVISIBLE, shortened } from '../client/foreignText';
import { redactAddresses, redactRefusal } from '../client/redact';
import { isLoopback } from '../account/addresses';
import { dayOf, isDay } from '../network/time';

/** Of results, pages and the like. */
export const HIGHEST_COUNT = 1_000_000;
export const LONGEST_TIMEOUT_SECONDS = 3_600;

/** Parses a form value into T. */
export type SchemaFor<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/** An empty field of the form is one that was not filled in. */
export function optional<T extends z.ZodTypeAny>(schema: T) {
	return z.preprocess(
		(value) => (value === '' || value === null ? undefined : value),
		schema.optional(),
	) as SchemaFor<z.output<T> | undefined>;
}

const LONGEST_QUOTE = 60;

/** A value before the words about it: `"ann@" isn't an email address`. Its secrets are hidden. */
export function quoting(value: unknown, message: string): string {
	if (!['string', 'number', 'boolean'].includes(typeof value)) return message;
	const text = redactRefusal(redactAddresses(shortened(String(value))), []);
	return `"${shortened(text, LONGEST_QUOTE).replaceAll('"', "'")}" ${message}`;
}

/** The words about a value of the wrong kind, unless there is no value at all. */
export function unlessEmpty(message: string, ifEmpty = 'is empty'): z.ZodErrorMap {
	return (_issue, { data }) => ({ message: isBlank(data) ? ifEmpty : quoting(data, message) });
}

export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

interface Range {
	min: number;
	max: number;
	isWhole?: boolean;
}

/** Numbers from expressions arrive as text. An empty value is not 0. */
export function numberIn({ min, max, isWhole = false }: Range) {
	const number = z
		.number({ errorMap: unlessEmpty("isn't a number") })
		.min(min, `must be ${min} or more`)
		.max(max, `must be ${max} or less`);
	return z.preprocess(
		(value) =>
			typeof value === 'string' && value.trim() && !isNaN(Number(value)) ? Number(value) : value,
		isWhole ? number.int("isn't a whole number") : number,
	) as SchemaFor<number>;
}

/** From a JSON field: text, or what an expression answers with. */
export const ParsedJson = z.unknown().transform((value, refinement) => {
	if (isBlank(value)) {
		refinement.addIssue({ code: 'custom', message: 'is empty' });
		return z.NEVER;
	}
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		refinement.addIssue({
			code: 'custom',
			message: "isn't valid JSON\nCheck the quotes, commas, and brackets.",
		});
		return z.NEVER;
	}
});

export const Text = z.string({ errorMap: unlessEmpty("isn't text") }).trim();

export const RequiredText = Text.min(1, 'is empty');

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A text that passes the test. Otherwise the message quotes it. */
export function textThat(passes: (text: string) => boolean, message: string) {
	return RequiredText.refine(passes, (text) => ({ message: quoting(text, message) }));
}

export const Uuid = textThat(
	(text) => UUID.test(text),
	"isn't an ID\nAn ID looks like 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1.",
);

/** For what is often copied from a list of contacts, where characters that cannot be seen stand around it. */
export const VisibleText = Text.transform((text) => text.replace(INVISIBLE, '')).pipe(RequiredText);

const LONGEST_EMAIL = 320;

/**
 * As liberal as mail itself (RFC 6531): umlauts, hosts in any script, and characters such as & or /. What it can
 * never hold are spaces, brackets, quotes, separators of lists, and a second @.
 */
export const Email = VisibleText.refine(isEmail, (text) => ({ message: notAnEmail(text) }));

function notAnEmail(text: string): string {
	return quoting(text, "isn't an email address");
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
			errorMap: () => ({ message: "isn't a list of email addresses" }),
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
	"isn't a web address\nEnter all of it, starting with https://.",
).refine((value) => {
	if (!URL.canParse(value)) return true;
	const { protocol, hostname } = new URL(value);
	return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}, "isn't encrypted\nUse an address that starts with https://.");

/** A page that a browser is sent to. */
export const WebUrl = RequiredText.refine(
	(value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
	"isn't a web address\nEnter all of it, starting with https://, and without URL encoding.",
);

/** A choice of the form, which an expression may fill with anything. */
export const oneOf = <T extends string>(...values: T[]) => {
	const choices = values.join(', ');
	const errorMap = unlessEmpty(`isn't one of ${choices}`, `is empty\nChoose one of ${choices}.`);
	return z.enum(values as [T, ...T[]], { errorMap });
};

/** A state that the form offers, for which an expression may use small letters. */
export function oneOfStates(options: ReadonlyArray<{ value: string }>) {
	return z.preprocess(
		(value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
		oneOf(...options.map(({ value }) => value)),
	);
}

export const Flag = z
	.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
		errorMap: unlessEmpty("isn't true or false"),
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
	.refine(isDay, (text) => ({
		message: quoting(text, "isn't a date\nEnter a date such as 2026-12-31."),
	}));

export const ApiVersion = oneOf('v1', 'v2', 'v3');

/** The name of a binary field, or the binary itself from an expression. */
export const BinaryField = z.union(
	[RequiredText, z.object({ data: z.string(), mimeType: z.string() }).passthrough()],
	{
		errorMap: unlessEmpty("isn't the name of a field with a file"),
	},
);

/** Replaces zod's default messages, such as "Expected array, received string". */
export const plainWords: z.ZodErrorMap = (issue, { data, defaultError }) => {
	const isOurs = defaultError !== z.defaultErrorMap(issue, { data, defaultError: '' }).message;
	return { message: isOurs ? defaultError : wordsFor(issue, data) };
};

const kinds: Partial<Record<z.ZodParsedType, string>> = {
	array: 'a list',
	boolean: 'true or false',
	number: 'a number',
	object: 'an object',
	string: 'text',
};

function wordsFor(issue: z.ZodIssueOptionalMessage, data: unknown): string {
	if (isBlank(data)) return 'is empty';
	const kind = issue.code === 'invalid_type' ? kinds[issue.expected] : undefined;
	return kind ? quoting(data, `isn't ${kind}`) : "isn't valid";
}
