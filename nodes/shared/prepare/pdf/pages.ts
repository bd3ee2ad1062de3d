import { Budget, UNITS_PER_OBJECT, UnreadablePdf } from './budget';
import { asDictionary, isReference } from './objects';
import type { Dictionary, PdfValue } from './objects';
import { textOn } from './pageText';
import type { TextLine } from './pageText';
import { PdfFile } from './pdfFile';

/** What viewers show of a page, as it is stored, in points: where it is turned, before that. */
export interface PageBox {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** What viewers take for a page that does not say how large it is: Letter. */
const USUAL: PageBox = { x: 0, y: 0, width: 612, height: 792 };

/** What pages take over from the nodes above them. */
const INHERITED = ['/MediaBox', '/CropBox'];

export interface Page {
	box: PageBox;
	/** Where its text is. */
	text: () => Promise<TextLine[]>;
}

/** Every page, in order (ISO 32000-1, 7.7.3). */
export async function pagesOf(bytes: Buffer, budget = new Budget(bytes.length)): Promise<Page[]> {
	const file = await PdfFile.open(bytes, budget);
	const pages: Page[] = [];
	const visited = new Set<number>();
	const open: Array<{ node: PdfValue; above: Dictionary }> = [
		{ node: (await file.catalog()).get('/Pages') ?? null, above: new Map() },
	];
	for (let next = open.pop(); next; next = open.pop()) {
		budget.work(UNITS_PER_OBJECT);
		if (budget.isPauseDue) await budget.pause();
		if (isReference(next.node)) {
			if (visited.has(next.node.number)) throw new UnreadablePdf('It has the same page twice.');
			visited.add(next.node.number);
		}
		const node = asDictionary(await file.resolve(next.node));
		const own = inheritable(node);
		const known = own.length > 0 ? new Map([...next.above, ...own]) : next.above;
		const kids = await file.resolve(node.get('/Kids'));
		if (!Array.isArray(kids)) {
			const contents = node.get('/Contents') ?? null;
			const text = async () => await textOn(await file.contentOf(contents), budget);
			pages.push({ box: await boxOf(file, known), text });
			continue;
		}
		budget.add('pages', kids.length);
		for (let last = kids.length - 1; last >= 0; last--) {
			open.push({ node: kids[last] ?? null, above: known });
		}
		budget.work(kids.length);
	}
	return pages;
}

function inheritable(node: Dictionary): Array<[string, PdfValue]> {
	return [...node].filter(([name]) => INHERITED.includes(name));
}

async function boxOf(file: PdfFile, known: Dictionary): Promise<PageBox> {
	const sheet = (await rectangle(file, known.get('/MediaBox'))) ?? USUAL;
	const crop = await rectangle(file, known.get('/CropBox'));
	return (crop && overlap(crop, sheet)) ?? sheet;
}

/** Two corners, in any order. */
async function rectangle(file: PdfFile, value: PdfValue | undefined): Promise<PageBox | undefined> {
	const corners = await file.resolve(value);
	if (!Array.isArray(corners)) return undefined;
	const numbers: number[] = [];
	for (const corner of corners.slice(0, 4)) numbers.push(Number(await file.resolve(corner)));
	const [left = NaN, bottom = NaN, right = NaN, top = NaN] = numbers;
	const box = {
		x: Math.min(left, right),
		y: Math.min(bottom, top),
		width: Math.abs(right - left),
		height: Math.abs(top - bottom),
	};
	const isBox = Object.values(box).every(Number.isFinite) && box.width > 0 && box.height > 0;
	return isBox ? box : undefined;
}

function overlap(a: PageBox, b: PageBox): PageBox | undefined {
	const x = Math.max(a.x, b.x);
	const y = Math.max(a.y, b.y);
	const width = Math.min(a.x + a.width, b.x + b.width) - x;
	const height = Math.min(a.y + a.height, b.y + b.height) - y;
	return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
