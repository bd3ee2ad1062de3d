/**
 * Takes out of a call or an answer whatever could be a secret or someone's own. What is kept is named here;
 * everything else becomes a word about its form.
 */
import type { Exchange } from './recorder.ts';

/** Fields whose values are words of the interface. */
const WORDS = new Set([
	...['status_overall', 'status_code', 'signature_status', 'quality', 'legislation', 'state'],
	...['signed_quality', 'signed_legislation', 'type', 'action', 'content_type', 'language', 'key'],
	...[
		'method',
		'indication',
		'subIndication',
		'fileType',
		'origin',
		'sort',
		'infos',
		'conformance',
	],
]);
const WORD = /^[A-Za-z][\w./+ -]{0,60}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
const SHORT_NUMBER = /^-?\d{1,4}$/;
const LARGEST_NUMBER = 1_000_000_000;
const PATH_PART = /^(v\d|[a-z]+(-[a-z]+)*|\d{1,4})$/;
/** Below these, field names are names that a company chose. */
const NAMED_BY_OTHERS = new Set(['aes', 'qes']);

export type Anonymous = ReturnType<typeof createMask>;

/** Equal ids are equal in everything that one mask has masked, so that a story can be followed. */
export function createMask() {
	const ids = new Map<string, string>();
	const idOf = (id: string) => {
		if (!ids.has(id)) ids.set(id, `<id ${ids.size + 1}>`);
		return ids.get(id)!;
	};

	const text = (value: string, name: string): string => {
		if (UUID.test(value)) return idOf(value);
		if (TIME.test(value) || SHORT_NUMBER.test(value)) return value;
		if (WORDS.has(name) && WORD.test(value)) return value;
		const [problem] = /\/problem\/[a-z-]+$/.exec(value) ?? [];
		return problem ?? `<text of ${value.length}>`;
	};

	const members = (value: object, name: string) =>
		Object.entries(value).map(([key, member]) => {
			const isChosen = NAMED_BY_OTHERS.has(name) || !/^[a-z][\w-]{0,40}$/i.test(key);
			return [isChosen ? idOf(key) : key, mask(member, key)] as const;
		});

	const mask = (value: unknown, name = ''): unknown => {
		if (typeof value === 'string') return text(value, name);
		if (typeof value === 'number' && Math.abs(value) >= LARGEST_NUMBER) return '<number>';
		if (Array.isArray(value)) return value.map((one) => mask(one, name));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(members(value, name));
	};

	const path = (value: string) =>
		value
			.split('/')
			.map((part) => (part === '' || PATH_PART.test(part) ? part : idOf(part)))
			.join('/');

	return {
		path,
		exchange: ({ call, answer }: Exchange) => ({
			method: call.method,
			path: path(call.path),
			query: mask(Object.fromEntries(new URLSearchParams(call.query))),
			sent: mask(call.body),
			...(answer && {
				status: answer.status,
				mediaType: answer.mediaType,
				received: received(answer.bytes, mask),
			}),
		}),
	};
}

/** Only JSON is shown, by its form; of everything else the size is enough. */
function received(bytes: Buffer, mask: (value: unknown) => unknown): unknown {
	try {
		const value: unknown = JSON.parse(bytes.toString());
		return typeof value === 'object' ? mask(value) : `<${bytes.length} bytes>`;
	} catch {
		return bytes.length === 0 ? undefined : `<${bytes.length} bytes>`;
	}
}

/** A sentence without the secrets, addresses and ids that may stand in it. */
export function anonymousWords(words: string, own: string[]): string {
	const without = own
		.filter((one) => one !== '')
		.reduce((rest, one) => rest.split(one).join('…'), words);
	return without
		.replace(/https?:\/\/\S+/g, '…')
		.replace(/[^\s"'<>@]+@[^\s"'<>@]+/g, '…')
		.replace(/[\w-]{24,}/g, '…');
}
