import { RequiredText } from '../../../../shared/operation/scalars.schema';
import { unprintable } from './winAnsi';

const MOST_NAMED = 10;
/** More than 50 pages. */
const LONGEST_TEXT = 100_000;

export const PrintableText = RequiredText.superRefine((text, refinement) => {
	const message = tooLongFault(text) ?? unprintableFault(text);
	if (message) refinement.addIssue({ code: 'custom', message });
});

/** Before anything looks at all of it. */
function tooLongFault({ length }: string): string | undefined {
	if (length <= LONGEST_TEXT) return undefined;
	return `is longer than ${LONGEST_TEXT} characters; send a PDF file instead`;
}

/** Why text cannot be written into a PDF. */
function unprintableFault(text: string): string | undefined {
	const found = unprintable(text);
	if (found.length === 0) return undefined;
	const named = found.slice(0, MOST_NAMED).map(inWords).join(', ');
	const rest = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
	return `contains ${named}${rest}, which the PDF's font does not have; it has the letters of Western European languages. Remove them, or send a PDF file instead.`;
}

/** Some cannot be seen, so all have their number too. */
function inWords(character: string): string {
	const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
	const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
	return isVisible ? `"${character}" (U+${number})` : `U+${number}`;
}
