import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { readRules } from '../account/account';
import type { Rules } from '../account/dialect';
import { shortened } from '../client/foreignText';
import { fileFault } from '../documents/document';
import type { ItemContext } from '../execution/operation';
import { omitUndefined } from '../network/json';
import { UnreadablePdf } from './pdf/budget';
import { pagesOf } from './pdf/pages';
import type { Page, PageBox } from './pdf/pages';
import type { TextLine } from './pdf/pageText';
import { stepNames } from './prepareFile';
import type { FoundPosition, TagResults } from './tooling';

/** As Create takes it under Using JSON. */
interface TaggedPosition extends IDataObject {
	/** Counted from 1. */
	pageNumber: number;
	x: number;
	y: number;
	width: number;
	height: number;
}

interface TaggedSigner extends IDataObject {
	email?: string;
	order?: number;
	positions?: TaggedPosition[];
}

/** Someone whom a tag names. */
export interface TaggedPerson extends TaggedSigner {
	/** The name in the tag. */
	signer: string;
}

/** What the tags say of the whole document. */
interface TaggedDocument {
	observers: string[];
	quality?: string;
	legislation?: string;
	warnings: string[];
}

export interface TaggedPeople extends TaggedDocument {
	people: TaggedPerson[];
}

interface Tagged extends TaggedDocument {
	signers: TaggedSigner[];
	/** Without an email. */
	unmatched: TaggedPerson[];
}

/** What the tags say, in the numbers that Create takes. */
export function peopleFromTags(
	results: TagResults,
	pages: PageBox[],
	rules: Pick<Rules, 'yCountsFrom'>,
): TaggedPeople {
	const { quality, legislation, observers } = results;
	const entries = entriesOf(results);
	const found = entries.flatMap(({ positions }) => positions);
	const firstPage = firstPageOf(found, pages.length);
	const people = entries.map(({ positions, ...entry }) => {
		const converted = positions.flatMap((position) => {
			const page = position.page - firstPage;
			const box = pages[page];
			return box ? positionOn(box, { ...position, page }, rules) : [];
		});
		const placed = { ...entry, positions: converted.length > 0 ? converted : undefined };
		return omitUndefined(placed) as TaggedPerson;
	});
	const kept = people.flatMap(({ positions = [] }) => positions);
	return {
		people,
		observers,
		quality: quality?.toUpperCase(),
		legislation: legislation === undefined ? undefined : lawOf(legislation),
		warnings: warningsOf({ entries: entries.length, found: found.length, kept: kept.length }),
	};
}

/** Where a signature will be, as the page is stored. */
export interface TagBox extends PageBox {
	signer: string;
	/** Counted from 0. */
	page: number;
}

/** Of all tags that are on a page which the PDF has. */
function tagBoxes({ signatures }: TagResults, pages: PageBox[]): TagBox[] {
	const firstPage = firstPageOf(
		signatures.flatMap(({ positions }) => positions),
		pages.length,
	);
	return signatures.flatMap(({ signer = '', positions }) =>
		positions.flatMap(({ page: counted, x, y, width, height }) => {
			const page = counted - firstPage;
			const shown = pages[page];
			return shown ? { signer, page, x: shown.x + x, y: shown.y + y, width, height } : [];
		}),
	);
}

/** Those with an email are in the form that Create takes as JSON; the others are left to the workflow. */
export function byEmail({ people, ...document }: TaggedPeople): Tagged {
	return {
		signers: people
			.filter(({ email }) => email !== undefined)
			.map(({ email, order, positions }) => omitUndefined({ email, order, positions })),
		unmatched: people.filter(({ email }) => email === undefined),
		...document,
	};
}

/** Create has the laws by name, the validation interface by country. */
function lawOf(legislation: string): string {
	const name = legislation.toUpperCase();
	return { CH: 'ZERTES', EU: 'EIDAS' }[name] ?? name;
}

interface NamedSigner {
	signer: string;
	email?: string;
	order?: number;
	positions: FoundPosition[];
}

/** Everyone who is named by a tag, once, with all positions; in the order of the tags. */
function entriesOf({ signers, signatures }: TagResults): NamedSigner[] {
	const byName = new Map<string, NamedSigner>();
	for (const { signer = '', email, sequence } of signers) {
		const name = signer || email || '';
		const order = sequence !== undefined && sequence >= 0 ? sequence : undefined;
		byName.set(name, { signer: name, email: email || undefined, order, positions: [] });
	}
	for (const { signer = '', positions } of signatures) {
		const entry = byName.get(signer) ?? { signer, positions: [] };
		byName.set(signer, { ...entry, positions: [...entry.positions, ...positions] });
	}
	return numbered([...byName.values()]);
}

/** Create wants a number for every signer or for none: those without one sign last, all at a time. */
function numbered(entries: NamedSigner[]): NamedSigner[] {
	const orders = entries.flatMap(({ order }) => order ?? []);
	if (orders.length === 0) return entries;
	const last = Math.max(...orders) + 1;
	return entries.map((entry) => ({ ...entry, order: entry.order ?? last }));
}

/** The description does not say from where pages count; a page behind the last one shows that it is 1. */
function firstPageOf(positions: FoundPosition[], pageCount: number): 0 | 1 {
	const numbers = positions.map(({ page }) => page);
	return numbers.includes(pageCount) && !numbers.includes(0) ? 1 : 0;
}

/**
 * From the lower left corner of what viewers show of the page. A turned page is measured as it is stored, by the
 * service's tags and by its signatures alike.
 */
function positionOn(
	{ height: pageHeight }: PageBox,
	{ page, x, y, width, height }: FoundPosition,
	{ yCountsFrom }: Pick<Rules, 'yCountsFrom'>,
): TaggedPosition {
	const fromEdge = yCountsFrom === 'top' ? pageHeight - y - height : y;
	const [left, edge, wide, high] = [x, fromEdge, width, height].map(rounded) as [
		number,
		number,
		number,
		number,
	];
	return { pageNumber: page + 1, x: left, y: edge, width: wide, height: high };
}

/** Far finer than a printer. */
const rounded = (points: number) => Math.round(points * 100) / 100;

function warningsOf(count: { entries: number; found: number; kept: number }): string[] {
	const none = 'Find Signers by Tags: Skribble found no tags in the document.';
	const lost = `Find Signers by Tags: ${count.found - count.kept} of ${count.found} positions were ignored, because the PDF doesn't have their pages.`;
	return [...(count.entries === 0 ? [none] : []), ...(count.found > count.kept ? [lost] : [])];
}

/** Who signs where, measured on the pages of the PDF that came back. */
export async function readTags(
	item: ItemContext,
	pdf: IBinaryData,
	results: TagResults,
): Promise<TaggedPeople> {
	const hasPositions = results.signatures.some(({ positions }) => positions.length > 0);
	const pages = hasPositions ? await readPages(item, pdf) : [];
	const boxes = pages.map(({ box }) => box);
	// All versions of the public regions measure alike.
	const people = peopleFromTags(results, boxes, await readRules(item.context, 'v2'));
	const covered = await coveredText(tagBoxes(results, boxes), pages);
	return { ...people, warnings: [...people.warnings, ...covered] };
}

async function readPages({ context, itemIndex }: ItemContext, pdf: IBinaryData): Promise<Page[]> {
	const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, pdf);
	return await pagesOf(bytes).catch((error: unknown) => {
		const { message: reason } = error instanceof UnreadablePdf ? error : new UnreadablePdf();
		throw fileFault(
			{ context, itemIndex },
			{
				message: `${stepNames.tags}: the page size of the prepared PDF can't be read`,
				description: `Open the file, print it to a new PDF, and try again, or enter the positions of the signatures in the node. ${reason}`,
			},
		);
	});
}

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
