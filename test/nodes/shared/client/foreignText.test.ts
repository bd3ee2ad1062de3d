import { safeFileName } from '../../../../nodes/shared/documents/fileName';
import { shortened } from '../../../../nodes/shared/client/foreignText';
import { readRefusal } from '../../../../nodes/shared/client/problem';
import { redactRefusal } from '../../../../nodes/shared/client/redact';

const SIZE = 100_000;

afterEach(() => jest.restoreAllMocks());

/** The lengths of all texts that patterns look at meanwhile. */
function lengthsLookedAt(work: () => unknown): number[] {
	const looks = jest.spyOn(RegExp.prototype, 'exec');
	work();
	const lengths = looks.mock.calls.map(([text]) => text.length);
	jest.restoreAllMocks();
	return lengths;
}

const longestLookedAt = (work: () => unknown) => Math.max(0, ...lengthsLookedAt(work));

it('the measure sees what patterns look at', () => {
	const text = 'x'.repeat(SIZE);
	expect(longestLookedAt(() => text.replace(/y+$/, ''))).toBe(SIZE);
	expect(longestLookedAt(() => /y+$/.test(text))).toBe(SIZE);
});

it.each([
	['dots', '.'.repeat(SIZE)],
	['dots before a sign', `${'.'.repeat(SIZE)}x`],
	['dots around a name', `${'. '.repeat(SIZE)}x${' .'.repeat(SIZE)}`],
	['characters that no name can hold', '/'.repeat(SIZE)],
	['endings', '.pdf'.repeat(SIZE)],
])('a title of %s is cut before a pattern looks at it', (_title, text) => {
	expect(longestLookedAt(() => safeFileName(text))).toBeLessThanOrEqual(1_000);
	expect(safeFileName(text).length).toBeLessThanOrEqual(124);
});

it.each([
	['titles that never end', `<html>${'<title '.repeat(SIZE)}`],
	['spaces', `<html><title>${' '.repeat(SIZE)}`],
	['plain spaces', ' '.repeat(SIZE)],
	['text', 'x'.repeat(SIZE)],
])('a page of %s is cut before a pattern looks at it', (_title, page) => {
	expect(longestLookedAt(() => readRefusal(502, page))).toBeLessThanOrEqual(16 * 1024);
	expect(readRefusal(502, page).detail?.length ?? 0).toBeLessThanOrEqual(301);
});

it.each(['message', 'key', 'title', 'detail'])('a long %s of a problem is cut', (name) => {
	const { key = '', detail = '' } = readRefusal(400, JSON.stringify({ [name]: 'x'.repeat(SIZE) }));
	expect(key.length + detail.length).toBeLessThanOrEqual(301);
});

it('what is cut says so', () => {
	expect(shortened('a  b\n c')).toBe('a b c');
	expect(shortened('x'.repeat(400))).toBe(`${'x'.repeat(300)}…`);
});

it.each([
	['escape sequences', 'a\u001b[31mb\u009b2Jc', 'a [31mb 2Jc'],
	['control characters', 'a\u0000b\u0007c\u0085d\u007fe', 'a b c d e'],
	['line separators', 'a\r\nb\u2028c\u2029d', 'a b c d'],
	['characters that turn the direction', 'a\u202egpj\u2066.\u200fexe\u061c', 'agpj.exe'],
	['signs without a shape', '\ufeffa\u200bb\u00ad', 'ab'],
	['characters that join letters', 'می\u200cخواهم 👩\u200d💻', 'می\u200cخواهم 👩\u200d💻'],
])('%s do not reach a log or a response unless they can be seen', (_title, text, expected) => {
	expect(shortened(text)).toBe(expected);
});

describe('secrets in a refusal', () => {
	const key = 'p/ä"ss-word 42';
	const token = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.c2lnbmF0dXJl`;
	const encoded = Buffer.from(key).toString('base64');
	const hex = Buffer.from(key).toString('hex');

	it.each([
		['plain', `You sent ${key}!`],
		['in capitals', `You sent ${key.toUpperCase()}!`],
		['in an address', `You sent ${encodeURIComponent(key)}!`],
		['in an address, small letters', `You sent ${encodeURIComponent(key).toLowerCase()}!`],
		['in a form', `You sent ${new URLSearchParams({ key }).toString().slice(4)}!`],
		['in Base64', `You sent ${encoded}!`],
		['in Base64 for addresses', `You sent ${Buffer.from(key).toString('base64url')}!`],
		['in hex', `You sent ${hex}!`],
		['in capital hex', `You sent ${hex.toUpperCase()}!`],
		['in JSON', JSON.stringify({ message: `You sent ${key}!` })],
		['in escaped JSON', `{"message":"You sent \\u0070/\\u00e4\\"ss-word 42!"}`],
		['as a name', JSON.stringify({ errors: [{ value: `You sent ${key}!` }] })],
		['as a token of another login', `You sent ${token}!`],
	])('are hidden: %s', (_title, text) => {
		const redacted = redactRefusal(text, [key]);
		expect(redacted).toContain('You sent hidden');
		for (const secret of [key, encoded, token]) expect(redacted).not.toContain(secret);
	});

	it.each(['', 'u', 'us', 'ann', 'api_demo_acme'])(
		'are hidden in Basic authentication as %j',
		(user) => {
			for (const encoding of ['base64', 'base64url'] as const) {
				const basic = Buffer.from(`${user}:${key}`).toString(encoding);
				for (const text of [basic, encodeURIComponent(basic), JSON.stringify({ key: basic })]) {
					const redacted = redactRefusal(`Authorization: Basic ${text}`, [key]);
					expect(redacted).toContain('hidden');
					const shown = Buffer.from(redacted.split('Basic ')[1] ?? '', 'base64').toString();
					expect(shown).not.toContain(key.slice(0, 6));
				}
			}
		},
	);

	it.each([
		[
			'every character of it',
			[...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''),
		],
		['twice', encodeURIComponent(encodeURIComponent(key))],
	])('are hidden where an address holds them encoded: %s', (_title, text) => {
		expect(redactRefusal(`You sent ${text}!`, [key])).toBe('You sent hidden!');
	});

	it('are looked for in a way that grows with the text only', () => {
		const steps = lengthsLookedAt(() => redactRefusal('eyJ'.repeat(SIZE), [key])).length;
		expect(steps).toBeLessThan(20);
	});
});
