import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../account/dialect';
import { omitUndefined } from '../operation/omit';
import type { PageBox } from './pdf/pages';
import type { FoundPosition, TagResults } from './tooling.schema';

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
export function tagBoxes({ signatures }: TagResults, pages: PageBox[]): TagBox[] {
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
	const none = 'Find Signers by Tags: the document has no tags that the service recognises.';
	const lost = `Find Signers by Tags: ${count.found - count.kept} of ${count.found} positions are on pages that the PDF does not have, and were left out.`;
	return [...(count.entries === 0 ? [none] : []), ...(count.found > count.kept ? [lost] : [])];
}
