import { PDFPageTree, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';

/**
 * Refuses a tree in which a branch is listed twice. pdf-lib follows every way to a page, and with two ways on
 * each of 24 levels there are 16 million.
 */
export function requirePageTree({ catalog, context }: PDFDocument): void {
	const visited = new Set<PDFObject>();
	const walk = (node: PDFObject | undefined) => {
		if (!(node instanceof PDFPageTree)) return;
		if (visited.has(node)) throw new Error('A branch of the page tree is listed twice');
		visited.add(node);
		for (const kid of node.Kids().asArray()) walk(context.lookup(kid));
	};
	walk(catalog.Pages());
}
