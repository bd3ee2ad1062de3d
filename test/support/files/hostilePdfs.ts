/**
 * Small files that ask a reader of PDFs for endless work or memory, by what they do. `size` is how often something is
 * repeated in them. The second entry says how reading ends: with a reason, or with a number of pages.
 */
import { deflateSync } from 'node:zlib';
import { PdfWriter } from './pdfWriter.ts';

type Ending = RegExp | number;
export type HostilePdf = [write: (size: number) => Buffer, ending: Ending];

const DAMAGED = /is damaged/;
const SELF = /refers to itself/;
const TWICE = /same page twice|more than 60,000 pages/;
const LONG_TEXT = /text of more than 1 MB|is damaged/;
const UNPACKED = /when (it is|they are) unpacked/;
const TOO_FEW = /more (objects|bytes) than it has/;

const HUGE = 2 ** 53;
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const TREE = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>';

/** Almost eight megabytes, once unpacked. */
let packedPage: Buffer | undefined;

const catalog = () => new PdfWriter().object(1, CATALOG);
const tree = () => catalog().object(2, TREE);
const times = (size: number, text: (at: number) => string) =>
	Array.from({ length: size }, (_, at) => text(at)).join('');

/** A valid file but for its only page. */
const withPage = (page: string) => tree().object(3, page).table();
const withKids = (kids: string) => catalog().object(2, `<</Type/Pages/Kids[${kids}]>>`);
/** A valid file but for its tables. */
const withTables = (tables: (pdf: PdfWriter) => unknown) => {
	const pdf = tree().object(3, PAGE);
	const { at } = pdf;
	tables(pdf);
	return pdf.end(at);
};
const withEntryStream = (dictionary: string, rows: Buffer = Buffer.alloc(90)) =>
	withTables((pdf) => pdf.flate(9, `/Type/XRef/Root 1 0 R${dictionary}`, rows));
/** Its catalog stands in a stream of objects that says this about itself. */
const withObjectStream = (dictionary: string) =>
	new PdfWriter().packed(5, { 1: CATALOG, 2: TREE, 3: PAGE }, dictionary).entryStream(9);
const withPredictor = (parameters: string, rows: Buffer = Buffer.alloc(1000, 2)) =>
	withEntryStream(`/W[1 4 4]/Size 10/DecodeParms<<${parameters}>>`, rows);

const repeatedTokens: Record<string, [token: string, ending: Ending]> = {
	obj: ['obj ', DAMAGED],
	endobj: ['endobj ', DAMAGED],
	stream: ['stream\n', DAMAGED],
	'whole objects': ['9 0 obj ', DAMAGED],
	'opening brackets of texts': ['(', LONG_TEXT],
	'texts in texts': ['()', 1],
	'opening brackets of hexadecimal texts': ['<', DAMAGED],
	'hexadecimal texts': ['<00>', 1],
	comments: ['%\n', 1],
	spaces: [' ', 1],
	names: ['/A', 1],
	'numbers that could begin references': ['1 0 ', 1],
	references: ['1 0 R ', 1],
	backslashes: ['(\\', LONG_TEXT],
	'points and signs': ['-.', DAMAGED],
	startxref: ['startxref ', DAMAGED],
	trailer: ['trailer ', DAMAGED],
	'closing brackets': [']', DAMAGED],
};

/** All families. */
export const hostilePdfs: Record<string, HostilePdf> = {
	// Tables
	'a table of 2^53 rows': [() => withTables((pdf) => pdf.write(`xref\n0 ${HUGE}\n`)), DAMAGED],
	'a table that begins at 2^53': [
		() => withTables((pdf) => pdf.write(`xref\n${HUGE} 9\ntrailer<<>>`)),
		DAMAGED,
	],
	'a table of numbers with a million digits': [
		(size) => withTables((pdf) => pdf.write(`xref\n${'9'.repeat(size)} 1\n`)),
		DAMAGED,
	],
	'tables without rows': [
		(size) => withTables((pdf) => pdf.write(`xref\n${times(size, () => '0 0\n')}trailer<<>>`)),
		DAMAGED,
	],
	'tables whose numbers are far from each other': [
		(size) =>
			withTables((pdf) =>
				pdf.write(
					`xref\n${times(size, (at) => `${at * 1000} 1\n0000000009 00000 n \n`)}trailer<<>>`,
				),
			),
		/more than 2,000,000 objects|is damaged/,
	],
	'a table without an end': [() => withTables((pdf) => pdf.write('xref\n0 1\n')), DAMAGED],
	'a table with huge generations': [
		() =>
			withTables((pdf) => pdf.write(`xref\n1 1\n0000000009 ${HUGE} n \ntrailer<</Root 1 0 R>>`)),
		DAMAGED,
	],
	'tables that name each other': [
		() => withTables((pdf) => pdf.write(`xref\n0 0\ntrailer<</Root 1 0 R/Prev ${pdf.at}>>`)),
		DAMAGED,
	],
	'a chain of tables': [
		(size) => {
			const pdf = tree().object(3, PAGE);
			let last = '';
			for (let count = 0; count < size; count++) {
				const { at } = pdf;
				pdf.write(`xref\n0 0\ntrailer<</Root 1 0 R${last}>>\n`);
				last = `/Prev ${at}`;
			}
			return pdf.table(`/Root 1 0 R${last}`);
		},
		/^$|too many values/,
	],
	'a hybrid file whose stream names its table': [
		() => withTables((pdf) => pdf.write(`xref\n0 0\ntrailer<</Root 1 0 R/XRefStm ${pdf.at}>>`)),
		DAMAGED,
	],
	'tables at impossible places': [
		() => withTables((pdf) => pdf.write('xref\n0 0\ntrailer<</Root 1 0 R/Prev -5/XRefStm 1.5>>')),
		DAMAGED,
	],
	'a start behind the end': [() => tree().object(3, PAGE).end('9'.repeat(30)), DAMAGED],
	'a start that is no number': [() => tree().object(3, PAGE).end('NaN'), DAMAGED],
	'many starts': [(size) => tree().write('startxref '.repeat(size)).end('-1'), DAMAGED],
	'no start': [(size) => Buffer.alloc(size, 's'), DAMAGED],

	// Streams of entries
	'entries without bytes, 2^53 of them': [
		() => withEntryStream(`/W[0 0 0]/Index[0 ${HUGE}]`),
		DAMAGED,
	],
	'entries, 2^53 of them': [() => withEntryStream(`/W[1 4 4]/Index[0 ${HUGE}]`), DAMAGED],
	'entries of negative width': [() => withEntryStream('/W[1 -1 1]/Size 9'), DAMAGED],
	'entries of 2^53 bytes': [() => withEntryStream(`/W[1 ${HUGE} 1]/Size 9`), DAMAGED],
	'entries of no number': [() => withEntryStream('/W[1 1e999 1]/Size NaN'), DAMAGED],
	'entries at a negative number': [() => withEntryStream('/W[1 4 4]/Index[-9 99]'), DAMAGED],
	'many sections of entries': [
		(size) => withEntryStream(`/W[1 1 1]/Index[${times(size, () => '1 0 ')}]`),
		DAMAGED,
	],
	'entries of streams that are entries': [
		() => withEntryStream('/W[1 1 1]/Index[1 2]', Buffer.from([2, 2, 0, 2, 1, 0])),
		DAMAGED,
	],

	// Streams of objects
	'4294967295 objects in a stream': [() => withObjectStream('/N 4294967295/First 12'), TOO_FEW],
	'objects that begin behind the end': [() => withObjectStream('/N 3/First 4294967295'), TOO_FEW],
	'-1 objects': [() => withObjectStream('/N -1/First -1'), DAMAGED],
	'1.5 objects': [() => withObjectStream('/N 1.5/First .5'), DAMAGED],
	'objects without a count': [() => withObjectStream(''), DAMAGED],
	'fewer objects than used': [() => withObjectStream('/N 0/First 0'), DAMAGED],
	'all objects at one place': [
		(size) => {
			const ids = Array.from({ length: size }, (_, at) => at + 10);
			const heads = ids.map((id) => `${id} 0 `).join('');
			const body = `[${'0 '.repeat(size)}]`;
			const pdf = withKids(ids.map((id) => `${id} 0 R`).join(' '));
			const entries = Object.fromEntries(ids.map((id) => [id, '']));
			pdf.packed(5, entries, `/N ${size}/First ${heads.length}`);
			return pdf
				.flate(5, `/Type/ObjStm/N ${size}/First ${heads.length}`, heads + body)
				.entryStream(6);
		},
		/overlap|is damaged|more than 60,000 pages/,
	],
	'a stream whose length is in itself': [
		() =>
			new PdfWriter()
				.packed(5, { 1: CATALOG, 8: '10' }, '/N 2/First 9/Length 8 0 R')
				.entryStream(9),
		SELF,
	],
	'streams whose lengths are in each other': [
		(size) => {
			const pdf = new PdfWriter();
			pdf.packed(5, { 1: CATALOG }, '/N 1/First 4/Length 10 0 R');
			const count = Math.min(size, 1000);
			for (let at = 10; at < 10 + 2 * count; at += 2) {
				pdf.packed(at + 1, { [at]: '10' }, `/N 1/First 5/Length ${at + 2} 0 R`);
			}
			return pdf.entryStream(9);
		},
		/refer to each other/,
	],

	// Streams
	'a length that is itself': [
		() => withTables((pdf) => pdf.write('9 0 obj\n<</Length 9 0 R>>\nstream\n')),
		DAMAGED,
	],
	'a length of 2^53': [() => withEntryStream(`/W[1 1 1]/Length ${HUGE}`), DAMAGED],
	'a length behind the end': [() => withEntryStream('/W[1 1 1]/Length 99999'), TOO_FEW],
	'a negative length': [() => withEntryStream('/W[1 1 1]/Length -99'), DAMAGED],
	'much in little': [
		(size) => withEntryStream('/W[1 4 4]/Size 9', Buffer.alloc(1000 * size)),
		UNPACKED,
	],
	'much in little, in many streams': [
		(size) => {
			packedPage ??= deflateSync(Buffer.concat([Buffer.from('9 0 <<>>'), Buffer.alloc(8_000_000)]));
			const packed = packedPage;
			const pdf = withKids(times(size / 400, (at) => `${2 * at + 11} 0 R `));
			for (let at = 10; at < 10 + size / 200; at += 2) {
				pdf.packed(at, { [at + 1]: '' }).stream(at, '/N 1/First 4/Filter/FlateDecode', packed);
			}
			return pdf.entryStream(9);
		},
		UNPACKED,
	],
	'packed in packed': [
		(size) => {
			const once = deflateSync(Buffer.alloc(1000 * size));
			const dictionary = '/Filter[/FlateDecode/FlateDecode]/W[1 1 1]';
			return withTables((pdf) => pdf.stream(9, dictionary, deflateSync(once)));
		},
		DAMAGED,
	],
	...Object.fromEntries(
		['ASCIIHexDecode', 'ASCII85Decode', 'RunLengthDecode', 'LZWDecode', 'Crypt'].map((filter) => [
			`the filter ${filter}`,
			[
				(size: number) =>
					withTables((pdf) => pdf.stream(9, `/Filter/${filter}/W[1 1 1]`, 'z'.repeat(size))),
				DAMAGED,
			] satisfies HostilePdf,
		]),
	),
	'a million filters': [
		(size) => withEntryStream(`/W[1 1 1]/Filter[${'/FlateDecode'.repeat(size)}]`),
		/is damaged|too many values/,
	],

	// Predictors
	'2^53 columns': [() => withPredictor(`/Predictor 12/Columns ${HUGE}`), DAMAGED],
	'a million columns': [() => withPredictor('/Predictor 15/Columns 1000000'), DAMAGED],
	'no columns': [() => withPredictor('/Predictor 12/Columns 0'), DAMAGED],
	'-1 columns': [() => withPredictor('/Predictor 12/Columns -1'), DAMAGED],
	'2^53 colors': [() => withPredictor(`/Predictor 12/Colors ${HUGE}`), DAMAGED],
	'2^53 bits': [() => withPredictor(`/Predictor 12/BitsPerComponent ${HUGE}`), DAMAGED],
	'a predictor of 1e999': [() => withPredictor('/Predictor 1e999'), DAMAGED],
	'a predictor for each row of many': [
		(size) => withPredictor('/Predictor 14/Columns 1', Buffer.alloc(12 * size, 4)),
		DAMAGED,
	],

	// Values
	'arrays in arrays': [(size) => withPage(`<</A${'['.repeat(size)}`), /nested more than 100/],
	'dictionaries in dictionaries': [
		(size) => withPage(times(size, () => '<</A')),
		/nested more than 100/,
	],
	'many arrays': [(size) => withPage(`<</MediaBox[${'[]'.repeat(size)}]>>`), /^$|too many values/],
	'many dictionaries': [
		(size) => withPage(`<</MediaBox[${'<<>>'.repeat(size)}]>>`),
		/^$|too many values/,
	],
	'lists of one': [
		(size) => withPage(`<</MediaBox[${'[1]'.repeat(size)}]>>`),
		/^$|too many values/,
	],
	'names in a list': [
		(size) => withPage(`<</MediaBox[${times(size, (at) => `/${at}${'n'.repeat(100)}`)}]>>`),
		1,
	],
	'the same name again and again': [
		(size) => withPage(`<<${times(size, () => '/MediaBox<<>>')}>>`),
		/^$|too many values/,
	],
	'long names': [(size) => withPage(`<<${times(9, () => `/${'A'.repeat(size)} 1`)}>>`), 1],
	'numbers with many digits': [
		(size) => withPage(`<</MediaBox[0 0 ${'9'.repeat(size)} 9]>>`),
		DAMAGED,
	],
	'numbers that end in letters': [(size) => withPage(`<</A ${'1'.repeat(size)}x>>`), DAMAGED],
	'impossible numbers': [() => withPage('<</MediaBox[NaN Infinity 1e999 0]>>'), DAMAGED],
	'a box of texts': [() => withPage('<</MediaBox[(a)(b)/C true]>>'), 1],
	'an object that is itself': [() => withPage('3 0 R'), SELF],
	'objects that are dictionaries': [
		(size) => {
			const ids = Array.from({ length: Math.ceil(size / 4) }, (_, at) => at + 10);
			const corners = ids.map((_, at) => size + 4 * at);
			const objects = ids.map((id, at) => {
				const box = [0, 1, 2].map((corner) => `${corners[at]! + corner} 0 R`).join(' ');
				return [id, `<</MediaBox[${box}]>>`] as const;
			});
			const others = corners.flatMap((corner) =>
				[0, 1, 2].map((one) => [corner + one, '<</N 1>>'] as const),
			);
			const pdf = withKids(ids.map((id) => `${id} 0 R`).join(' '));
			const all = [...objects, ...others];
			for (let at = 0; at < all.length; at += 50_000) {
				pdf.packed(10 * size + at, Object.fromEntries(all.slice(at, at + 50_000)));
			}
			return pdf.entryStream(20 * size);
		},
		/^$|too many values|more than 60,000 pages/,
	],
	'objects that are each other': [
		() => catalog().object(2, '3 0 R').object(3, '2 0 R').table(),
		SELF,
	],
	'a chain of objects': [
		(size) => {
			const pdf = catalog();
			for (let at = 2; at < size; at++) pdf.object(at, `${at + 1} 0 R`);
			return pdf.table();
		},
		SELF,
	],
	'objects in each other': [
		(size) => {
			const one = '9 0 obj (';
			const pdf = withKids(times(size, (at) => `${at + 10} 0 R `));
			const { at: start } = pdf;
			pdf.write(one.repeat(size));
			const { at } = pdf;
			pdf.write('xref\n1 2\n0000000009 00000 n \n0000000057 00000 n \n');
			pdf.write(`10 ${size}\n`);
			pdf.write(
				times(
					size,
					(index) => `${String(start + index * one.length).padStart(10, '0')} 00000 n \n`,
				),
			);
			return pdf.write('trailer<</Root 1 0 R>>\n').end(at);
		},
		LONG_TEXT,
	],
	...Object.fromEntries(
		Object.entries(repeatedTokens).map(([what, [token, ending]]) => [
			`${what} again and again`,
			[
				(size: number) => withPage(`<</A[${token.repeat(size)}]/MediaBox[0 0 9 9]>>`),
				ending,
			] satisfies HostilePdf,
		]),
	),

	// Page trees
	'a root that names itself': [(size) => withKids(times(size, () => '2 0 R ')).table(), TWICE],
	'a page that is named often': [
		(size) =>
			withKids(times(size, () => '3 0 R '))
				.object(3, PAGE)
				.table(),
		TWICE,
	],
	'pages that name their root': [
		() => tree().object(3, '<</Kids[4 0 R 2 0 R]>>').object(4, PAGE).table(),
		TWICE,
	],
	'pages that name each other, doubling': [
		(size) => {
			const pdf = catalog();
			for (let at = 2; at < size; at++) pdf.object(at, `<</Kids[${at + 1} 0 R ${at + 1} 0 R]>>`);
			return pdf.object(size, PAGE).table();
		},
		TWICE,
	],
	'kids in kids': [
		(size) => {
			const pdf = catalog();
			for (let at = 2; at < size; at++) pdf.object(at, `<</Kids[${at + 1} 0 R]>>`);
			return pdf.object(size, PAGE).table();
		},
		/^$|more than 60,000 pages/,
	],
	'kids that do not exist': [
		(size) => withKids(times(size, (at) => `${at + 9} 0 R `)).table(),
		/is damaged|more than 60,000 pages/,
	],
	'pages without objects of their own': [
		(size) => withKids('<<>>'.repeat(size)).table(),
		/^$|more than 60,000 pages|too many values/,
	],
	'pages without any kids': [
		(size) => withKids('<</Kids[]>>'.repeat(size)).table(),
		/^$|more than 60,000 pages|too many values/,
	],
	'kids of no kind': [() => withKids('1 (a) /B null').table(), DAMAGED],
	'a box that is shared': [
		(size) => {
			const ids = Array.from({ length: Math.ceil(size / 10) }, (_, at) => at + 10);
			const pdf = withKids(ids.map((id) => `${id} 0 R`).join(' '));
			pdf.object(4, `[0 0 9 9 ${'0 '.repeat(size)}]`);
			for (const id of ids) pdf.object(id, '<</MediaBox 4 0 R>>');
			return pdf.table();
		},
		/^$|more than 60,000 pages/,
	],
};
