import { PDFDocument } from '@cantoo/pdf-lib';

import { PrintableText } from '../../../../../nodes/ESignatureRequest/request/textDocument/textDocument';
import { writeTextPdf } from '../../../../../nodes/ESignatureRequest/request/textDocument/textPdf';
import { unprintable } from '../../../../../nodes/ESignatureRequest/request/textDocument/font/font';
import { shownLines } from './shownLines';

const write = (text: string, { title = '', boxes = 1 } = {}) =>
	writeTextPdf({ title, text }, { boxes, yCountsFrom: 'bottom' });

const bodyOf = (text: string) =>
	shownLines(write(text).bytes)
		.filter(({ size }) => size === 11)
		.map((line) => line.text);

describe('wrapping', () => {
	it.each([
		['keeps short lines', 'one\ntwo', ['one', 'two']],
		['takes each kind of line break', 'one\r\ntwo\rthree', ['one', 'two', 'three']],
		['keeps indentation and several spaces', '{\n\t"a":  1\n}', ['{', '    "a":  1', '}']],
		[
			'breaks at the last space that fits',
			'word '.repeat(30),
			['word '.repeat(17).trim(), 'word '.repeat(13).trim()],
		],
		['drops all spaces at a break', `${'m'.repeat(48)}     end`, ['m'.repeat(48), 'end']],
		[
			'does not break at a space that must not break',
			`${'m'.repeat(48)} mm\u00a0mm`,
			['m'.repeat(48), 'mm\u00a0mm'],
		],
		[
			'cuts a word that is longer than a line',
			'm'.repeat(110),
			['m'.repeat(49), 'm'.repeat(49), 'm'.repeat(12)],
		],
		[
			'cuts a long word behind indentation',
			`  ${'m'.repeat(60)}`,
			[`  ${'m'.repeat(49)}`, 'm'.repeat(11)],
		],
		['joins letters and accents', 'e\u0301 \u212b e\u0302\u0301', ['é Å ế']],
		['drops soft hyphens, which would be shown', 'Ver\u00adtrag', ['Vertrag']],
	])('%s', (_title, text, lines) => {
		expect(bodyOf(text)).toEqual(lines);
	});

	it('leaves room for empty paragraphs', () => {
		const yOf = (text: string) => write(text).positions[0]?.y ?? 0;
		expect(yOf('one\n\n\ntwo')).toBe(yOf('one\ntwo') - 2 * 15);
	});
});

it('writes brackets and backslashes as text', () => {
	const text = 'a) (b \\n \\) ((c)) \\';
	expect(bodyOf(text)).toEqual([text]);
});

const letters = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).filter((one) =>
		/\p{L}/u.test(one),
	);

it.each([
	['Latin', [...letters(0x20, 0x24f), ...letters(0x1e00, 0x1efb)]],
	['Greek', [...letters(0x370, 0x3e1), ...letters(0x1f00, 0x1fff)]],
	['Cyrillic', letters(0x400, 0x525)],
	['signs', [...'€₴₽₺£§©®™°±²³µ·¼½¾×÷№‰…–—‘’‚“”„‹›«»†‡•−≤≥≠→☐☑☒✓']],
	['spaces', [...' \n\t\r\u00a0\u00ad\u2009\u202f']],
])('has all %s', (_title, characters) => {
	expect(characters.length).toBeGreaterThan(5);
	expect(unprintable(characters.join(' '))).toEqual([]);
});

it('adds less than 60 KB for all letters in use in Europe', () => {
	const european = [...letters(0x20, 0x17f), ...letters(0x386, 0x3ce), ...letters(0x400, 0x45f)];
	const { bytes } = write(european.join(''));
	expect(bodyOf(european.join('')).join('')).toBe(european.join('').normalize('NFC'));
	expect(bytes.length).toBeLessThan(60_000);
});

it.each([
	['an emoji', 'Fine 👍', ['👍']],
	['Armenian, each letter once', 'Անի անի', ['Ա', 'ն', 'ի', 'ա']],
	['what is no letter of anyone', '\ue000', ['\ue000']],
	[
		'characters that cannot be seen',
		'a\u0000b\u200bc\u0081\u000b',
		['\u0000', '\u200b', '\u0081', '\u000b'],
	],
	['half of a character', '\ud83d', ['\ud83d']],
])('finds %s', (_title, text, found) => {
	expect(unprintable(text)).toEqual(found);
});

it('never sorts more than three accents', () => {
	const normalize = jest.spyOn(String.prototype, 'normalize');
	const accents = '\u0301\u0316'.repeat(1000);
	expect(unprintable(`e\u0301${accents}a e\u0301 \u212b`)).toEqual([]);
	expect(Math.max(...normalize.mock.contexts.map((text) => String(text).length))).toBe(2);
	normalize.mockRestore();
});

it('refuses long text before it looks at it', () => {
	const found = PrintableText.safeParse('👍'.repeat(50_001)).error?.issues;
	expect(found?.map(({ message }) => message)).toEqual([
		'is longer than 100000 characters\nSend a PDF instead.',
	]);
});

it.each([
	[1, 0],
	[1, 40],
	[2, 47],
	[50, 48 * 49 + 20],
])('fills %d pages with %d lines and numbers them', async (pages, count) => {
	const { bytes, positions } = write(Array.from({ length: count }, (_, at) => at).join('\n'));
	const document = await PDFDocument.load(bytes);
	expect(document.getPageCount()).toBe(pages);
	const numbers = shownLines(bytes).filter(({ size }) => size === 9);
	expect(numbers.map(({ text }) => text)).toEqual(
		Array.from({ length: pages }, (_, at) => `${at + 1} / ${pages}`),
	);
	expect(positions).toMatchObject([{ pageNumber: pages }]);
});

it('wraps the title too, and keeps it as the title of the file', async () => {
	const title = `Contract ${'of sale '.repeat(10)}for 5 €`;
	const { bytes } = write('Text', { title });
	expect(shownLines(bytes).filter(({ size }) => size === 16)).toHaveLength(2);
	expect((await PDFDocument.load(bytes, { updateMetadata: false })).getTitle()).toBe(title);
});

it('always writes the same file', () => {
	expect(
		write('Text', { title: 'Title' }).bytes.equals(write('Text', { title: 'Title' }).bytes),
	).toBe(true);
});

describe('signature boxes', () => {
	it('lie beside and below each other, and on a new page where there is no room', async () => {
		const { bytes, positions } = write('Text', { boxes: 19 });
		const { width, height } = { width: 230, height: 64 };
		expect(positions.slice(0, 3)).toEqual([
			{ pageNumber: 1, x: 57, y: 676, width, height },
			{ pageNumber: 1, x: 308, y: 676, width, height },
			{ pageNumber: 1, x: 57, y: 597, width, height },
		]);
		expect(positions.map(({ pageNumber }) => pageNumber)).toEqual([
			...Array<number>(16).fill(1),
			...[2, 2, 2],
		]);
		expect((await PDFDocument.load(bytes)).getPageCount()).toBe(2);
		for (const { x, y } of positions) {
			expect(bytes.toString('latin1')).toContain(`${x} ${y} ${width} ${height} re S`);
		}
	});

	it('are counted from the upper edge where the service counts so', () => {
		const text = { title: 'Title', text: 'Text' };
		const [fromBottom] = writeTextPdf(text, { boxes: 1, yCountsFrom: 'bottom' }).positions;
		const [fromTop] = writeTextPdf(text, { boxes: 1, yCountsFrom: 'top' }).positions;
		expect(fromTop?.y).toBe(842 - 64 - (fromBottom?.y ?? 0));
	});
});

it.each([
	['Fine 👍', /^contains "👍" \(U\+1F44D\), which the font of the PDF doesn't have/],
	['Անի', /^contains "Ա" \(U\+0531\), "ն" \(U\+0576\), "ի" \(U\+056B\), which/],
	['a\u200bb', /^contains U\+200B, which/],
	['一二三四五六七八九十百千万', /"十" \(U\+5341\) and 3 more, which/],
])('refuses %j and names the characters', (text, message) => {
	expect(PrintableText.safeParse(text).error?.issues[0]?.message).toMatch(message);
});

it('takes text that the font has', () => {
	expect(PrintableText.parse(' Grüße an Łukasz – 5 €\n')).toBe('Grüße an Łukasz – 5 €');
});
