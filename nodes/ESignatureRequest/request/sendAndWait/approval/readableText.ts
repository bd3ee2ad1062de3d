import type { MarkedLine } from '../../textDocument/textPdf';

/** More would not fit beside its indentation, and no one would read it. */
const MOST_NESTED = 50;
const MOST_CHARACTERS = 50_000;

/** A line for each field of the data, or why that would be too much to read. */
export function dataLines(label: string, data: unknown): { lines: MarkedLine[]; fault?: string } {
	const lines: MarkedLine[] = [];
	let left = MOST_CHARACTERS;
	for (const line of linesOf(label, data, 0)) {
		left -= line.text.length;
		if (left < 0) return { lines, fault: `is longer than ${MOST_CHARACTERS} characters` };
		if (line.depth > MOST_NESTED) {
			return { lines, fault: `is nested more than ${MOST_NESTED} levels deep` };
		}
		lines.push(line);
	}
	return { lines };
}

/** Only as far as someone reads them, so that nothing else of large data is looked at. */
function* linesOf(label: string, value: unknown, depth: number): Generator<MarkedLine> {
	if (typeof value !== 'object' || value === null) {
		yield { depth, text: `${label}: ${scalar(value)}` };
		return;
	}
	const isList = Array.isArray(value);
	const names = Object.keys(value);
	const nothing = isList ? ' (empty list)' : ' (no fields)';
	yield { depth, text: `${label}:${names.length === 0 ? nothing : ''}` };
	for (const name of names) {
		const part = (value as Record<string, unknown>)[name];
		yield* linesOf(isList ? `[${Number(name) + 1}]` : nameOf(name), part, depth + 1);
	}
}

/** The same lines for an email. */
export function inEmail(lines: MarkedLine[]): string {
	return lines.map(({ depth, text }) => `${'    '.repeat(depth)}- ${text}`).join('\n');
}

/** Text is in quotation marks, so that "71" and 71 differ. */
function scalar(value: unknown): string {
	if (value === undefined) return '(not set)';
	return typeof value === 'string' ? quoted(value) : String(value);
}

function nameOf(name: string): string {
	return /^[A-Za-z][\w-]{0,100}$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
	return `"${distinct(text.slice(0, MOST_CHARACTERS + 1)).replace(/"/g, '\\"')}"`;
}

/** With marks, without what looks like one of them: Ð like Đ, ĕ like ě, ţ like ț, ı, ĳ, ĸ, ŀ, ŉ and ſ. */
const LATIN = 'À-ÏÑ-ÖØ-öø-ēĖ-İĴ-ķĹ-ľŁ-ňŊ-šŤ-žȘ-țẞ';

/** An alphabet, and those of its letters that look like none of another. */
const OTHER_ALPHABETS = [
	['Ѐ-џҐґ', 'ДЖИЙЦЧШЩЪЫЭЮЯджийцчшщъыэюяЂЉЊђљњ'],
	['ΆΈ-ΊΌΎ-ΡΣ-ώ', 'ΔΘΛΞΣΨΩδθλξσςψ'],
];

/** Such a word can't be mistaken for one in Latin letters. */
const CLEAR_WORDS = OTHER_ALPHABETS.map(
	([letters, clear]) =>
		`(?<![\\p{L}\\p{M}])(?=[${letters}]*[${clear}])[${letters}]+(?![\\p{L}\\p{M}])`,
).join('|');

/**
 * All but what the font of the PDF shows as nothing else looks: letters of other alphabets, accents on their own,
 * characters without a shape, spaces that no one sees, and signs such as the en dash, the low quote or the broken bar.
 */
const INDISTINCT = `^ | $|(?<= ) |[^ -[\\]-~€£¥¢§©®™‰°±µ«»¿¡…“”‘’—†‡²³¹¼½¾÷ƒ${LATIN}]`;

const PARTS = new RegExp(`(${CLEAR_WORDS})|${INDISTINCT}`, 'gu');

/** In one line, with the number of every character that could be mistaken for another. */
export function distinct(text: string): string {
	return text.replace(PARTS, (one, clearWord?: string) => {
		if (clearWord) return clearWord;
		if (one === '\\') return '\\\\';
		return one === '\n' ? '\\n' : `\\u{${one.codePointAt(0)?.toString(16)}}`;
	});
}
