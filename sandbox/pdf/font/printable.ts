/** Letters that Unicode does not take apart into a base letter and a mark. */
const BASE_LETTERS: Record<string, string> = {
	Ł: 'L',
	ł: 'l',
	Đ: 'D',
	đ: 'd',
	Ħ: 'H',
	ħ: 'h',
	ı: 'i',
	Ŧ: 'T',
	ŧ: 't',
};

/**
 * The text in the characters of a font: the standard fonts of PDF only know those of Western Europe. Other
 * letters lose their mark, the rest becomes "?"; the exact name stands in the signature itself.
 */
export function printable(text: string, characters: ReadonlySet<number>): string {
	const known = (character: string) => characters.has(character.codePointAt(0) ?? 0);
	return Array.from(text.normalize('NFC').replace(/\s+/g, ' '), (character) => {
		if (known(character)) return character;
		const base = BASE_LETTERS[character] ?? character.normalize('NFD').charAt(0);
		return known(base) ? base : '?';
	}).join('');
}
