import type { PDFiumDocument } from '@hyzyla/pdfium';
import { pdfium } from './image.ts';

/** A page as it was drawn, in pixels from its upper left corner. */
export interface Bitmap {
	pixels: Uint32Array;
	width: number;
	height: number;
}

export type Box = [left: number, first: number, right: number, last: number];

/** Flags of pdfium. */
const ANNOTATIONS = 1;
const PRINTING = 0x800;
export type Purpose = 'screen' | 'paper';

/** What pdfium can do, and its package does not describe. The numbers are addresses. */
interface Module {
	[name: `_FPDF${string}` | `_FORM_${string}`]: (...numbers: number[]) => number;
	wasmExports: { malloc(size: number): number; free(address: number): void };
	HEAPU8: Uint8Array;
}

/** A file whose pages are drawn without being encoded. */
export class DrawnFile {
	readonly pageCount: number;
	readonly #document: PDFiumDocument;
	readonly #form: number;

	private constructor(document: PDFiumDocument) {
		this.#document = document;
		this.pageCount = document.getPageCount();
		this.#form = (document as unknown as { initializeFormFields(): number }).initializeFormFields();
	}

	static async open(pdf: Uint8Array): Promise<DrawnFile> {
		const drawing = await pdfium();
		return new DrawnFile(await drawing.loadDocument(pdf));
	}

	close() {
		this.#document.destroy();
	}

	page<Result>(page: number, use: (page: DrawnPage) => Result): Result {
		const opened = new DrawnPage(this.#document, this.#form, page);
		try {
			return use(opened);
		} finally {
			opened.close();
		}
	}
}

const [IMAGE, FORM] = [3, 5];

export class DrawnPage {
	readonly width: number;
	readonly height: number;
	readonly #module: Module;
	readonly #page: number;
	readonly #form: number;

	constructor(document: PDFiumDocument, form: number, page: number) {
		const opened = document.getPage(page) as unknown as { module: Module; pageIdx: number };
		this.#module = opened.module;
		this.#page = opened.pageIdx;
		this.#form = form;
		this.width = this.#module._FPDF_GetPageWidth!(this.#page);
		this.height = this.#module._FPDF_GetPageHeight!(this.#page);
		this.#module._FORM_OnAfterLoadPage!(this.#page, form);
	}

	close() {
		this.#module._FORM_OnBeforeClosePage!(this.#page, this.#form);
		this.#module._FPDF_ClosePage!(this.#page);
	}

	draw(pixelsPerPoint: number, purpose: Purpose, { isBare = false } = {}): Bitmap {
		const module = this.#module;
		const [width, height] = this.#sizeIn(pixelsPerPoint);
		const flags = purpose === 'paper' ? PRINTING : 0;
		const room = module.wasmExports.malloc(width * height * 4);
		if (!room) throw new Error('Too large to be drawn');
		const bitmap = module._FPDFBitmap_CreateEx!(width, height, 4, room, width * 4);
		const area = [bitmap, this.#page, 0, 0, width, height, 0];
		try {
			module._FPDFBitmap_FillRect!(bitmap, 0, 0, width, height, 0xffffffff);
			module._FPDF_RenderPageBitmap!(...area, flags | (isBare ? 0 : ANNOTATIONS));
			if (!isBare) module._FPDF_FFLDraw!(this.#form, ...area, flags);
			const { buffer } = module.HEAPU8.slice(room, room + width * height * 4);
			return { pixels: new Uint32Array(buffer), width, height };
		} finally {
			module._FPDFBitmap_Destroy!(bitmap);
			module.wasmExports.free(room);
		}
	}

	/** Where a rectangle in the coordinates of the page is in its bitmap. */
	boxOf([left, bottom, right, top]: readonly number[], pixelsPerPoint: number): Box {
		const [width, height] = this.#sizeIn(pixelsPerPoint);
		const points = [
			[left, bottom],
			[right, top],
		].map(([x = 0, y = 0]) =>
			this.#numbers(2, 'getInt32', (room) =>
				this.#module._FPDF_PageToDevice!(
					...[this.#page, 0, 0, width, height, 0, x, y],
					room,
					room + 4,
				),
			),
		);
		const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] ?? 0));
		return [Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)];
	}

	/** Also text that is not seen, as recognition leaves it on a scan. */
	textIn([left, bottom, right, top]: readonly number[]): string {
		const module = this.#module;
		const text = module._FPDFText_LoadPage!(this.#page);
		if (!text) throw new Error('The text cannot be read');
		const area = [text, left!, top!, right!, bottom!];
		try {
			const count = module._FPDFText_GetBoundedText!(...area, 0, 0);
			const characters = this.#numbers(count, 'getUint16', (room) =>
				module._FPDFText_GetBoundedText!(...area, room, count),
			);
			return String.fromCharCode(...characters);
		} finally {
			module._FPDFText_ClosePage!(text);
		}
	}

	/** How much of the page images take, in square points. */
	imageArea(parent: 'Page' | 'FormObj' = 'Page', address = this.#page): number {
		const call = (name: string, ...numbers: number[]) => this.#module[`_FPDF${name}`]!(...numbers);
		let area = 0;
		for (let index = 0; index < call(`${parent}_CountObjects`, address); index += 1) {
			const object = call(`${parent}_GetObject`, address, index);
			const type = call('PageObj_GetType', object);
			if (type === IMAGE) {
				const [left = 0, bottom = 0, right = 0, top = 0] = this.#numbers(4, 'getFloat32', (room) =>
					call('PageObj_GetBounds', object, room, room + 4, room + 8, room + 12),
				);
				area += (right - left) * (top - bottom);
			}
			if (type === FORM) {
				const [a = 1, b = 0, c = 0, d = 1] = this.#numbers(6, 'getFloat32', (room) =>
					call('PageObj_GetMatrix', object, room),
				);
				area += this.imageArea('FormObj', object) * Math.abs(a * d - b * c);
			}
		}
		return area;
	}

	#sizeIn = (pixelsPerPoint: number) =>
		[this.width, this.height].map((points) => Math.max(1, Math.round(points * pixelsPerPoint))) as [
			number,
			number,
		];

	/** What a function writes, one number behind the other. */
	#numbers(
		count: number,
		kind: 'getInt32' | 'getUint16' | 'getFloat32',
		write: (room: number) => void,
	) {
		const bytes = kind === 'getUint16' ? 2 : 4;
		const room = this.#module.wasmExports.malloc(count * bytes + 8);
		write(room);
		const view = new DataView(this.#module.HEAPU8.buffer, room, count * bytes);
		const numbers = Array.from({ length: count }, (_none, at) => view[kind](at * bytes, true));
		this.#module.wasmExports.free(room);
		return numbers;
	}
}
