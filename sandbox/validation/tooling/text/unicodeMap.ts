/** Which text each code of a font stands for, by its ToUnicode map (ISO 32000-1, 9.10.3). */
export function readUnicodeMap(map: string): Map<number, string> {
	const texts = new Map<number, string>();
	for (const [, body = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
		for (const [, code = '', text = ''] of body.matchAll(/<([^>]*)>\s*<([^>]*)>/g)) {
			texts.set(numberOf(code), textOf(text));
		}
	}
	for (const [, body = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
		const ranges = body.matchAll(/<([^>]*)>\s*<([^>]*)>\s*(?:<([^>]*)>|\[([^\]]*)\])/g);
		for (const [, first = '', last = '', start, list] of ranges) {
			fill(texts, { first: numberOf(first), last: numberOf(last), start, list });
		}
	}
	return texts;
}

interface Range {
	first: number;
	last: number;
	start?: string;
	list?: string;
}

/** No font has more codes than fit into two bytes. */
const MOST_CODES = 0x10000;

function fill(texts: Map<number, string>, { first, last, start, list }: Range) {
	const listed = [...(list ?? '').matchAll(/<([^>]*)>/g)].map(([, text = '']) => textOf(text));
	const begin = textOf(start ?? '');
	for (let code = first; code <= Math.min(last, first + MOST_CODES); code += 1) {
		const step = code - first;
		const end = begin.charCodeAt(begin.length - 1) + step;
		const text = list === undefined ? begin.slice(0, -1) + String.fromCharCode(end) : listed[step];
		if (text !== undefined && (list !== undefined || begin !== '')) texts.set(code, text);
	}
}

const digitsOf = (hex: string) => hex.replace(/\s/g, '');
const numberOf = (hex: string) => Number.parseInt(digitsOf(hex), 16);

/** UTF-16, most significant byte first. */
function textOf(hex: string): string {
	const units = digitsOf(hex).match(/.{1,4}/g) ?? [];
	return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}
