/** The names of ASCII characters that are not their own name, in their order from the space on. */
const ASCII_NAMES = [
	'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright',
	'asterisk plus comma hyphen period slash zero one two three four five six seven eight nine',
	'colon semicolon less equal greater question at',
].join(' ');
const OTHERS: Record<string, string> = {
	...{ bracketleft: '[', backslash: '\\', bracketright: ']', asciicircum: '^', underscore: '_' },
	...{ grave: '`', braceleft: '{', bar: '|', braceright: '}', asciitilde: '~', nbspace: ' ' },
	...{ quoteright: '’', quoteleft: '‘', endash: '–', emdash: '—', minus: '-', sfthyphen: '-' },
	...{ fi: 'fi', fl: 'fl', ff: 'ff', germandbls: 'ß', oslash: 'ø', Oslash: 'Ø', ae: 'æ', AE: 'Æ' },
};
const NAMES = new Map([
	...ASCII_NAMES.split(' ').map((name, at) => [name, String.fromCharCode(32 + at)] as const),
	...Object.entries(OTHERS),
]);
const MARKS: Record<string, string> = {
	...{ acute: '\u0301', grave: '\u0300', circumflex: '\u0302', tilde: '\u0303' },
	...{ dieresis: '\u0308', ring: '\u030a', caron: '\u030c', cedilla: '\u0327' },
};

/** What a glyph of this name shows, where the name says it. */
export function textOfGlyph(name: string): string | undefined {
	if (name.length === 1) return name;
	const known = NAMES.get(name);
	if (known !== undefined) return known;
	const [, code] = /^(?:uni|u)([0-9A-F]{4,6})$/.exec(name) ?? [];
	if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
	const [, letter = '', mark = ''] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? [];
	const combined = MARKS[mark];
	return combined === undefined ? undefined : (letter + combined).normalize('NFC');
}
