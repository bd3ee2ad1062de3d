import { shortened } from '../http/foreignText';
import { UnreadablePdf } from './pdf/budget';
import type { Page } from './pdf/pages';
import type { TextLine } from './pdf/pageText';
import type { TagBox } from './tags';

const LONGEST_LIST = 500;
/** A line that only touches the edge of a signature can be read. */
const EDGE = 1;

/** Warns of signatures that will be in front of text: a tag takes less room than the signature that replaces it. */
export async function coveredText(boxes: TagBox[], pages: Page[]): Promise<string[]> {
	const byPage = new Map<number, TagBox[]>();
	for (const box of boxes) byPage.set(box.page, [...(byPage.get(box.page) ?? []), box]);
	const covering: TagBox[] = [];
	for (const [page, own] of byPage) {
		const lines = await linesOn(pages[page]);
		covering.push(...own.filter((box) => lines.some((line) => isUnder(box, line))));
	}
	if (covering.length === 0) return [];
	const names = covering.map(({ signer, page }) => `"${shortened(signer)}" on page ${page + 1}`);
	return [
		`Find Signers by Tags: these signatures cover text of the document: ${shortened(names.join(', '), LONGEST_LIST)}. Leave room above each tag and to the right of it, as large as the signature.`,
	];
}

/** Without those of a page that can't be read, of which nothing is known. */
async function linesOn(page: Page | undefined): Promise<TextLine[]> {
	const lines = page?.text().catch((error: unknown) => {
		if (error instanceof UnreadablePdf) return [];
		throw error;
	});
	return (await lines) ?? [];
}

function isUnder({ x, y, width, height }: TagBox, { from, to }: TextLine): boolean {
	const meets = (one: number, other: number, start: number, length: number) =>
		Math.min(one, other) < start + length - EDGE && Math.max(one, other) > start + EDGE;
	return meets(from.x, to.x, x, width) && meets(from.y, to.y, y, height);
}
