import { layOut } from '../../../../sandbox/validation/tooling/convert/layOut.ts';
import { paragraphsIn } from '../../../../sandbox/validation/tooling/convert/word.ts';
import { readText } from '../../../../sandbox/validation/tooling/text/readText.ts';
import { PDFDocument } from '@cantoo/pdf-lib';
import { newDocx, paragraph, run } from '../../docx.ts';
import { sceneForAll } from '../../scene.ts';
import { uploadFile } from './files.ts';

const scene = sceneForAll({ dialect: 'public' });

const textsOf = async (...paragraphs: string[]) =>
	(await paragraphsIn(newDocx(...paragraphs))).map(({ text }) => text);

const LIST = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>';
const DELETED =
	'<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r>';
const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`;

describe('The text of a Word file', () => {
	test.each<[string, string[], string[]]>([
		['paragraphs', ['One', 'Two'], ['One', 'Two']],
		['an empty paragraph', ['One', '<w:p/>', '<w:p></w:p>', 'Two'], ['One', '', '', 'Two']],
		['runs that Word has split', [paragraph(run('{{si') + run('gn: A}}'))], ['{{sign: A}}']],
		['special characters', ['R&D <5 "x"'], ['R&D <5 "x"']],
		['numbers of characters', ['<w:p><w:r><w:t>&#8364; &#x20AC;</w:t></w:r></w:p>'], ['€ €']],
		['tabs', [paragraph(`${run('A')}<w:r><w:tab/></w:r>${run('B')}`)], ['A B']],
		['line ends', [paragraph(`${run('A')}<w:r><w:br/></w:r>${run('B')}`)], ['A', 'B']],
		['a list', [paragraph(`${LIST}${run('A')}`)], ['• A']],
		['a table, cell by cell', [`<w:tbl><w:tr>${cell('A')}${cell('B')}</w:tr></w:tbl>`], ['A', 'B']],
		['deleted text and field codes are left out', [paragraph(`${DELETED}${run('new')}`)], ['new']],
	])('%s', async (_title, paragraphs, expected) => {
		expect(await textsOf(...paragraphs)).toEqual(expected);
	});

	test('headings are larger, and pages begin where Word begins them', async () => {
		const heading = paragraph(`<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run('Lease')}`);
		const broken = paragraph(`<w:r><w:br w:type="page"/></w:r>${run('Next')}`);
		expect(await paragraphsIn(newDocx(heading, 'Text', broken))).toMatchObject([
			{ text: 'Lease', size: 20 },
			{ text: 'Text', size: undefined },
			{ text: '' },
			{ text: 'Next', beginsPage: true },
		]);
	});
});

test.each<[string, Buffer, number, RegExp]>([
	['damaged.docx', newDocx('A').subarray(0, -30), 400, /Word file is damaged/],
	['book.xlsx', Buffer.from('PK\x03\x04 xl/workbook.xml'), 415, /cannot be turned into a PDF/],
	['old.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415, /cannot be turned into a PDF/],
	[
		'secret.docx',
		Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
		...([400, /protected by a password/] as const),
	],
])('%s is refused', async (name, content, status, message) => {
	const answer = await uploadFile(scene.send, content, name);
	expect(answer.status).toBe(status);
	expect(answer.json.message).toMatch(message);
});

describe('Text on pages', () => {
	const MARKS = { begin: '{{', end: '}}' };
	const linesOf = async (text: string) => {
		const pdf = await PDFDocument.load(await (await layOut([{ text }], MARKS)).save());
		const glyphs = await readText(pdf.getPages()[0]!);
		const lines = new Map<number, string>();
		for (const { matrix, text: sign = '' } of glyphs) {
			lines.set(matrix[5], (lines.get(matrix[5]) ?? '') + sign);
		}
		return [...lines.values()];
	};

	test('a tag stays in one line', async () => {
		const lines = await linesOf(`${'word '.repeat(15)}{{sign: Ann Lee, ann@example.com}} end`);
		expect(lines).toContainEqual(expect.stringContaining('{{sign: Ann Lee, ann@example.com}}'));
		expect(lines.length).toBeGreaterThan(1);
	});

	test('a word that is longer than a line is cut, and nothing is lost', async () => {
		const word = 'x1'.repeat(150);
		expect((await linesOf(`a ${word} b`)).join('')).toBe(`a${word} b`);
	});

	test('letters that the font does not have lose their marks or become a question mark', async () => {
		expect(await linesOf('Łódź Жук €')).toEqual(['Lódz ??? €']);
	});
});
