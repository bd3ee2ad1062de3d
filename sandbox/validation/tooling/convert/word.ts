import { unzipSync } from 'fflate';
import { RefusedFile } from '../refusal.ts';
import type { Paragraph } from './layOut.ts';

const DOCUMENT = 'word/document.xml';
const LARGEST_TEXT_BYTES = 100 * 1024 * 1024;
const HEADING_SIZES = [20, 16, 14, 12];

/**
 * The text of a Word file, paragraph by paragraph. What is left out: pictures, headers and footers, footnotes, how
 * tables and columns stand side by side, fonts, and the numbers of lists.
 */
export function paragraphsIn(docx: Buffer): Paragraph[] {
	return readParagraphs(documentIn(docx));
}

function documentIn(docx: Buffer): string {
	try {
		const parts = unzipSync(docx, { filter: ({ name }) => name === DOCUMENT });
		const xml = parts[DOCUMENT];
		if (!xml || xml.length > LARGEST_TEXT_BYTES) throw new Error('no text');
		return Buffer.from(xml).toString('utf8');
	} catch {
		throw new RefusedFile(400, 'content: the Word file is damaged and cannot be read.');
	}
}

function readParagraphs(xml: string): Paragraph[] {
	// What older programs show instead says the same a second time.
	const body = xml.replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, '');
	const paragraphs: Paragraph[] = [];
	let current: Paragraph = { text: '' };
	let isText = false;
	const end = (next: Partial<Paragraph> = {}) => {
		paragraphs.push(current);
		current = { ...current, gap: undefined, beginsPage: undefined, ...next, text: '' };
	};
	for (const [, closing, name = '', attributes = '', empty, text] of body.matchAll(
		/<(\/?)([\w:]+)((?:\s[^<>]*?)?)(\/?)>|([^<]+)/g,
	)) {
		const isOpening = closing === '';
		const isEnd = closing === '/' || empty === '/';
		if (text !== undefined && isText) current.text += decoded(text);
		if (name === 'w:t') isText = !isEnd;
		if (name === 'w:tab' && isOpening) current.text += ' ';
		if (name === 'w:noBreakHyphen') current.text += '-';
		if (name === 'w:numPr' && isOpening) current.text = '• ';
		if (name === 'w:pStyle') current.size = headingSize(attributes);
		if (name === 'w:pageBreakBefore') current.beginsPage = true;
		if (name === 'w:br' || name === 'w:cr') end({ beginsPage: /"page"/.test(attributes) });
		if (name === 'w:p' && isEnd) {
			current.gap = GAP;
			end({ size: undefined });
		}
	}
	return paragraphs;
}

const GAP = 0.4;

function headingSize(attributes: string): number | undefined {
	if (/w:val="(Title|Titel|Titre|Titolo)"/i.test(attributes)) return HEADING_SIZES[0];
	const [, level] =
		/w:val="\D*(?:heading|berschrift|titre|titolo)\D*([1-4])"/i.exec(attributes) ?? [];
	return level === undefined ? undefined : HEADING_SIZES[Number(level) - 1];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
	return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, number, name) => {
		if (name !== undefined) return ENTITIES[name as string] ?? all;
		const code = hex === undefined ? Number(number) : Number.parseInt(hex as string, 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : '';
	});
}
