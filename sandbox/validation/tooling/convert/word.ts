import mammoth from 'mammoth';
import { RefusedFile } from '../refusal.ts';
import type { Paragraph } from './layOut.ts';

/** What mammoth reads in a Word file. */
interface Element {
	type: string;
	children?: Element[];
	/** Of text. */
	value?: string;
	/** Of a paragraph: Word keeps the names of its own styles in English. */
	styleId?: string | null;
	styleName?: string | null;
	numbering?: object | null;
	breakType?: string;
}

const GAP = 0.4;
const SIZES: Record<string, number> = {
	title: 20,
	heading1: 20,
	heading2: 16,
	heading3: 14,
	heading4: 12,
};

/**
 * The text of a Word file, paragraph by paragraph. What is left out: images, headers and footers, footnotes, how
 * tables and columns stand side by side, fonts, the numbers of lists, and pages that begin because of a style.
 */
export async function paragraphsIn(docx: Buffer): Promise<Paragraph[]> {
	return partsOf(await read(docx));
}

/** Mammoth makes HTML of what it reads; ours goes on a page, so that there is nothing left to make. */
async function read(docx: Buffer): Promise<Element> {
	let document: Element | undefined;
	const transformDocument = (found: Element) => {
		document = found;
		return { ...found, children: [] };
	};
	await mammoth.convertToHtml({ buffer: docx }, { transformDocument }).catch(() => undefined);
	if (!document) {
		throw new RefusedFile(400, 'content: the Word file is damaged and cannot be read.');
	}
	return document;
}

function partsOf(element: Element): Paragraph[] {
	return element.type === 'paragraph'
		? linesOf(element)
		: (element.children ?? []).flatMap(partsOf);
}

function linesOf(paragraph: Element): Paragraph[] {
	const size =
		SIZES[(paragraph.styleName ?? paragraph.styleId ?? '').replace(' ', '').toLowerCase()];
	const lines: Paragraph[] = [{ text: paragraph.numbering ? '• ' : '', size }];
	const add = ({ type, value = '', breakType, children = [] }: Element) => {
		if (type === 'break') lines.push({ text: '', size, beginsPage: breakType === 'page' });
		lines.at(-1)!.text += type === 'tab' ? ' ' : value;
		children.forEach(add);
	};
	add({ ...paragraph, value: '' });
	lines.at(-1)!.gap = GAP;
	return lines;
}
