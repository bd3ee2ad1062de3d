import type { Rules } from '../../../shared/account/dialect';
import type { Pdf } from '../../../shared/documents/pdf';
import type { Pages } from '../../../shared/positions/pages';
import type { Signer } from '../../signerEntry/signer.schema';
import { writeTextPdf } from './textPdf';
import type { TextContent } from './textPdf';
import { RequiredText } from '../../../shared/form/readers';
import { unprintable } from './font/font';

interface TextDocument {
	source: { pdf: Pdf };
	signers: Signer[];
	pages: Pages;
}

/** The PDF, and the same signers: those without a position have a box in it. */
export function textDocument(
	content: TextContent,
	{ signers, rules }: { signers: Signer[]; rules: Rules },
): TextDocument {
	const boxes = signers.filter(wantsBox).length;
	const { bytes, pages, positions } = writeTextPdf(content, {
		boxes,
		yCountsFrom: rules.yCountsFrom,
	});
	// With several documents, this is the first.
	const inOrder = positions.map((position) => ({ ...position, document: 1 })).values();
	const withBox = (signer: Signer): Signer => {
		const { value } = wantsBox(signer) ? inOrder.next() : { value: undefined };
		return value ? { ...signer, placement: 'position', positions: [value] } : signer;
	};
	const pdf = { bytes, sizeBytes: bytes.length };
	return { source: { pdf }, signers: signers.map(withBox), pages };
}

function wantsBox({ placement, documents = [1] }: Signer): boolean {
	return placement === 'free' && documents.includes(1);
}

/** With a question mark for each character that can't be written. */
export function printable(text: string): string {
	const composed = text.normalize('NFC');
	return unprintable(composed).reduce((shown, one) => shown.replaceAll(one, '?'), composed);
}

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
	return `is longer than ${LONGEST_TEXT} characters\nSend a PDF instead.`;
}

/** Why text cannot be written into a PDF. */
function unprintableFault(text: string): string | undefined {
	const found = unprintable(text);
	if (found.length === 0) return undefined;
	const named = found.slice(0, MOST_NAMED).map(inWords).join(', ');
	const rest = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
	return `contains ${named}${rest}, which the font of the PDF doesn't have\nUse Latin, Greek, and Cyrillic letters only, or send a PDF instead.`;
}

/** Some cannot be seen, so all have their number too. */
function inWords(character: string): string {
	const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
	const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
	return isVisible ? `"${character}" (U+${number})` : `U+${number}`;
}
