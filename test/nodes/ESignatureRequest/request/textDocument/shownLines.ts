interface ShownLine {
	x: number;
	size: number;
	text: string;
}

/** The lines of all pages in their order, with the characters that each font has for its bytes. */
export function shownLines(bytes: Buffer): ShownLine[] {
	const file = bytes.toString('latin1');
	const fonts = new Map(
		[...file.matchAll(/\/(F\d+) (\d+) 0 R(?=.*? >> >> \/Contents 5 0 R)/g)].map(
			([, name, number]) => [name, charactersOf(file, Number(number))],
		),
	);
	const lines = file.matchAll(/BT (\d+) \d+ Td (.*) ET/g);
	return [...lines].map(([, x, shown = '']) => {
		const strings = [...shown.matchAll(/\/(F\d+) (\d+) Tf \(((?:\\.|[^\\])*?)\) Tj/g)];
		const texts = strings.map(([, name, , string = '']) =>
			string.replace(/\\?(.)/gs, (_all, byte: string) => fonts.get(name)?.get(byte) ?? '\ufffd'),
		);
		return { x: Number(x), size: Number(strings[0]?.[2]), text: texts.join('') };
	});
}

/** By byte, from the font's table for copying. */
function charactersOf(file: string, number: number): Map<string, string> {
	const objectOf = (at: number) => file.split(`\n${at} 0 obj\n`)[1]?.split('\nendobj\n')[0] ?? '';
	const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objectOf(number))?.[1];
	const rows = objectOf(Number(toUnicode)).matchAll(/^<(\w{2})> <(\w{4})>$/gm);
	return new Map(
		[...rows].map((row) => {
			const [byte = 0, unicode = 0] = row.slice(1).map((hex) => parseInt(hex, 16));
			return [String.fromCharCode(byte), String.fromCharCode(unicode)];
		}),
	);
}
