import { safeFileName } from '../../../../nodes/shared/document/download';
import { shortened } from '../../../../nodes/shared/http/foreignText';
import { readRefusal } from '../../../../nodes/shared/http/problem';
import { redactSecrets } from '../../../../nodes/shared/http/redact';

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
	['signs that no name can hold', '/'.repeat(SIZE)],
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

describe('secrets in a refusal', () => {
	const key = 'p/ä"ss-word 42';
	const token = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.c2lnbmF0dXJl`;
	const encoded = Buffer.from(key).toString('base64');

	it.each([
		['plain', `You sent ${key}!`],
		['in an address', `You sent ${encodeURIComponent(key)}!`],
		['in Base64', `You sent ${encoded}!`],
		['in JSON', JSON.stringify({ message: `You sent ${key}!` })],
		['in escaped JSON', `{"message":"You sent \\u0070/\\u00e4\\"ss-word 42!"}`],
		['as a name', JSON.stringify({ errors: [{ value: `You sent ${key}!` }] })],
		['as a token of another login', `You sent ${token}!`],
	])('are hidden: %s', (_title, text) => {
		const told = redactSecrets(text, [key]);
		expect(told).toContain('You sent hidden');
		for (const secret of [key, encoded, token]) expect(told).not.toContain(secret);
	});

	it('are looked for in a way that grows with the text only', () => {
		const steps = lengthsLookedAt(() => redactSecrets('eyJ'.repeat(SIZE), [key])).length;
		expect(steps).toBeLessThan(20);
	});
});
