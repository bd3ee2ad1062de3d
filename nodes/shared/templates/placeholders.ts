import { shortened } from '../client/foreignText';
import { giveWay } from '../zip/zip';
import { decoded, ELEMENTS_AT_ONCE, UnusableTemplate } from './xml';
import type { XmlElement } from './xml';

/** The text of a paragraph, which Word splits over several elements as it likes. */
export interface Paragraph {
	element: XmlElement;
	/** In the list of the file. */
	index: number;
	text: string;
	pieces: TextPiece[];
	/** Whether it has nothing but text. */
	isPlain: boolean;
	/** In words, such as "document". */
	part: string;
}

interface TextPiece {
	element: XmlElement;
	/** In the text of the paragraph. */
	from: number;
	length: number;
	offsets?: number[];
}

export interface TextPosition {
	/** A `w:t`. */
	element: XmlElement;
	/** In the file. */
	at: number;
}

export interface Format {
	name: string;
	argument: string;
}

export type Instruction =
	| { kind: 'value'; path: string; formats: Format[] }
	| { kind: 'image'; path: string }
	| { kind: 'open'; path: string; isCondition: boolean }
	| { kind: 'else' }
	| { kind: 'close'; path: string };

export type Placeholder = Instruction & {
	/** As in the template, with its braces. */
	source: string;
	paragraph: Paragraph;
	start: TextPosition;
	end: TextPosition;
};

/** Elements that show nothing, or that are counted as text. */
const PLAIN =
	/^w:(?:r|t|pPr|rPr|proofErr|lastRenderedPageBreak|smartTag|bookmarkStart|bookmarkEnd)$/;
const BREAKS = new Map([
	['w:br', '\n'],
	['w:cr', '\n'],
	['w:tab', '\t'],
]);

/** Of one paragraph, and of one file. */
const MOST_PIECES = 5_000;
export const MOST_PLACEHOLDERS = 5_000;

/** Those in other paragraphs, as in a text box, belong to the inner ones. */
export async function paragraphsIn(
	xml: string,
	elements: XmlElement[],
	part: string,
): Promise<Paragraph[]> {
	const paragraphs = new Map<XmlElement, Paragraph>();
	for (const [index, element] of elements.entries()) {
		if (index % ELEMENTS_AT_ONCE === 0) await giveWay();
		if (element.name === 'w:p') {
			const own = { index: paragraphs.size, part };
			paragraphs.set(element, { ...own, element, text: '', pieces: [], isPlain: true });
		}
		const paragraph = paragraphs.get(closest(element.parent, 'w:p') ?? element);
		if (!paragraph || element.name === 'w:p') continue;
		if (element.name === 'w:t') addText(paragraph, xml, element);
		else if (BREAKS.has(element.name) && element.parent?.name === 'w:r') {
			paragraph.text += BREAKS.get(element.name);
			paragraph.isPlain = false;
		} else if (!isPlain(element)) paragraph.isPlain = false;
	}
	return [...paragraphs.values()];
}

function isPlain({ name, parent }: XmlElement): boolean {
	if (PLAIN.test(name)) return true;
	const properties = closest(parent, 'w:pPr') ?? closest(parent, 'w:rPr');
	return properties !== undefined && name !== 'w:sectPr';
}

function addText(paragraph: Paragraph, xml: string, element: XmlElement): void {
	const raw = xml.slice(element.openEnd, element.closeFrom);
	if (raw.includes('<')) return;
	const { text, offsets } = decoded(raw);
	if (paragraph.pieces.length === MOST_PIECES) throw faultAt(paragraph, 'A paragraph is too long');
	const from = paragraph.text.length;
	paragraph.pieces.push({ element, from, length: text.length, offsets });
	paragraph.text += text;
}

export function closest(from: XmlElement | undefined, name: string): XmlElement | undefined {
	let element = from;
	while (element && element.name !== name) element = element.parent;
	return element;
}

/** Skribble reads these in the PDF. A field may be called signDate or signer.name. */
const TAG = /^\s*(?:sign|observe)(?:\w*\s*:|(?![\p{L}\p{N}_.]))/iu;
const BRACES = /\{\{([^{}\n]*)\}\}|\{\{/g;

export function placeholdersIn(paragraph: Paragraph): Placeholder[] {
	return [...paragraph.text.matchAll(BRACES)].flatMap(({ 0: source, 1: content, index }) => {
		if (TAG.test(content ?? paragraph.text.slice(index + 2))) return [];
		if (content === undefined) throw faultAt(paragraph, 'A placeholder has no }} in the same line');
		return {
			...instructionIn(content.trim(), source, paragraph),
			source,
			paragraph,
			start: positionAt(paragraph, index),
			end: positionAt(paragraph, index + source.length - 1, 1),
		};
	});
}

/** Of a character; `after` is 1 for the position behind it. */
function positionAt({ pieces }: Paragraph, index: number, after: 0 | 1 = 0): TextPosition {
	const { element, from, offsets } = pieces.findLast((piece) => piece.from <= index)!;
	const at = index - from + after;
	return { element, at: element.openEnd + (offsets?.[at] ?? at) };
}

const PATH = /^[^{}|#/:"]+$/;

function instructionIn(content: string, source: string, paragraph: Paragraph): Instruction {
	const [head = '', ...rest] = content.split('|').map((one) => one.trim());
	const [, word = '', path = ''] = /^(#if\s|#|\/|image\s*:)?\s*(.*)$/is.exec(head)!;
	const name = path.replace(/\s*\.\s*/g, '.') || '.';
	const isPath = PATH.test(path) && !/^(?:if|else)$/i.test(path);
	if (word === '' && /^else$/i.test(content)) return { kind: 'else' };
	if (word === '/' && rest.length === 0 && (isPath || /^if$/i.test(path))) {
		return { kind: 'close', path: name };
	}
	if (isPath && (word === '' || rest.length === 0)) {
		if (/^image/i.test(word)) return { kind: 'image', path: name };
		if (word) return { kind: 'open', path: name, isCondition: word !== '#' };
		return { kind: 'value', path: name, formats: rest.map((one) => formatIn(one)) };
	}
	throw faultAt(paragraph, `The placeholder ${source} isn't understood`);
}

/** A colon may be part of the argument. */
function formatIn(text: string): Format {
	const [name = '', ...argument] = text.split(':');
	return { name: name.trim().toLowerCase(), argument: argument.join(':').trim() };
}

const LONGEST_QUOTE = 80;
const LONGEST_FAULT = 200;

export function faultAt(paragraph: Paragraph, message: string): UnusableTemplate {
	return new UnusableTemplate(`${shortened(message, LONGEST_FAULT)} (${placeOf(paragraph)}).`);
}

/** Where someone finds it in the file. */
export function placeOf({ part, text }: Paragraph): string {
	return `${part}: "${shortened(text, LONGEST_QUOTE)}"`;
}
