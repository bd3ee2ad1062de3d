import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject, PDFPage } from '@cantoo/pdf-lib';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import { operationsIn } from '../text/contentStream.ts';
import { readText } from '../text/readText.ts';
import { isOwnFont } from './ownFont.ts';
import { ownSignatures } from './ownSignatures.ts';

/** Why a document does not surely keep to PDF/A. */
export interface Faults {
	/** PDF/A forbids it. */
	broken: string[];
	/** The sandbox does not know whether PDF/A allows it. Most good documents of other programs have some of these. */
	unknown: string[];
}

/** Whatever the sandbox does not surely know to be allowed or forbidden is unknown. */
export async function faultsOf(pdf: PDFDocument, part: string): Promise<Faults> {
	const broken = new Set<string>();
	const faults = new Set<string>();
	const only = (dict: PDFDict, allowed: string[], what: string) => {
		for (const key of dict.keys().map((one) => one.decodeText())) {
			if (!allowed.includes(key)) faults.add(`${what} has ${key}, which the sandbox cannot judge.`);
		}
	};
	only(pdf.catalog, CATALOG, 'The document');
	if (hasScript(pdf)) broken.add('The document has JavaScript, which PDF/A does not allow.');
	const signatures = ownSignatures(pdf);
	if (pdf.catalog.has(PDFName.of('AcroForm')) && !signatures) {
		faults.add('The document has form fields that the sandbox cannot judge.');
	}
	for (const { appearance } of signatures ?? []) {
		if (!appearance) continue;
		only(appearance.dict, FORM, 'A signature');
		const own = appearance.dict.lookup(PDFName.of('Resources'));
		readContent([appearance], own instanceof PDFDict ? own : undefined, 0, [COLOURS]);
	}
	for (const page of pdf.getPages()) {
		only(page.node, PAGE, 'A page');
		const annotations = page.node.Annots()?.asArray() ?? [];
		const areOwn = annotations.every((one) =>
			signatures?.some(({ widget }) => widget === pdf.context.lookup(one)),
		);
		if (!areOwn) faults.add('A page has form fields or annotations that the sandbox cannot judge.');
		readContent(pageContents(page), page.node.Resources(), 0);
		const text = (await readText(page)).map((glyph) => glyph.text ?? '\0').join('');
		if (UNDRAWN.test(text)) faults.add('The text has characters that its font does not have.');
	}
	return { broken: [...broken], unknown: [...faults] };

	function readContent(
		streams: PDFStream[],
		resources: PDFDict | undefined,
		depth: number,
		more: string[] = [],
	) {
		if (resources) readResources(resources, depth, more);
		for (const stream of streams) {
			if (stream instanceof PDFRawStream) readFilter(stream);
			const bytes =
				stream instanceof PDFRawStream ? contentOf(stream) : Buffer.from(stream.getContents());
			for (const { operator } of operationsIn(bytes)) {
				if (!OPERATORS.has(operator)) faults.add(`The content has the operator ${operator}.`);
			}
		}
	}

	function readResources(resources: PDFDict, depth: number, more: string[]) {
		only(resources, ['Font', 'XObject', 'ExtGState', 'ProcSet', ...more], 'A page');
		for (const font of inside(resources, 'Font')) {
			if (font instanceof PDFDict && isOwnFont(font)) continue;
			const name = font instanceof PDFDict && font.lookup(PDFName.of('BaseFont'));
			const shown = name instanceof PDFName ? name.decodeText() : 'without a name';
			if (font instanceof PDFDict && isOutside(font)) {
				broken.add(`The font ${shown} is not in the file.`);
			} else faults.add(`The sandbox cannot judge the font ${shown}.`);
		}
		for (const state of inside(resources, 'ExtGState')) {
			if (state instanceof PDFDict) only(state, ['Type', 'ca', 'CA'], 'A graphics state');
			if (part === '1') broken.add('The document is transparent, which PDF/A-1 does not allow.');
		}
		for (const object of inside(resources, 'XObject')) readObject(object, depth);
	}

	function readObject(object: PDFObject | undefined, depth: number) {
		if (!(object instanceof PDFRawStream) || depth > 8)
			return void faults.add('A form cannot be read.');
		const { dict } = object;
		if (dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')) return readImage(object);
		only(dict, FORM, 'A form');
		const own = dict.lookup(PDFName.of('Resources'));
		readContent([object], own instanceof PDFDict ? own : undefined, depth + 1);
	}

	function readImage(image: PDFRawStream) {
		only(image.dict, IMAGE, 'An image');
		readFilter(image, 'DCTDecode');
		const space = image.dict.lookup(PDFName.of('ColorSpace'));
		if (space !== PDFName.of('DeviceRGB') && space !== PDFName.of('DeviceGray')) {
			faults.add('An image has colours for which the document has no profile.');
		}
		const bits = image.dict.lookup(PDFName.of('BitsPerComponent'));
		if (!(bits instanceof PDFNumber) || ![1, 2, 4, 8].includes(bits.asNumber())) {
			faults.add('An image has an unusual number of colours.');
		}
		const mask = image.dict.lookup(PDFName.of('SMask'));
		if (!mask) return;
		if (part === '1') broken.add('An image is transparent, which PDF/A-1 does not allow.');
		if (mask instanceof PDFRawStream) readImage(mask);
	}

	function readFilter({ dict }: PDFRawStream, ...more: string[]) {
		const filter = dict.lookup(PDFName.of('Filter'));
		const allowed = ['FlateDecode', ...more].map((name) => PDFName.of(name));
		if (filter && !allowed.includes(filter as PDFName)) faults.add('A stream is packed unusually.');
	}
}

function pageContents({ node }: PDFPage): PDFStream[] {
	const contents = node.Contents();
	const parts =
		contents instanceof PDFArray
			? contents.asArray().map((_one, at) => contents.lookup(at))
			: [contents];
	return parts.filter((part) => part instanceof PDFStream);
}

function inside(resources: PDFDict, kind: string): Array<PDFObject | undefined> {
	const list = resources.lookup(PDFName.of(kind));
	return list instanceof PDFDict ? list.keys().map((key) => list.lookup(key)) : [];
}

/** A simple font that nothing but its name describes. */
function isOutside(font: PDFDict): boolean {
	const kind = font.lookup(PDFName.of('Subtype'));
	const isSimple = kind === PDFName.of('Type1') || kind === PDFName.of('TrueType');
	return isSimple && !font.has(PDFName.of('FontDescriptor'));
}

/** Anywhere in the file (ISO 19005-1, 6.6.1). */
function hasScript({ catalog, context }: PDFDocument): boolean {
	const direct = catalog.lookup(PDFName.of('OpenAction'));
	return [direct, ...context.enumerateIndirectObjects().map(([, object]) => object)].some(
		(object) =>
			object instanceof PDFDict && object.lookup(PDFName.of('S')) === PDFName.of('JavaScript'),
	);
}

/** Control characters, as codes without a glyph are read. */
const UNDRAWN = /[\0-\x1f\x7f-\x9f]/;
const CATALOG = [
	...['Type', 'Pages', 'Metadata', 'OutputIntents', 'Version', 'Lang', 'PageLayout'],
	// Looked at by themselves.
	...['AcroForm'],
];
/** Of signatures, which bring their own. */
const COLOURS = 'ColorSpace';
const PAGE = [
	...['Type', 'Parent', 'Resources', 'Contents', 'Rotate', 'Annots'],
	...['MediaBox', 'CropBox', 'TrimBox', 'BleedBox', 'ArtBox'],
];
const STREAM = ['Type', 'Subtype', 'Length', 'Filter'];
const FORM = [...STREAM, 'FormType', 'BBox', 'Matrix', 'Resources'];
const IMAGE = [...STREAM, 'Width', 'Height', 'ColorSpace', 'BitsPerComponent', 'Decode', 'SMask'];
/** Without those for colours of other kinds, shadings and images in the content. */
const OPERATORS = new Set(
	(
		'q Q cm w J j M d i gs m l c v y h re S s f F f* B B* b b* n W W* ' +
		'BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* Tj TJ \' " g G rg RG Do MP BMC EMC'
	).split(' '),
);
