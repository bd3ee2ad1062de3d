/** What distinguishes a tag from other text. */
export interface TagMarks {
	begin: string;
	end: string;
}

/** The text in lines that fit; a tag is broken only where it is longer than a line. */
export function wrap(text: string, marks: TagMarks, fits: (line: string) => boolean): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of wordsIn(text, marks).flatMap((one) => pieces(one, fits))) {
		if (line !== '' && !fits(`${line} ${word}`)) {
			lines.push(line);
			line = word;
		} else {
			line = line === '' ? word : `${line} ${word}`;
		}
	}
	return [...lines, line];
}

function wordsIn(text: string, { begin, end }: TagMarks): string[] {
	const words: string[] = [];
	let isInTag = false;
	for (const word of text.split(/[^\S\u00a0]+/)) {
		if (isInTag) words.push(`${words.pop()} ${word}`);
		else words.push(word);
		const last = words.at(-1) ?? '';
		isInTag = last.lastIndexOf(begin) > last.lastIndexOf(end);
	}
	return words;
}

/** A word that is too long for a line alone is cut, a tag first at its spaces. */
function pieces(word: string, fits: (line: string) => boolean): string[] {
	if (fits(word)) return [word];
	if (word.includes(' ')) return word.split(' ').flatMap((one) => pieces(one, fits));
	let length = word.length - 1;
	while (length > 1 && !fits(word.slice(0, length))) length -= 1;
	return length < 1 ? [word] : [word.slice(0, length), ...pieces(word.slice(length), fits)];
}
