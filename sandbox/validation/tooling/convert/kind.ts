import { isUtf8 } from 'node:buffer';

export type Kind = 'pdf' | 'png' | 'jpeg' | 'docx' | 'text' | 'locked';

interface Given {
	content: Buffer;
	name?: string;
}

const TEXT_ENDINGS = /\.(txt|text|md|log)$/i;
/** How Office files with a password begin their content; without it, this is how those of before 2007 begin. */
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');
/** Text by its bytes, but to be drawn by rules of its own. */
const MARKUP = /^\s*(\{\\rtf|<\?xml|<!doctype|<html)/i;

/** By what the file holds; its name only distinguishes plain text from other text. */
export function kindOf({ content, name = '' }: Given): Kind | undefined {
	const begins = (...bytes: number[]) =>
		content.subarray(0, bytes.length).equals(Buffer.from(bytes));
	if (content.subarray(0, 1024).includes('%PDF-')) return 'pdf';
	if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
	if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
	if (begins(0x50, 0x4b, 0x03, 0x04))
		return content.includes('word/document.xml') ? 'docx' : undefined;
	if (begins(0xd0, 0xcf, 0x11, 0xe0)) return content.includes(LOCKED) ? 'locked' : undefined;
	const isNamed = /\.\w+$/.test(name);
	if (isNamed && !TEXT_ENDINGS.test(name)) return undefined;
	return isPlainText(content) ? 'text' : undefined;
}

function isPlainText(content: Buffer): boolean {
	if (content.length === 0 || !isUtf8(content)) return false;
	// Control characters other than tab and line ends are no text.
	return (
		!content.some((byte) => byte < 9 || (byte > 13 && byte < 32)) &&
		!MARKUP.test(content.subarray(0, 200).toString())
	);
}
