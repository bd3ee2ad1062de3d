import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

import { PrintableText } from '../../../../../nodes/ESignatureRequest/request/textDocument/textDocument';
import { writeTextPdf } from '../../../../../nodes/ESignatureRequest/request/textDocument/textPdf';
import {
	unprintable,
	widths,
} from '../../../../../nodes/ESignatureRequest/request/textDocument/winAnsi';

/** In the order of their bytes. */
const FROM_0X80 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const codes = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).join('');
const winAnsi = codes(0x20, 0x7e) + FROM_0X80 + codes(0xa0, 0xff);

const write = (text: string, { title = '', boxes = 1 } = {}) =>
	writeTextPdf({ title, text }, { boxes, yCountsFrom: 'bottom' });

/** The lines of all pages with their size, as they stand in the content streams. */
function linesOf(bytes: Buffer): Array<{ size: number; text: string }> {
	const shown = bytes.toString('latin1').matchAll(/ (\d+) Tf \d+ \d+ Td \((.*)\) Tj/g);
	return [...shown].map(([, size, text = '']) => ({
		size: Number(size),
		text: text.replace(/\\(.)/g, '$1'),
	}));
}

const bodyOf = (text: string) =>
	linesOf(write(text).bytes)
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
		['drops all spaces at a break', `${'m'.repeat(50)}     end`, ['m'.repeat(50), 'end']],
		[
			'does not break at a space that must not break',
			`${'m'.repeat(50)} m\u00a0m`,
			['m'.repeat(50), 'm\u00a0m'],
		],
		[
			'cuts a word that is longer than a line',
			'm'.repeat(110),
			['m'.repeat(52), 'm'.repeat(52), 'm'.repeat(6)],
		],
		[
			'cuts a long word behind indentation',
			`  ${'m'.repeat(60)}`,
			[`  ${'m'.repeat(51)}`, 'm'.repeat(9)],
		],
		['joins letters and accents', 'e\u0301', ['é']],
		['drops soft hyphens, which would be shown', 'Ver\u00adtrag', ['Vertrag']],
	])('%s', (_title, text, lines) => {
		expect(bodyOf(text)).toEqual(lines);
	});

	it('leaves room for empty paragraphs', () => {
		const yOf = (text: string) => write(text).positions[0]?.y ?? 0;
		expect(yOf('one\n\n\ntwo')).toBe(yOf('one\ntwo') - 2 * 15);
	});

	it.each(['Helvetica', 'Helvetica-Bold'] as const)(
		'knows the width of each character of %s',
		async (name) => {
			const document = await PDFDocument.create();
			const font = await document.embedFont(
				name === 'Helvetica' ? StandardFonts.Helvetica : StandardFonts.HelveticaBold,
			);
			const known = widths[name].filter((width) => width > 0);
			// pdf-lib gives Ÿ the width of ÿ; Adobe's metrics give it that of Y.
			const expected = [...winAnsi].map((one) =>
				Math.round(font.widthOfTextAtSize(one === 'Ÿ' ? 'Y' : one, 1000)),
			);
			expect(known).toEqual(expected);
		},
	);
});

it('writes brackets and backslashes as text', () => {
	const text = 'a) (b \\n \\) ((c)) \\';
	expect(bodyOf(text)).toEqual([text]);
});

it('writes each character of WinAnsi as its byte', () => {
	const shown = winAnsi.replace('\u00ad', '');
	const bytes = Buffer.from(bodyOf(winAnsi).join(''), 'latin1');
	expect(new TextDecoder('windows-1252').decode(bytes)).toBe(shown);
	expect(unprintable(winAnsi)).toEqual([]);
});

it.each([
	['an emoji', 'Fine 👍', ['👍']],
	['Cyrillic, each letter once', 'Привет, привет', ['П', 'р', 'и', 'в', 'е', 'т', 'п']],
	[
		'characters that cannot be seen',
		'a\u0000b\u200bc\u0081\u000b',
		['\u0000', '\u200b', '\u0081', '\u000b'],
	],
	['half of a character', '\ud83d', ['\ud83d']],
])('finds %s', (_title, text, found) => {
	expect(unprintable(text)).toEqual(found);
});

it('never sorts more than one accent', () => {
	const normalize = jest.spyOn(String.prototype, 'normalize');
	const accents = '\u0301\u0316'.repeat(1000);
	expect(unprintable(`e\u0301${accents}a e\u0301 \u212b`)).toEqual(['\u0301', '\u0316']);
	expect(Math.max(...normalize.mock.contexts.map((text) => String(text).length))).toBe(2);
	normalize.mockRestore();
	expect(bodyOf('e\u0301 \u212b')).toEqual(['é Å']);
});

it('refuses long text before it looks at it', () => {
	const found = PrintableText.safeParse('👍'.repeat(50_001)).error?.issues;
	expect(found?.map(({ message }) => message)).toEqual([
		'is longer than 100000 characters; send a PDF file instead',
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
	const numbers = linesOf(bytes).filter(({ size }) => size === 9);
	expect(numbers.map(({ text }) => text)).toEqual(
		Array.from({ length: pages }, (_, at) => `${at + 1} / ${pages}`),
	);
	expect(positions).toMatchObject([{ pageNumber: pages }]);
});

it('wraps the title too, and keeps it as the title of the file', async () => {
	const title = `Contract ${'of sale '.repeat(10)}for 5 €`;
	const { bytes } = write('Text', { title });
	expect(linesOf(bytes).filter(({ size }) => size === 16)).toHaveLength(2);
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
	['Fine 👍', /^contains "👍" \(U\+1F44D\), which/],
	['Жук', /^contains "Ж" \(U\+0416\), "у" \(U\+0443\), "к" \(U\+043A\), which/],
	['a\u200bb', /^contains U\+200B, which/],
	['абвгдежзийклм', /"й" \(U\+0439\) and 3 more, which/],
])('refuses %j and names the characters', (text, message) => {
	expect(PrintableText.safeParse(text).error?.issues[0]?.message).toMatch(message);
});

it('takes text that the font has', () => {
	expect(PrintableText.parse(' Grüße – 5 €\n')).toBe('Grüße – 5 €');
});
