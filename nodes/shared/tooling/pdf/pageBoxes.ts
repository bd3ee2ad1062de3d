import { UnreadablePdf } from './objects';
import type { Dictionary, PdfValue } from './objects';
import { asDictionary, PdfFile } from './pdfFile';

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

const MOST_NODES = 200_000;

/** Of every page, in order (ISO 32000-1, 7.7.3). */
export async function pageBoxesOf(bytes: Buffer): Promise<PageBox[]> {
	const file = await PdfFile.open(bytes);
	const root = asDictionary(await file.resolve((await file.catalog()).get('/Pages')));
	const boxes: PageBox[] = [];
	const open: Array<{ node: Dictionary; above: Dictionary }> = [{ node: root, above: new Map() }];
	for (let count = 0; ; count++) {
		const next = open.pop();
		if (!next) return boxes;
		if (count > MOST_NODES) throw new UnreadablePdf();
		const known = new Map([...next.above, ...inheritable(next.node)]);
		const kids = await file.resolve(next.node.get('/Kids'));
		if (!Array.isArray(kids)) {
			boxes.push(await boxOf(file, known));
			continue;
		}
		const nodes: PdfValue[] = [];
		for (const kid of kids) nodes.push(await file.resolve(kid));
		open.push(...nodes.reverse().map((node) => ({ node: asDictionary(node), above: known })));
	}
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
	for (const corner of corners) numbers.push(Number(await file.resolve(corner)));
	const [left, bottom, right, top] = numbers as [number, number, number, number];
	const box = {
		x: Math.min(left, right),
		y: Math.min(bottom, top),
		width: Math.abs(right - left),
		height: Math.abs(top - bottom),
	};
	return box.width > 0 && box.height > 0 ? box : undefined;
}

function overlap(a: PageBox, b: PageBox): PageBox | undefined {
	const x = Math.max(a.x, b.x);
	const y = Math.max(a.y, b.y);
	const width = Math.min(a.x + a.width, b.x + b.width) - x;
	const height = Math.min(a.y + a.height, b.y + b.height) - y;
	return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
