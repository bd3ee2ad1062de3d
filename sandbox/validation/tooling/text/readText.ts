import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import type { PDFObject, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import { operationsIn, type Operand, type Operation } from './contentStream.ts';
import { readFont, type Font } from './font.ts';
import type { Glyph, TextStream } from './glyph.ts';
import { IDENTITY, matrixOf, moved, multiply, type Matrix } from './matrix.ts';

/** Forms in forms, as deep as anyone has reason to. */
const DEEPEST = 8;

interface Scope {
	stream: TextStream;
	resources: PDFDict | undefined;
	matrix: Matrix;
	depth: number;
}

interface TextState {
	matrix: Matrix;
	font?: Font;
	size: number;
	charSpacing: number;
	wordSpacing: number;
	scale: number;
	leading: number;
	rise: number;
}

/** All text of a page in the order in which it is drawn, with the forms that the page shows. */
export async function readText(page: PDFPage): Promise<Glyph[]> {
	const { context } = page.doc;
	const fonts = new Map<PDFObject, Font>();
	const forms = new Map<PDFObject, TextStream>();
	const glyphs: Glyph[] = [];
	await walk({
		stream: pageStream(page),
		resources: page.node.Resources(),
		matrix: IDENTITY,
		depth: 0,
	});
	return glyphs;

	async function walk({ stream, resources, matrix, depth }: Scope): Promise<void> {
		let state: TextState = {
			...{ matrix, size: 0, charSpacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0 },
		};
		const saved: TextState[] = [];
		let line = IDENTITY;
		let text = IDENTITY;
		const nextLine = (x: number, y: number) => {
			line = multiply(moved(x, y), line);
			text = line;
		};
		for (const operation of operationsIn(stream.bytes)) {
			const { operator, operands } = operation;
			const numbers = operands.flatMap((one) => (one.type === 'number' ? [one.value] : []));
			const [first = 0, second = 0] = numbers;
			switch (operator) {
				case 'q':
					saved.push({ ...state });
					break;
				case 'Q':
					state = saved.pop() ?? state;
					break;
				case 'cm':
					state.matrix = multiply(matrixOf(numbers), state.matrix);
					break;
				case 'BT':
					line = text = IDENTITY;
					break;
				case 'Tf':
					state.font = await fontNamed(resources, nameOf(operands[0]));
					state.size = first;
					break;
				case 'Tc':
					state.charSpacing = first;
					break;
				case 'Tw':
					state.wordSpacing = first;
					break;
				case 'Tz':
					state.scale = first / 100;
					break;
				case 'TL':
					state.leading = first;
					break;
				case 'Ts':
					state.rise = first;
					break;
				case 'Td':
					nextLine(first, second);
					break;
				case 'TD':
					state.leading = -second;
					nextLine(first, second);
					break;
				case 'Tm':
					line = text = matrixOf(numbers);
					break;
				case 'T*':
					nextLine(0, -state.leading);
					break;
				case '"':
					state.wordSpacing = first;
					state.charSpacing = second;
					nextLine(0, -state.leading);
					text = show(operation, { state, text, stream });
					break;
				case "'":
					nextLine(0, -state.leading);
					text = show(operation, { state, text, stream });
					break;
				case 'Tj':
				case 'TJ':
					text = show(operation, { state, text, stream });
					break;
				case 'Do':
					await walkForm(nameOf(operands[0]), { resources, matrix: state.matrix, depth });
					break;
			}
		}
	}

	/** Answers where the text goes on. */
	function show(
		{ operands, start, end }: Operation,
		{ state, text, stream }: { state: TextState; text: Matrix; stream: TextStream },
	): Matrix {
		const { font, size, scale, rise } = state;
		let x = 0;
		partsOf(operands).forEach((part, index) => {
			if (part.type === 'number') x -= (part.value / 1000) * size * scale;
			if (part.type !== 'string' || !font) return;
			let from = 0;
			for (const code of font(part.value)) {
				const extra = state.charSpacing + (code.isSpace ? state.wordSpacing : 0);
				const advance = ((code.width / 1000) * size + extra) * scale;
				const shift = size === 0 ? 0 : -(code.width + (extra * 1000) / size);
				glyphs.push({
					...{ text: code.text, advance, size },
					matrix: multiply(moved(x, rise), multiply(text, state.matrix)),
					source: { stream, start, end, part: index, from, to: from + code.bytes, shift },
				});
				from += code.bytes;
				x += advance;
			}
		});
		return multiply(moved(x, 0), text);
	}

	async function fontNamed(resources: PDFDict | undefined, name: string) {
		const list = resources?.lookup(PDFName.of('Font'));
		const dict = list instanceof PDFDict ? list.lookup(PDFName.of(name)) : undefined;
		if (!(dict instanceof PDFDict)) return undefined;
		const known = fonts.get(dict) ?? (await readFont(dict));
		fonts.set(dict, known);
		return known;
	}

	async function walkForm(name: string, { resources, matrix, depth }: Omit<Scope, 'stream'>) {
		const list = resources?.lookup(PDFName.of('XObject'));
		const ref = list instanceof PDFDict ? list.get(PDFName.of(name)) : undefined;
		const form = ref && context.lookup(ref);
		if (!(form instanceof PDFRawStream) || depth >= DEEPEST) return;
		if (form.dict.lookup(PDFName.of('Subtype')) !== PDFName.of('Form')) return;
		const own = form.dict.lookup(PDFName.of('Resources'));
		const stream = forms.get(form) ?? formStream(form, ref as PDFRef);
		forms.set(form, stream);
		await walk({
			stream,
			resources: own instanceof PDFDict ? own : resources,
			matrix: multiply(matrixOf(numbersIn(form.dict.lookup(PDFName.of('Matrix')))), matrix),
			depth: depth + 1,
		});
	}

	function formStream(form: PDFRawStream, ref: PDFRef): TextStream {
		return {
			bytes: contentOf(form),
			replace: (bytes) => {
				const dict = form.dict.clone(context);
				for (const key of ['Filter', 'DecodeParms', 'Length']) dict.delete(PDFName.of(key));
				const entries = Object.fromEntries(
					dict.entries().map(([key, value]) => [key.decodeText(), value]),
				);
				context.assign(ref, context.flateStream(bytes, entries));
			},
		};
	}
}

/** The parts of a page's content count as one. */
function pageStream(page: PDFPage): TextStream {
	const contents = page.node.Contents();
	const parts =
		contents instanceof PDFArray
			? contents.asArray().map((_one, at) => contents.lookup(at))
			: [contents];
	const bytes = parts.flatMap((part) =>
		part instanceof PDFStream ? [streamBytes(part), Buffer.from('\n')] : [],
	);
	return {
		bytes: Buffer.concat(bytes),
		replace: (changed) => {
			const { context } = page.doc;
			const ref = context.register(context.flateStream(changed));
			page.node.set(PDFName.of('Contents'), ref);
		},
	};
}

const streamBytes = (stream: PDFStream) =>
	stream instanceof PDFRawStream ? contentOf(stream) : Buffer.from(stream.getContents());

const nameOf = (operand: Operand | undefined) => (operand?.type === 'name' ? operand.value : '');

/** What an operator shows: strings, and in between how far to move. */
export function partsOf(operands: Operand[]): Operand[] {
	const shown = operands.at(-1);
	return shown?.type === 'array' ? shown.value : shown ? [shown] : [];
}

function numbersIn(value: PDFObject | undefined): number[] {
	if (!(value instanceof PDFArray)) return [];
	return value.asArray().flatMap((_one, at) => {
		const entry = value.lookup(at);
		return entry instanceof PDFNumber ? [entry.asNumber()] : [];
	});
}
