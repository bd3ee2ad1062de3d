import { giveWay } from '../zip/zip';

/** The template can't be used. Its message is for users. */
export class UnusableTemplate extends Error {}

/** Where an element is in the text of its file. */
export interface XmlElement {
	name: string;
	parent?: XmlElement;
	/** The first element in it. */
	first?: XmlElement;
	/** Of the start tag. */
	from: number;
	openEnd: number;
	/** Of the end tag. */
	closeFrom: number;
	to: number;
}

const MOST_ELEMENTS = 500_000;
const DEEPEST = 256;
export const ELEMENTS_AT_ONCE = 2_000;

const START_TAG = /^<([^\s/>"'=<&]+)(?:\s+[^\s/>"'=<&]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/;
const END_TAG = /^<\/([^\s/>"'=<&]+)\s*>/;
const LONGEST_TAG = 100_000;
/** A document type would bring entities. */
const SKIPPED = [
	['<!--', '-->'],
	['<?', '?>'],
	['<![CDATA[', ']]>'],
] as const;

/** All elements in their order, of well-formed XML only. Nothing is copied, so that the rest keeps its bytes. */
export async function elementsOf(xml: string): Promise<XmlElement[]> {
	const elements: XmlElement[] = [];
	let open: XmlElement | undefined;
	let depth = 0;
	let at = 0;
	for (let from = xml.indexOf('<'); from >= 0; from = xml.indexOf('<', at)) {
		if (!open && !isBlank(xml.slice(at, from))) throw malformed();
		const second = xml[from + 1];
		if (second === '!' || second === '?') {
			at = endOfSkipped(xml, from);
		} else if (second === '/') {
			const tag = matchAt(END_TAG, xml, from);
			at = from + tag[0].length;
			if (!open || open.name !== tag[1]) throw malformed();
			Object.assign(open, { closeFrom: from, to: at });
			open = open.parent;
			depth--;
		} else {
			const [tag, name = '', isEmpty] = matchAt(START_TAG, xml, from);
			at = from + tag.length;
			if (!open && elements.length > 0) throw malformed();
			const element: XmlElement = { name, parent: open, from, openEnd: at, closeFrom: at, to: at };
			if (open) open.first ??= element;
			if (elements.push(element) > MOST_ELEMENTS) throw tooLarge('it has too many elements');
			if (elements.length % ELEMENTS_AT_ONCE === 0) await giveWay();
			if (isEmpty) continue;
			open = element;
			if (++depth > DEEPEST) throw tooLarge('its elements are nested too deep');
		}
	}
	if (open || elements.length === 0 || !isBlank(xml.slice(at))) throw malformed();
	return elements;
}

function endOfSkipped(xml: string, from: number): number {
	const [begin = '', end = ''] = SKIPPED.find(([begins]) => xml.startsWith(begins, from)) ?? [];
	const at = begin ? xml.indexOf(end, from + begin.length) : -1;
	if (at < 0) throw malformed();
	return at + end.length;
}

function matchAt(pattern: RegExp, xml: string, from: number): RegExpExecArray {
	const match = pattern.exec(xml.slice(from, from + LONGEST_TAG));
	if (!match) throw malformed();
	return match;
}

/** A byte order mark is blank, too. */
const isBlank = (text: string) => text.trim() === '';
const malformed = () => new UnusableTemplate("Its XML isn't well-formed.");
const tooLarge = (why: string) => new UnusableTemplate(`It is too large: ${why}.`);

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));|&/gi;

/** The characters of a text with references such as `&amp;`, and where each of them begins in it. */
export function decoded(raw: string): { text: string; offsets?: number[] } {
	if (!raw.includes('&')) return { text: raw };
	let text = '';
	const offsets: number[] = [];
	const add = (more: string, from: number, step: number) => {
		for (let at = 0; at < more.length; at++) offsets.push(from + at * step);
		text += more;
	};
	let at = 0;
	for (const { 0: reference, 1: decimal, 2: hexadecimal, 3: name = '', index } of raw.matchAll(
		REFERENCE,
	)) {
		add(raw.slice(at, index), at, 1);
		const digits = decimal ?? hexadecimal;
		const code = digits === undefined ? 0 : parseInt(digits, decimal ? 10 : 16);
		const character = code > 0 && code < 0x110000 ? String.fromCodePoint(code) : NAMED.get(name);
		if (character === undefined) throw malformed();
		add(character, index, 0);
		at = index + reference.length;
	}
	add(raw.slice(at), at, 1);
	return { text, offsets: [...offsets, raw.length] };
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** Characters that no XML file can contain, even as a reference. */
export const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
