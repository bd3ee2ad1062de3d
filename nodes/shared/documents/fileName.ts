import { INVISIBLE } from '../client/foreignText';

/** In characters, without the ending. */
const LONGEST_NAME = 120;
/** A UUID has 36. */
const LONGEST_ID = 64;
/** What file systems take, the ending included. */
const MOST_BYTES = 255;

/** A title may hold anything; a file name may not leave its folder or start a dialogue with a shell. */
export function safeFileName(title: string, ending = '.pdf'): string {
	return named(withoutEnding(title, ending), ending) ?? `document${ending}`;
}

function withoutEnding(title: string, ending: string): string {
	const isThere = title.slice(-ending.length).toLowerCase() === ending;
	return isThere ? title.slice(0, -ending.length) : title;
}

/**
 * Of a document of a request: the title and the ID, so that equal titles don't give equal names. `number` counts the
 * documents of a request that has several.
 */
export function requestFileName(
	{ id, title = '' }: { id: string; title?: string },
	number?: number,
) {
	const suffix = [
		id
			.toLowerCase()
			.slice(0, LONGEST_ID)
			.replace(/[^\w-]+/g, '_'),
		number,
	]
		.join(' ')
		.trim();
	return named(withoutEnding(title, '.pdf'), '.pdf', ` ${suffix}`) ?? safeFileName(suffix);
}

/** The same for files that keep their own ending. */
export function safeName(name: string): string {
	const [ending = ''] = /\.[a-z0-9]{1,10}$/i.exec(name.slice(-11)) ?? [];
	const before = name.slice(0, name.length - ending.length);
	return named(before, ending) ?? named(name, '') ?? 'file';
}

/** Of a title all that matters for a name; what is cut off is never looked at. */
const LONGEST_TITLE = 1_000;

/** Undefined when nothing is left of it. The suffix is never cut off. */
function named(text: string, ending: string, suffix = ''): string | undefined {
	const safe = text
		.slice(0, LONGEST_TITLE)
		.normalize('NFC')
		.replace(INVISIBLE, '')
		.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '_');
	const most = {
		characters: LONGEST_NAME - suffix.length,
		bytes: MOST_BYTES - suffix.length - ending.length,
	};
	const name = trimmed(limited(unreserved(trimmed([...safe])), most));
	return name.length === 0 ? undefined : name.join('') + suffix + ending;
}

/** Without dots and spaces around it, and dashes before it, which would be an option of a command. */
function trimmed(characters: string[]): string[] {
	const first = characters.findIndex((character) => !/[.\s-]/.test(character));
	// A pattern for those at the end would begin again at every dot.
	const last = characters.findLastIndex((character) => !/[.\s]/.test(character));
	return first === -1 ? [] : characters.slice(first, last + 1);
}

/** Windows takes these for devices, with any ending. */
function unreserved(characters: string[]): string[] {
	const [word = ''] = characters.slice(0, LONGEST_NAME).join('').split('.', 1);
	return /^(con|prn|aux|nul|con(in|out)\$|(com|lpt)[0-9¹²³])\s*$/i.test(word)
		? ['_', ...characters]
		: characters;
}

function limited(characters: string[], most: { characters: number; bytes: number }): string[] {
	let bytes = 0;
	const isTooMuch = (character: string) => (bytes += Buffer.byteLength(character)) > most.bytes;
	const shown = characters.slice(0, most.characters);
	const end = shown.findIndex(isTooMuch);
	return end === -1 ? shown : shown.slice(0, end);
}
