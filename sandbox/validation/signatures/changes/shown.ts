import { withPage } from '../../../pdf/picture/picture.ts';
import type { Rectangle } from '../file/viewedFile.ts';

/** What a page shows without its annotations, in the coordinates of the page. */
export interface Shown {
	/** Of the page, in square points. */
	area: number;
	/** Of each character. */
	texts: Rectangle[];
	pictures: Rectangle[];
	/** Lines and areas. */
	drawings: Rectangle[];
}

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

const [TEXT, IMAGE, FORM] = [1, 3, 5];
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
		const boxesOf = (isWanted: (type: number) => boolean) =>
			objects.filter(({ type }) => isWanted(type)).map(({ box }) => box);
		return {
			...{ area: originalWidth * originalHeight, texts },
			pictures: boxesOf((type) => type === IMAGE),
			drawings: boxesOf((type) => type !== IMAGE && type !== TEXT),
		};
	});
}

const call = ({ module }: Pdfium, name: string, ...numbers: number[]) =>
	module[`_FPDF${name}`]!(...numbers);

/** The numbers that a function writes, one behind the other. */
function read(pdfium: Pdfium, name: string, args: number[], { count = 4, bytes = 4 } = {}) {
	const places = Array.from({ length: count }, (_none, index) => index * bytes);
	call(pdfium, name, ...args, ...places.map((place) => pdfium.room + place));
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
		const loose = right > left ? [] : read(pdfium, 'Text_GetLooseCharBox', [text, index]);
		const [l = left, t = top, r = right, b = bottom] = loose;
		boxes.push([l, b, r, t]);
	}
	call(pdfium, 'Text_ClosePage', text);
	return boxes;
}

type Shape = { type: number; box: Rectangle };

/** Also those that stand in others, where those place them. */
function objectsIn(pdfium: Pdfium, parent: 'Page' | 'FormObj', address: number): Shape[] {
	const count = call(pdfium, `${parent}_CountObjects`, address);
	return Array.from({ length: count }, (_none, index) => {
		const object = call(pdfium, `${parent}_GetObject`, address, index);
		const type = call(pdfium, 'PageObj_GetType', object);
		const box = read(pdfium, 'PageObj_GetBounds', [object]) as Rectangle;
		if (type !== FORM) return [{ type, box }];
		const matrix = read(pdfium, 'PageObj_GetMatrix', [object], { count: 6 });
		const within = objectsIn(pdfium, 'FormObj', object);
		return within.map((one) => ({ ...one, box: placed(one.box, matrix) }));
	}).flat();
}

function placed([left, bottom, right, top]: Rectangle, matrix: number[]): Rectangle {
	const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
	const [xs, ys] = [
		[a * left, a * right].flatMap((x) => [x + c * bottom + e, x + c * top + e]),
		[b * left, b * right].flatMap((y) => [y + d * bottom + f, y + d * top + f]),
	] as [number[], number[]];
	return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
