import { z } from 'zod/v3';

import type { Rules } from '../../../../shared/account/dialect';
import type { Pdf } from '../../../../shared/document/pdf';
import type { ItemContext } from '../../../../shared/operation/operation';
import type { Pages } from '../../../../shared/placement/corner';
import type { Signer } from '../../signerEntry/signer.schema';
import { PrintableText } from './printable.schema';
import { writeTextPdf } from './textPdf';
import type { TextContent } from './textPdf';

interface TextDocument {
	source: { pdf: Pdf };
	signers: Signer[];
	pages: Pages;
}

/** It is the heading of the document, so it cannot be left out. */
const Form = z.object({ title: PrintableText, text: PrintableText });

/** The PDF, and the same signers: where no position was chosen, each has a box in it. */
export function textDocument(
	item: ItemContext,
	{ signers, rules }: { signers: Signer[]; rules: Rules },
): TextDocument {
	return documentFrom(item.read(Form), { signers, rules });
}

/** For content that is printable. */
export function documentFrom(
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
