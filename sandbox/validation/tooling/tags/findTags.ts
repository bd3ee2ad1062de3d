import type { TagSyntax } from '../../../state/settings.ts';
import type { Glyph } from '../text/glyph.ts';
import { pointOf } from '../text/matrix.ts';

/** A tag as it stands in the text, with what draws it. */
export interface FoundTag {
	kind: 'sign' | 'observe';
	parts: string[];
	glyphs: Glyph[];
	/** Those in the line in which it begins. */
	firstLine: Glyph[];
}

const LONGEST_TAG = 300;

/** The tags in the text of a page. */
export function findTags(glyphs: Glyph[], syntax: TagSyntax): FoundTag[] {
	const { text, owners } = joined(glyphs);
	return [...text.matchAll(patternOf(syntax))].map((match) => {
		const [all, word = '', body = ''] = match;
		const chars = owners.slice(match.index, match.index + all.length);
		const lineEnd = all.indexOf('\n');
		const glyphsIn = (own: Array<Glyph | undefined>) => [
			...new Set(own.filter((one) => one !== undefined)),
		];
		return {
			kind: word.toLowerCase() === syntax.sign.toLowerCase() ? 'sign' : 'observe',
			parts: body.split(',').flatMap((part) => part.replace(/\s+/g, ' ').trim() || []),
			glyphs: glyphsIn(chars),
			firstLine: glyphsIn(lineEnd === -1 ? chars : chars.slice(0, lineEnd)),
		};
	});
}

function patternOf({ begin, end, sign, observe }: TagSyntax): RegExp {
	const exact = (text: string) => text.replace(/[^\w\s]/g, '\\$&');
	const words = `(${exact(sign)}|${exact(observe)})`;
	const body = `(?:\\s*:\\s*([\\s\\S]{0,${LONGEST_TAG}}?))?`;
	return new RegExp(`${exact(begin)}\\s*${words}${body}\\s*${exact(end)}`, 'gi');
}

/** The text of glyphs, with spaces and line ends where they stand apart, and which glyph each character is of. */
function joined(glyphs: Glyph[]) {
	let text = '';
	const owners: Array<Glyph | undefined> = [];
	const add = (more: string, owner?: Glyph) => {
		text += more;
		for (let at = 0; at < more.length; at += 1) owners.push(owner);
	};
	glyphs.forEach((glyph, at) => {
		const last = glyphs[at - 1];
		if (last) add(between(last, glyph));
		add(glyph.text ?? '\ufffd', glyph);
	});
	return { text, owners };
}

function between(one: Glyph, next: Glyph): '' | ' ' | '\n' {
	const [a, b, c, d] = one.matrix;
	const length = Math.hypot(a, b) || 1;
	const size = Math.abs(one.size) * (Math.hypot(c, d) || 1);
	const end = pointOf(one.matrix, one.advance, 0);
	const start = pointOf(next.matrix, 0, 0);
	const [x, y] = [start.x - end.x, start.y - end.y];
	const along = (x * a + y * b) / length;
	const across = (y * a - x * b) / length;
	if (Math.abs(across) > size * 0.5 || along < -size) return '\n';
	return along > size * 0.2 ? ' ' : '';
}
