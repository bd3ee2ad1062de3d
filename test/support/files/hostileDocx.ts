/** Word files that ask for too much, or are wrong, by a size: about as many kilobytes. */
import { zipSync } from 'fflate';
import { docx, paragraph, row, run, table } from './docx';

const KILO = 1000;

const times = (size: number, bytes: number, text: string) =>
	text.repeat(Math.ceil((size * KILO) / bytes));

/** A file with another main part. */
const withDocument = (xml: string | Buffer) => docx('', { files: { 'word/document.xml': xml } });

const unpacked = (size: number, character: string) => Buffer.alloc(size * KILO, character);

/** What is said of it; `filled` for a file that is only large. */
export const hostileDocx: Record<
	string,
	[write: (size: number) => Buffer, expected: RegExp | 'filled']
> = {
	'a bomb of spaces': [
		(size) => withDocument(unpacked(size * 20, ' ')),
		/too large|well-formed|filled/,
	],
	'a bomb of text': [(size) => docx(paragraph(times(size * 20, 1, 'a'))), /too large|filled/],
	'a document type': [
		(size) =>
			withDocument(`<!DOCTYPE x [${times(size, 22, '<!ENTITY a "aaaaaaaa">')}]><x>{{a}}</x>`),
		/well-formed/,
	],
	'an unknown entity': [() => docx(paragraph('{{a}}&a;')), /well-formed/],
	'elements in each other': [
		(size) => docx(paragraph('{{a}}') + times(size, 12, '<w:ins>') + times(size, 12, '</w:ins>')),
		/nested too deep/,
	],
	'elements without an end': [
		(size) => docx(paragraph('{{a}}') + times(size, 5, '<w:p>')),
		/nested|well-formed/,
	],
	'many elements': [
		(size) => docx(paragraph('{{a}}') + times(size, 6, '<w:p/>')),
		/too many|filled/,
	],
	'many attributes': [
		(size) => docx(`<w:p${times(size, 6, ' a="b"')}>${run('{{a}}')}</w:p>`),
		'filled',
	],
	'an attribute without an end': [
		(size) => docx(`${paragraph('{{a}}')}<w:p a="${times(size, 1, 'b')}>`),
		/well-formed/,
	],
	'spaces in a tag': [
		(size) => docx(`${paragraph('{{a}}')}<w:p${times(size, 1, ' ')}=>`),
		/well-formed/,
	],
	'a comment without an end': [
		(size) => docx(`${paragraph('{{a}}')}<!--${times(size, 1, '-')}`),
		/well-formed/,
	],
	'many runs in a paragraph': [
		(size) => docx(`<w:p>${run('{{')}${times(size, 25, run('a'))}${run('}}')}</w:p>`),
		/too long|no value|filled/,
	],
	'braces without an end': [
		(size) => docx(paragraph(times(size, 2, '{{'))),
		/no }} in the same line/,
	],
	'many placeholders': [
		(size) => docx(times(size, 40, paragraph('{{a}}'))),
		/more than 5000|filled/,
	],
	'many open lists': [
		(size) => docx(times(size, 45, paragraph('{{#list}}'))),
		/never closed|more than/,
	],
	'lists in each other': [
		() => docx(`<w:p>${run(`${'{{#list}}'.repeat(12)}x${'{{/list}}'.repeat(12)}`)}</w:p>`),
		/too large/,
	],
	'many rows with lists': [
		(size) => docx(table(times(size, 90, row('{{#list}}', '{{/list}}')))),
		/more than 5000|filled/,
	],
	'a long name': [(size) => docx(paragraph(`{{${times(size, 2, 'a.')}b}}`)), /no value/],
	'many formats': [(size) => docx(paragraph(`{{a${times(size, 4, '| x ')}}}`)), /unknown format/],
	'many files': [
		(size) =>
			Buffer.from(
				zipSync(
					Object.fromEntries(
						Array.from({ length: size }, (_, at) => [`${at}.xml`, new Uint8Array(0)] as const),
					),
				),
			),
		/more than 5000 files|isn't a Word file/,
	],
	'another encoding': [() => withDocument(Buffer.from('ÿþ<w:p>{{a}}</w:p>', 'latin1')), /UTF-8/],
};
