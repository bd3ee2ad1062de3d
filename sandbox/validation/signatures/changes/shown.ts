import { withPage } from '../../../pdf/image/image.ts';
import type { Rectangle } from '../file/viewedFile.ts';

/** What a page shows without its annotations, in the coordinates of the page. */
export interface Shown {
	/** Of the page, in square points. */
	area: number;
	/** Of each character. */
	texts: Rectangle[];
	images: Rectangle[];
	/** Lines and areas, each by itself. */
	drawings: Drawing[];
}

export interface Drawing {
	box: Rectangle;
	/** Where its lines turn and end. None for a line or a rectangle that is not turned. */
	points: Point[];
}

type Point = [x: number, y: number];

/** What pdfium can do, and its package does not describe. The numbers are addresses. */
interface Pdfium {
	module: {
		[name: `_FPDF${string}`]: (...numbers: number[]) => number;
		wasmExports: { malloc(size: number): number; free(address: number): void };
		HEAPU8: Uint8Array;
	};
	/** Where it writes its answers. */
	room: number;
}

const [TEXT, PATH, IMAGE, FORM] = [1, 2, 3, 5];
const [CURVE, MOVE] = [1, 2];
/** A line to sign on is often written with them. */
const UNDERSCORE = '_';

/** Undefined when the page cannot be read. */
export async function shownOn(pdf: Uint8Array, page: number): Promise<Shown | undefined> {
	return await withPage(pdf, page, (opened) => {
		const { module, pageIdx } = opened as unknown as { pageIdx: number } & Omit<Pdfium, 'room'>;
		const { originalWidth, originalHeight } = opened.getOriginalSize();
		const room = module.wasmExports.malloc(32);
		const objects = objectsIn({ module, room }, 'Page', pageIdx);
		const texts = textsOn({ module, room }, pageIdx);
		module.wasmExports.free(room);
		return {
			...{ area: originalWidth * originalHeight, texts },
			images: objects.filter(({ type }) => type === IMAGE).map(({ box }) => box),
			drawings: objects.filter(({ type }) => type !== IMAGE && type !== TEXT),
		};
	});
}

const call = ({ module }: Pdfium, name: string, ...numbers: number[]) =>
	module[`_FPDF${name}`]!(...numbers);

/** The numbers that a function writes, one behind the other; for a structure it takes one address. */
function read(
	pdfium: Pdfium,
	name: string,
	args: number[],
	{ count = 4, bytes = 4, isStructure = false } = {},
) {
	const places = Array.from({ length: count }, (_none, index) => index * bytes);
	const addresses = isStructure ? [0] : places;
	call(pdfium, name, ...args, ...addresses.map((place) => pdfium.room + place));
	const view = new DataView(pdfium.module.HEAPU8.buffer, pdfium.room, 32);
	return places.map((place) => view[bytes === 4 ? 'getFloat32' : 'getFloat64'](place, true));
}

function textsOn(pdfium: Pdfium, page: number): Rectangle[] {
	const text = call(pdfium, 'Text_LoadPage', page);
	if (!text) throw new Error('The text cannot be read');
	const boxes: Rectangle[] = [];
	for (let index = 0; index < call(pdfium, 'Text_CountChars', text); index += 1) {
		const character = String.fromCodePoint(call(pdfium, 'Text_GetUnicode', text, index));
		if (character === UNDERSCORE || /\s/.test(character)) continue;
		const tight = read(pdfium, 'Text_GetCharBox', [text, index], { bytes: 8 });
		const [left = 0, right = 0, bottom = 0, top = 0] = tight;
		// By the size of the font, where the character itself has none.
		const loose =
			right > left
				? []
				: read(pdfium, 'Text_GetLooseCharBox', [text, index], { isStructure: true });
		const [l = left, t = top, r = right, b = bottom] = loose;
		boxes.push([l, b, r, t]);
	}
	call(pdfium, 'Text_ClosePage', text);
	return boxes;
}

type Shape = Drawing & { type: number };

/** Also those that stand in others, where those place them. */
function objectsIn(pdfium: Pdfium, parent: 'Page' | 'FormObj', address: number): Shape[] {
	const count = call(pdfium, `${parent}_CountObjects`, address);
	return Array.from({ length: count }, (_none, index) => {
		const object = call(pdfium, `${parent}_GetObject`, address, index);
		const type = call(pdfium, 'PageObj_GetType', object);
		const box = read(pdfium, 'PageObj_GetBounds', [object]) as Rectangle;
		if (type !== FORM && type !== PATH) return [{ type, box, points: [] }];
		const matrix = read(pdfium, 'PageObj_GetMatrix', [object], { count: 6, isStructure: true });
		const within =
			type === FORM
				? objectsIn(pdfium, 'FormObj', object)
				: pathsIn(pdfium, object).map((path) => ({ type, ...path }));
		return within.map((one) => ({
			...one,
			box: boxAround(cornersOf(one.box).map((point) => placed(point, matrix))),
			points: one.points.map((point) => placed(point, matrix)),
		}));
	}).flat();
}

/** A path can draw many shapes, such as the characters of a line. */
function pathsIn(pdfium: Pdfium, path: number): Drawing[] {
	const shapes: Array<{ isCurved: boolean; points: Point[] }> = [];
	for (let index = 0; index < call(pdfium, 'Path_CountSegments', path); index += 1) {
		const segment = call(pdfium, 'Path_GetPathSegment', path, index);
		const type = call(pdfium, 'PathSegment_GetType', segment);
		if (type === MOVE || shapes.length === 0) shapes.push({ isCurved: false, points: [] });
		const shape = shapes.at(-1)!;
		shape.isCurved ||= type === CURVE;
		shape.points.push(read(pdfium, 'PathSegment_GetPoint', [segment], { count: 2 }) as Point);
	}
	return shapes.map(({ isCurved, points }) => {
		const box = boxAround(points);
		const isCorner = ([x, y]: Point) =>
			(x === box[0] || x === box[2]) && (y === box[1] || y === box[3]);
		return { box, points: isCurved || !points.every(isCorner) ? points : [] };
	});
}

const cornersOf = ([left, bottom, right, top]: Rectangle): Point[] => [
	...([left, right] as const).flatMap((x): Point[] => [
		[x, bottom],
		[x, top],
	]),
];

const placed = ([x, y]: Point, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[]): Point => [
	a * x + c * y + e,
	b * x + d * y + f,
];

function boxAround(points: Point[]): Rectangle {
	const box: Rectangle = [Infinity, Infinity, -Infinity, -Infinity];
	for (const [x, y] of points) {
		box[0] = Math.min(box[0], x);
		box[1] = Math.min(box[1], y);
		box[2] = Math.max(box[2], x);
		box[3] = Math.max(box[3], y);
	}
	return box;
}
