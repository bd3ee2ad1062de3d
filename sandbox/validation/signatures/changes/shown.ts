import { withPage } from '../../../pdf/picture/picture.ts';

type Box = [left: number, bottom: number, right: number, top: number];

/** What a page shows without its annotations, in the coordinates of the page. */
export interface Shown {
	size: { width: number; height: number };
	/** Of each character. */
	texts: Box[];
	pictures: Box[];
	/** Lines and areas. */
	drawings: Box[];
}

/** What pdfium can do, and its package does not describe. The numbers are addresses. */
interface Pdfium {
	_FPDFText_LoadPage(page: number): number;
	_FPDFText_ClosePage(text: number): void;
	_FPDFText_CountChars(text: number): number;
	_FPDFText_GetUnicode(text: number, index: number): number;
	_FPDFText_GetCharBox(text: number, index: number, ...results: number[]): number;
	_FPDFText_GetLooseCharBox(text: number, index: number, result: number): number;
	_FPDFPage_CountObjects(page: number): number;
	_FPDFPage_GetObject(page: number, index: number): number;
	_FPDFPageObj_GetType(object: number): number;
	_FPDFPageObj_GetBounds(object: number, ...results: number[]): number;
	wasmExports: { malloc(size: number): number; free(address: number): void };
	HEAPU8: Uint8Array;
}

const PATH = 2;
const TEXT = 1;
/** A line to sign on is often written with them. */
const UNDERSCORE = '_';

/** Undefined when the page cannot be read. */
export async function shownOn(pdf: Uint8Array, page: number): Promise<Shown | undefined> {
	return await withPage(pdf, page, (opened) => {
		const { module, pageIdx } = opened as unknown as { module: Pdfium; pageIdx: number };
		const { originalWidth: width, originalHeight: height } = opened.getOriginalSize();
		const room = module.wasmExports.malloc(32);
		try {
			const objects = objectsOn(module, pageIdx, room);
			return {
				size: { width, height },
				texts: textsOn(module, pageIdx, room),
				pictures: objects
					.filter(({ type }) => type !== PATH && type !== TEXT)
					.map(({ box }) => box),
				drawings: objects.filter(({ type }) => type === PATH).map(({ box }) => box),
			};
		} finally {
			module.wasmExports.free(room);
		}
	});
}

function textsOn(module: Pdfium, page: number, room: number): Box[] {
	const text = module._FPDFText_LoadPage(page);
	if (!text) throw new Error('The text cannot be read');
	const boxes: Box[] = [];
	for (let index = 0; index < module._FPDFText_CountChars(text); index += 1) {
		const character = String.fromCodePoint(module._FPDFText_GetUnicode(text, index));
		if (character === UNDERSCORE || /\s/.test(character)) continue;
		// In the order left, right, bottom, top.
		module._FPDFText_GetCharBox(text, index, room, room + 8, room + 16, room + 24);
		const view = new DataView(module.HEAPU8.buffer, room, 32);
		const box = [0, 16, 8, 24].map((at) => view.getFloat64(at, true)) as Box;
		boxes.push(box[2] > box[0] ? box : looseBox(module, text, index, room));
	}
	module._FPDFText_ClosePage(text);
	return boxes;
}

/** By the size of the font, where the character itself has none. */
function looseBox(module: Pdfium, text: number, index: number, room: number): Box {
	module._FPDFText_GetLooseCharBox(text, index, room);
	const view = new DataView(module.HEAPU8.buffer, room, 32);
	// In the order left, top, right, bottom.
	return [0, 12, 8, 4].map((at) => view.getFloat32(at, true)) as Box;
}

function objectsOn(module: Pdfium, page: number, room: number): Array<{ type: number; box: Box }> {
	return Array.from({ length: module._FPDFPage_CountObjects(page) }, (_none, index) => {
		const object = module._FPDFPage_GetObject(page, index);
		module._FPDFPageObj_GetBounds(object, room, room + 4, room + 8, room + 12);
		const view = new DataView(module.HEAPU8.buffer, room, 32);
		const box = [0, 4, 8, 12].map((at) => view.getFloat32(at, true)) as Box;
		return { type: module._FPDFPageObj_GetType(object), box };
	});
}
