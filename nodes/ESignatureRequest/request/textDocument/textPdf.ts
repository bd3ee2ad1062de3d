import type { Rules } from '../../../shared/account/dialect';
import type { Pages } from '../../../shared/positions/pages';
import type { Position } from '../../../shared/positions/position';
import { normalized, SERIF_I, UsedFonts, widthOf as widthOfCharacter } from './font/font';

/** A4, in points. */
const PAGE = { width: 595, height: 842 };
const MARGIN = 57;
const CONTENT_WIDTH = PAGE.width - 2 * MARGIN;
const BOX = { width: 230, height: 64 };
const BOXES_IN_A_ROW = 2;

type Style = { size: number; leading: number; isBold?: boolean; isData?: boolean };
const TITLE: Style = { size: 16, leading: 22, isBold: true };
const BODY: Style = { size: 11, leading: 15 };
const FIELD: Style = { ...BODY, isData: true };
const PAGE_NUMBER: Style = { size: 9, leading: 15 };

/** A field of data, deeper where it is part of another. */
export interface MarkedLine {
	depth: number;
	text: string;
}
const MARK = '•';
const STEP = 8;
/** Of a first line behind its mark, and of the lines that continue it. */
const INDENTS = { first: 9, others: 22 };

export interface TextContent {
	title: string;
	text: string;
	fields?: MarkedLine[];
	/** The rows of a QR code at the end. */
	code?: boolean[][];
}

/** The operators of each page's content stream (ISO 32000, annex A), and how far down the last page is filled. */
type Layout = { pages: string[][]; y: number; fonts: UsedFonts };

/**
 * A4 pages with a title, the text and a box for each signature, whose positions are in the order of the signers. The same
 * input always makes the same file: it holds no time and no random id. What `unprintable` finds must have been refused.
 */
export function writeTextPdf(
	{ title, text, fields = [], code = [] }: TextContent,
	{ boxes, yCountsFrom }: { boxes: number } & Pick<Rules, 'yCountsFrom'>,
): { bytes: Buffer; positions: Position[]; pages: Pages } {
	const layout: Layout = { pages: [], y: 0, fonts: new UsedFonts() };
	writeLines(layout, title, TITLE);
	fill(layout, BODY.leading);
	writeLines(layout, text, BODY);
	if (fields.length > 0) fill(layout, BODY.leading);
	for (const field of fields) writeField(layout, field);
	drawCode(layout, code);
	const positions = drawBoxes(layout, boxes).map(({ y, ...box }) => ({
		...box,
		y: yCountsFrom === 'bottom' ? y : PAGE.height - y - box.height,
	}));
	const pages = { count: layout.pages.length, ...PAGE };
	return { bytes: fileOf(title, layout), positions, pages };
}

/** Gives room to something of this height: on the last page, or on a new one. */
function fill(layout: Layout, height: number): void {
	if (layout.y - height < MARGIN) {
		layout.pages.push([]);
		layout.y = PAGE.height - MARGIN;
	}
	layout.y -= height;
}

function writeLines(layout: Layout, text: string, style: Style): void {
	const paragraphs = text === '' ? [] : normalized(text).split('\n');
	for (const line of paragraphs.flatMap((paragraph) => wrap(paragraph, style))) {
		fill(layout, style.leading);
		if (line !== '') write(layout, line, { ...style, x: MARGIN, y: layout.y });
	}
}

/** Only the first line has a mark, and no other line begins where one does. Spaces at a break stay in the text. */
function writeField(layout: Layout, { depth, text }: MarkedLine): void {
	const x = MARGIN + depth * STEP;
	const room = CONTENT_WIDTH - depth * STEP;
	const lines = wrap(normalized(text), FIELD, {
		first: room - INDENTS.first,
		others: room - INDENTS.others,
		keepsSpaces: true,
	});
	for (const [at, line] of lines.entries()) {
		fill(layout, FIELD.leading);
		const { y } = layout;
		const indent = at === 0 ? INDENTS.first : INDENTS.others;
		if (at === 0) write(layout, MARK, { ...FIELD, x, y });
		write(layout, line, { ...FIELD, x: x + indent, y });
	}
}

function pageNumber({ fonts }: Layout, text: string): string {
	const x = Math.round((PAGE.width - widthOf(text, PAGE_NUMBER)) / 2);
	return show(fonts, text, { ...PAGE_NUMBER, x, y: MARGIN - 2 * PAGE_NUMBER.leading });
}

/** Of a square in a QR code. */
const SQUARE = 3;

function drawCode(layout: Layout, code: boolean[][]): void {
	if (code.length === 0) return;
	fill(layout, code.length * SQUARE + BODY.leading);
	const top = layout.y + (code.length - 1) * SQUARE;
	const squares = code.flatMap((row, at) =>
		row.flatMap((isDark, column) =>
			isDark ? `${MARGIN + column * SQUARE} ${top - at * SQUARE} ${SQUARE} ${SQUARE} re` : [],
		),
	);
	layout.pages.at(-1)?.push(`${squares.join(' ')} f`);
}

function drawBoxes(layout: Layout, count: number): Position[] {
	return Array.from({ length: count }, (_, at) => {
		const column = at % BOXES_IN_A_ROW;
		if (column === 0) fill(layout, BOX.height + BODY.leading);
		const { pages, y } = layout;
		const x = column === 0 ? MARGIN : PAGE.width - MARGIN - BOX.width;
		pages.at(-1)?.push(`0.6 G 0.5 w ${x} ${y} ${BOX.width} ${BOX.height} re S`);
		return { pageNumber: pages.length, x, y, ...BOX };
	});
}

const whole = { first: CONTENT_WIDTH, others: CONTENT_WIDTH, keepsSpaces: false };

/** Breaks at spaces; a word that is longer than a line is cut. */
function wrap(paragraph: string, style: Style, widths = whole): string[] {
	const lines: string[] = [];
	let start = 0;
	let space = 0;
	let width = 0;
	for (let at = 0; at < paragraph.length; at += 1) {
		const character = paragraph.charAt(at);
		width += widthOf(character, style);
		if (character === ' ') space = at;
		else if (width > (lines.length === 0 ? widths.first : widths.others)) {
			const words = paragraph.slice(start, Math.max(start, space)).trimEnd();
			const broken = words && widths.keepsSpaces ? `${words} ` : words;
			lines.push(broken || paragraph.slice(start, at));
			// The next line begins with the word that was too long for this one.
			start = words ? space + 1 : at;
			at = start - 1;
			width = 0;
		}
	}
	return [...lines, paragraph.slice(start).trimEnd()];
}

/** Of text in one form, in points. */
function widthOf(text: string, { size, isData }: Style): number {
	let units = 0;
	for (const one of isData ? withSerifs(text) : text) units += widthOfCharacter(one);
	return (units * size) / 1000;
}

/** Otherwise a capital I looks like a small l, so that one address could pass for another. */
function withSerifs(text: string): string {
	return text.replaceAll('I', SERIF_I);
}

type Placed = Style & { x: number; y: number };

function write({ pages, fonts }: Layout, line: string, placed: Placed): void {
	pages.at(-1)?.push(show(fonts, line, placed));
}

/** Bold is the same letters with an outline, so that no second font is needed. */
function show(fonts: UsedFonts, text: string, { size, isData, isBold, x, y }: Placed): string {
	const parts = fonts.encode(isData ? withSerifs(text) : text);
	const shown = parts.map((part) => `/${part.name} ${size} Tf (${part.shown}) Tj`).join(' ');
	const line = `BT ${x} ${y} Td ${shown} ET`;
	return isBold ? `q 2 Tr 0.5 w ${line} Q` : line;
}

/** The objects of a PDF, numbered from 1: catalog, page tree, title, two for each page, and those of the fonts. */
function fileOf(title: string, layout: Layout): Buffer {
	const count = layout.pages.length;
	const streams = layout.pages.map((content, at) =>
		[...content, pageNumber(layout, `${at + 1} / ${count}`)].join('\n'),
	);
	const numberOf = (at: number) => 4 + 2 * at;
	let next = numberOf(count);
	const fonts = layout.fonts.objects().map(({ name, objectsFrom }) => {
		const number = next;
		const all = objectsFrom(number);
		next += all.length;
		return { resource: `/${name} ${number} 0 R`, all };
	});
	const resources = fonts.map(({ resource }) => resource).join(' ');
	const kids = streams.map((_, at) => `${numberOf(at)} 0 R`).join(' ');
	const common = `/Parent 2 0 R /MediaBox [ 0 0 ${PAGE.width} ${PAGE.height} ] /Resources << /Font << ${resources} >> >>`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		`<< /Type /Pages /Kids [ ${kids} ] /Count ${count} >>`,
		`<< /Title <feff${Buffer.from(title, 'utf16le').swap16().toString('hex')}> >>`,
		...streams.flatMap((stream, at) => [
			`<< /Type /Page ${common} /Contents ${numberOf(at) + 1} 0 R >>`,
			`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
		]),
		...fonts.flatMap(({ all }) => all),
	];
	// The second line marks the file as binary (ISO 32000, 7.5.2).
	let body = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
	const rows = objects.map((object, at) => {
		const offset = String(body.length).padStart(10, '0');
		body += `${at + 1} 0 obj\n${object}\nendobj\n`;
		return `${offset} 00000 n \n`;
	});
	const size = objects.length + 1;
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
	const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\n`;
	return Buffer.from(`${body}${table}${trailer}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}
