import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDict, PDFDocument, PDFName, PDFRawStream, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFContext, PDFFont, PDFHexString, PDFRef } from '@cantoo/pdf-lib';

/** A font of an appearance that stands in the file itself, as PDF/A demands (ISO 19005-1, 6.3.4). */
export interface EmbeddedFont {
	name: string;
	ref: PDFRef;
	characters: ReadonlySet<number>;
	widthOfTextAtSize(text: string, size: number): number;
	encodeText(text: string): PDFHexString;
}

interface Face {
	file: string;
	name: string;
	/** The standard font that it is a free twin of, with the same widths. */
	like: StandardFonts;
	/** What readers want to know of it (ISO 32000-1, 9.8). */
	descriptor: Record<string, number | number[]>;
}

/** As pdfium brings them; the licence stands beside the files. */
const FACES = {
	sans: {
		file: 'Sans.cff',
		name: 'ChromSansOTF',
		like: StandardFonts.Helvetica,
		descriptor: {
			Flags: 32,
			FontBBox: [-166, -225, 1000, 931],
			ItalicAngle: 0,
			Ascent: 718,
			Descent: -207,
			CapHeight: 718,
			StemV: 88,
		},
	},
	serifItalic: {
		file: 'SerifItalic.cff',
		name: 'ChromSerifOTF-Italic',
		like: StandardFonts.TimesRomanItalic,
		descriptor: {
			Flags: 98,
			FontBBox: [-169, -217, 1010, 883],
			ItalicAngle: -15.5,
			Ascent: 683,
			Descent: -217,
			CapHeight: 653,
			StemV: 76,
		},
	},
} satisfies Record<string, Face>;

const FIRST_CODE = 32;
const LAST_CODE = 255;

/** Whole, not only the letters in use: so all signatures of a file share it. */
export async function embedFont(
	{ context }: PDFDocument,
	faceName: keyof typeof FACES,
): Promise<EmbeddedFont> {
	const face = FACES[faceName];
	const metrics = await metricsOf(face);
	const characters = new Set(metrics.getCharacterSet());
	return {
		name: faceName,
		ref: earlierFont(context, face) ?? addFont(context, face, { metrics, characters }),
		characters,
		widthOfTextAtSize: (text, size) => metrics.widthOfTextAtSize(text, size),
		encodeText: (text) => metrics.encodeText(text),
	};
}

/** pdf-lib knows the widths of the standard fonts; a document of its own keeps those out of the file. */
async function metricsOf({ like }: Face): Promise<PDFFont> {
	return (await PDFDocument.create()).embedStandardFont(like);
}

function addFont(
	context: PDFContext,
	{ file, name, descriptor }: Face,
	{ metrics, characters }: { metrics: PDFFont; characters: Set<number> },
): PDFRef {
	const program = context.flateStream(programIn(file), { Subtype: 'Type1C' });
	return context.register(
		context.obj({
			Type: 'Font',
			Subtype: 'Type1',
			BaseFont: name,
			Encoding: 'WinAnsiEncoding',
			FirstChar: FIRST_CODE,
			LastChar: LAST_CODE,
			Widths: widthsOf(metrics, characters),
			FontDescriptor: context.register(
				context.obj({
					Type: 'FontDescriptor',
					FontName: name,
					...descriptor,
					FontFile3: context.register(program),
				}),
			),
		}),
	);
}

function widthsOf(metrics: PDFFont, characters: Set<number>): number[] {
	const widths = Array<number>(LAST_CODE - FIRST_CODE + 1).fill(0);
	for (const character of characters) {
		const text = String.fromCodePoint(character);
		const code = Number.parseInt(metrics.encodeText(text).asString(), 16);
		widths[code - FIRST_CODE] = Math.round(metrics.widthOfTextAtSize(text, 1000));
	}
	return widths;
}

/** The font of an earlier signature, if it is the same to the byte. */
function earlierFont(context: PDFContext, { file, name }: Face): PDFRef | undefined {
	const program = Buffer.from(context.flateStream(programIn(file)).getContents());
	const found = context.enumerateIndirectObjects().find(([, object]) => {
		if (!(object instanceof PDFDict) || object.get(PDFName.of('BaseFont')) !== PDFName.of(name)) {
			return false;
		}
		const descriptor = object.lookup(PDFName.of('FontDescriptor'));
		const stream =
			descriptor instanceof PDFDict ? descriptor.lookup(PDFName.of('FontFile3')) : undefined;
		return stream instanceof PDFRawStream && program.equals(stream.contents);
	});
	return found?.[0];
}

/** The font itself, as it stands in a file. */
export const fontProgram = (faceName: keyof typeof FACES) => programIn(FACES[faceName].file);

const programs = new Map<string, Uint8Array>();

function programIn(file: string): Uint8Array {
	const program = programs.get(file) ?? readFileSync(path.join(import.meta.dirname, 'fonts', file));
	programs.set(file, program);
	return program;
}
