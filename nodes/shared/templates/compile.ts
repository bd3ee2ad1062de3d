import { closest, faultAt, placeOf } from './placeholders';
import type { Paragraph, Placeholder, TextPosition } from './placeholders';
import { UnusableTemplate } from './xml';
import type { XmlElement } from './xml';

/** XML of the template as it is. */
interface Literal {
	kind: 'literal';
	xml: string;
	/** The first and the last character that people see, if there are any. */
	first?: string;
	last?: string;
}

type ValuePlaceholder = Extract<Placeholder, { kind: 'value' | 'image' }>;
type OpenPlaceholder = Extract<Placeholder, { kind: 'open' }>;

export type Node =
	| Literal
	| { kind: 'value'; placeholder: ValuePlaceholder }
	| { kind: 'block'; placeholder: OpenPlaceholder; content: Node[]; otherwise: Node[] }
	/** Word can't open a table without rows, or a cell that doesn't end with a paragraph. */
	| { kind: 'table'; content: Node[] }
	| { kind: 'cellEnd' };

/** From the opening to the closing placeholder. */
interface Block {
	open: OpenPlaceholder;
	otherwise?: Placeholder;
	close: Placeholder;
}

/** Replaces a part of the file. */
interface Change {
	from: number;
	to: number;
	/** Called in the order of the file. */
	nodes: (within: (from: number, to: number) => Node[]) => Node[];
}

/** The file as a list of unchanged XML and of placeholders. */
export function compile(xml: string, paragraphs: Paragraph[], placeholders: Placeholder[]): Node[] {
	// Of two blocks around the same rows, the outer one is complete last.
	const changes = changesFor(xml, paragraphs, placeholders)
		.reverse()
		.sort((a, b) => a.from - b.from || b.to - a.to);
	let next = 0;
	const within = (from: number, to: number): Node[] => {
		const nodes: Node[] = [];
		let at = from;
		// Those in a paragraph that goes away as a whole.
		while (next < changes.length && changes[next]!.from < from) next++;
		for (let change = changes[next]; change && change.from < to; change = changes[next]) {
			next++;
			if (change.from < at) continue;
			nodes.push(literal(xml.slice(at, change.from)), ...change.nodes(within));
			at = change.to;
		}
		nodes.push(literal(xml.slice(at, to)));
		return nodes.filter((node) => node.kind !== 'literal' || node.xml !== '');
	};
	return within(0, xml.length);
}

/** Begins and ends outside of tags. */
function literal(xml: string): Literal {
	let from = 0;
	while (from < xml.length && /[<\s]/.test(xml[from]!)) {
		from = xml[from] === '<' ? xml.indexOf('>', from) + 1 : from + 1;
	}
	let last = xml.length - 1;
	while (last >= from && /[>\s]/.test(xml[last]!)) {
		last = xml[last] === '>' ? xml.lastIndexOf('<', last) - 1 : last - 1;
	}
	return { kind: 'literal', xml, first: xml[from], last: last < from ? undefined : xml[last] };
}

function changesFor(xml: string, paragraphs: Paragraph[], placeholders: Placeholder[]): Change[] {
	const changes: Change[] = [];
	const completed = new Set<XmlElement>();
	const touched = new Set<XmlElement>();
	const open: Block[] = [];
	for (const placeholder of placeholders) {
		for (const { element } of [placeholder.start, placeholder.end]) touched.add(element);
		const { kind } = placeholder;
		if (kind === 'value' || kind === 'image') {
			changes.push(...replacing(placeholder, [{ kind: 'value', placeholder }]));
		} else if (kind === 'open') {
			open.push({ open: placeholder, close: placeholder });
		} else {
			const block = open.at(-1);
			if (!block || (kind === 'else' && block.otherwise)) throw unexpected(placeholder);
			if (kind === 'else') {
				block.otherwise = placeholder;
			} else {
				if (!isClosedBy(block, placeholder.path)) throw unexpected(placeholder);
				open.pop();
				changes.push(...blockChanges(xml, paragraphs, { ...block, close: placeholder }, completed));
			}
		}
	}
	const [forgotten] = open;
	if (forgotten) {
		const { paragraph, source } = forgotten.open;
		throw faultAt(paragraph, `The placeholder ${source} is never closed`);
	}
	return [...changes, ...[...touched].map((element) => keepingSpaces(xml, element))];
}

function isClosedBy({ open }: Block, path: string): boolean {
	return path === open.path || (open.isCondition && /^if$/i.test(path));
}

function unexpected({ paragraph, source }: Placeholder): UnusableTemplate {
	return faultAt(paragraph, `Nothing is open that ${source} could belong to`);
}

/** The first element gets the value, and so its formatting. From the others only the text of the placeholder goes. */
function replacing({ paragraph, start, end }: Placeholder, nodes: Node[]): Change[] {
	const elements = paragraph.pieces.map(({ element }) => element);
	const own = elements.slice(elements.indexOf(start.element), elements.indexOf(end.element) + 1);
	return own.map((element, index) => ({
		from: index === 0 ? start.at : element.openEnd,
		to: element === end.element ? end.at : element.closeFrom,
		nodes: () => (index === 0 ? nodes : []),
	}));
}

const KEEP_SPACES = ' xml:space="preserve"';

function keepingSpaces(xml: string, { from, openEnd }: XmlElement): Change {
	const tag = literal(withSpaces(xml.slice(from, openEnd)));
	return { from, to: openEnd, nodes: () => [tag] };
}

function withSpaces(tag: string): string {
	return tag.includes('xml:space') ? tag : `${tag.slice(0, -1)}${KEEP_SPACES}>`;
}

function blockChanges(
	xml: string,
	paragraphs: Paragraph[],
	block: Block,
	completed: Set<XmlElement>,
): Change[] {
	const { open, otherwise, close } = block;
	if (open.paragraph === close.paragraph) return [inlineBlock(xml, block)];
	const [first, last] = commonParts(block);
	const isRow = first.name === 'w:tr';
	const markers = [open, otherwise, close].filter((one) => one !== undefined);
	const unitOf = ({ paragraph: { element } }: Placeholder) => ancestorIn(element, first.parent);
	const isAlone = (one: Placeholder) => isOnlyTextIn(unitOf(one), one, paragraphs);
	const goes = new Set(first === last ? [] : markers.filter(isAlone));
	if (!isRow) requireWholeParagraphs(block, goes);
	if (otherwise && !goes.has(otherwise)) {
		throw faultAt(otherwise.paragraph, 'Put {{else}} into a separate paragraph or row');
	}
	const from = goes.has(open) ? first.to : first.from;
	const to = goes.has(close) ? last.from : last.to;
	const middle = otherwise && unitOf(otherwise);
	const changes: Change[] = [
		...markers.filter((one) => !goes.has(one)).flatMap((one) => replacing(one, [])),
		{
			from: first.from,
			to: last.to,
			nodes: (within) => {
				const content = within(from, middle?.from ?? to);
				const rest = middle ? within(middle.to, to) : [];
				return [{ kind: 'block', placeholder: open, content, otherwise: rest }];
			},
		},
	];
	const table = isRow ? closest(first.parent, 'w:tbl') : undefined;
	for (const container of [table, isRow ? table?.parent : first.parent]) {
		if (!container || completed.has(container)) continue;
		completed.add(container);
		changes.push(container === table ? wholeTable(table) : endOfContainer(container));
	}
	return changes;
}

function isOnlyTextIn(
	unit: XmlElement,
	{ paragraph: own, source }: Placeholder,
	paragraphs: Paragraph[],
): boolean {
	const isEmpty = (one: Paragraph) =>
		one.isPlain && one.text.trim() === (one === own ? source : '');
	let [from, to] = [own.index, own.index];
	while (from > 0 && paragraphs[from - 1]!.element.from >= unit.from) {
		if (!isEmpty(paragraphs[--from]!)) return false;
	}
	for (let one = paragraphs[to]; one && one.element.from < unit.to; one = paragraphs[++to]) {
		if (!isEmpty(one)) return false;
	}
	return true;
}

function wholeTable({ from, to }: XmlElement): Change {
	return { from, to, nodes: (within) => [{ kind: 'table', content: within(from, to) }] };
}

function endOfContainer({ name, closeFrom: at }: XmlElement): Change {
	return { from: at, to: at, nodes: () => (name === 'w:body' ? [] : [{ kind: 'cellEnd' }]) };
}

function ancestorIn(element: XmlElement, parent: XmlElement | undefined): XmlElement {
	let unit = element;
	while (unit.parent && unit.parent !== parent) unit = unit.parent;
	return unit;
}

/** Two paragraphs next to each other, or rows of the same table. A row repeats that has both. */
function commonParts({ open, close }: Block): [XmlElement, XmlElement] {
	const [first, last] = [open.paragraph.element, close.paragraph.element];
	if (first.parent === last.parent) return [first, last];
	const holds = ({ from, to }: XmlElement, one: Placeholder) =>
		from < one.start.at && one.start.at < to;
	for (let row = closest(first, 'w:tr'); row; row = closest(row.parent, 'w:tr')) {
		if (holds(row, close)) return [row, row];
		for (let other = closest(last, 'w:tr'); other; other = closest(other.parent, 'w:tr')) {
			if (other.parent === row.parent) return [row, other];
		}
	}
	throw new UnusableTemplate(
		`${open.source} and ${close.source} must both be in the same text, cell, or table (${placeOf(open.paragraph)}).`,
	);
}

function requireWholeParagraphs({ open, close }: Block, goes: Set<Placeholder>): void {
	const textOf = ({ paragraph }: Placeholder) => paragraph.text.trim();
	for (const [one, isAtEdge] of [
		[open, textOf(open).startsWith(open.source)],
		[close, textOf(close).endsWith(close.source)],
	] as const) {
		if (goes.has(one) || isAtEdge) continue;
		const edge = one === open ? 'begin' : 'end';
		throw faultAt(
			one.paragraph,
			`${one.source} has to ${edge} its paragraph, or to be alone in it`,
		);
	}
}

/** In one paragraph. Where the runs differ, they're split, so that each part keeps its formatting. */
function inlineBlock(xml: string, { open, otherwise, close }: Block): Change {
	const positions = [open, otherwise, close].flatMap((one) => (one ? [one.start, one.end] : []));
	// Otherwise the runs are split.
	const isOneText = positions.every(({ element }) => element === open.start.element);
	if (!isOneText) requireSiblings(open, positions);
	const reopen = ({ element }: TextPosition) => literal(isOneText ? '' : startOf(xml, element));
	const leave = ({ element }: TextPosition) => literal(isOneText ? '' : endOf(xml, element));
	return {
		from: open.start.at,
		to: close.end.at,
		nodes: (within) => {
			const part = (from: TextPosition, to: TextPosition) => [
				reopen(from),
				...within(from.at, to.at),
				leave(to),
			];
			const content = part(open.end, (otherwise ?? close).start);
			const rest = otherwise ? part(otherwise.end, close.start) : [];
			return [
				leave(open.start),
				{ kind: 'block', placeholder: open, content, otherwise: rest },
				reopen(close.end),
			];
		},
	};
}

function requireSiblings({ paragraph, source }: Placeholder, positions: TextPosition[]): void {
	const [parent, ...others] = positions.map(({ element }) => element.parent?.parent);
	if (others.every((other) => other === parent)) return;
	throw faultAt(
		paragraph,
		`${source} begins or ends in a link or a tracked change, so move it out`,
	);
}

/** The start tags of a run with its formatting, up to the text. */
function startOf(xml: string, { from, openEnd, parent: run }: XmlElement): string {
	if (!run) return '';
	const { name, to } = run.first ?? run;
	const properties = name === 'w:rPr' ? xml.slice(run.openEnd, to) : '';
	const text = withSpaces(xml.slice(from, openEnd));
	return xml.slice(run.from, run.openEnd) + properties + text;
}

function endOf(xml: string, { closeFrom, to, parent: run }: XmlElement): string {
	return run ? xml.slice(closeFrom, to) + xml.slice(run.closeFrom, run.to) : '';
}
