import { createHash } from 'node:crypto';
import {
	PDFArray,
	PDFDict,
	PDFDocument,
	PDFName,
	PDFNumber,
	PDFRawStream,
	PDFStream,
	decodePDFRawStream,
	type PDFObject,
} from '@cantoo/pdf-lib';
import { stream, writeByHand } from './byHand.ts';

const metadata = (part: number) =>
	stream(
		`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
		'/Type /Metadata /Subtype /XML',
	);

/** A page with nothing on it, in a document that says it is PDF/A and how its colours are meant. */
export function archivalFile(part: number): Buffer {
	return writeByHand(
		{
			1: '<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R /OutputIntents [5 0 R] >>',
			2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
			3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
			4: metadata(part),
			5: '<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (FOGRA39) /RegistryName (http://www.color.org) >>',
		},
		'/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]',
	);
}

/** What ISO 19005 says about the parts of a file that a signature touches; an empty list is good. */
export async function archivalFaults(pdf: Uint8Array, part: number): Promise<string[]> {
	const document = await PDFDocument.load(pdf, { updateMetadata: false });
	const form = document.catalog.getAcroForm();
	const widgets = form?.getAllFields().map(([field]) => field.dict) ?? [];
	const faults = widgets.flatMap((widget) => widgetFaults(widget, part));
	if (form?.dict.lookup(PDFName.of('NeedAppearances'))) faults.push('NeedAppearances');
	const text = Buffer.from(pdf).toString('latin1');
	if (!/\/ID \[/.test(text.slice(text.lastIndexOf('trailer')))) faults.push('no ID in the trailer');
	return faults;
}

function widgetFaults(widget: PDFDict, part: number): string[] {
	const flags = widget.lookup(PDFName.of('F'), PDFNumber).asNumber();
	const appearances = widget.lookup(PDFName.of('AP'));
	const shown = appearances instanceof PDFDict ? appearances.lookup(PDFName.of('N')) : undefined;
	return [
		...((flags & PRINT) === 0 || (flags & HIDDEN) !== 0 ? [`flags ${flags}`] : []),
		...(shown instanceof PDFRawStream ? formFaults(shown, part) : ['no appearance']),
	];
}

const PRINT = 4;
const HIDDEN = 1 | 2 | 32;

function formFaults(form: PDFRawStream, part: number): string[] {
	const resources = form.dict.lookup(PDFName.of('Resources'));
	const members = (kind: string) =>
		(resources instanceof PDFDict ? entries(resources.lookup(PDFName.of(kind))) : []).map(
			([, value]) => value,
		);
	const operators = Buffer.from(decodePDFRawStream(form).decode()).toString('latin1');
	const images = members('XObject').filter((image) => image instanceof PDFStream);
	const isRgb = / rg\b/.test(operators) || images.length > 0;
	const colours = resources instanceof PDFDict && resources.lookup(PDFName.of('ColorSpace'));
	const isDefined = colours instanceof PDFDict && colours.has(PDFName.of('DefaultRGB'));
	return [
		...members('Font').flatMap(fontFaults),
		...(isRgb && !isDefined ? ['colours of a device'] : []),
		...(part === 1 && images.some(({ dict }) => dict.has(PDFName.of('SMask')))
			? ['transparency']
			: []),
		...(part === 1 && form.dict.has(PDFName.of('Group')) ? ['transparency group'] : []),
	];
}

function fontFaults(font: PDFObject | undefined): string[] {
	if (!(font instanceof PDFDict)) return ['no font'];
	const name = String(font.get(PDFName.of('BaseFont')));
	const descriptor = font.lookup(PDFName.of('FontDescriptor'));
	const program =
		descriptor instanceof PDFDict ? descriptor.lookup(PDFName.of('FontFile3')) : undefined;
	if (!(program instanceof PDFRawStream)) return [`${name} is not embedded`];
	const first = font.lookup(PDFName.of('FirstChar'), PDFNumber).asNumber();
	const widths = font.lookup(PDFName.of('Widths'), PDFArray);
	const known = FONTS[name];
	const bytes = decodePDFRawStream(program).decode();
	if (createHash('sha256').update(bytes).digest('hex') !== known?.sha256) {
		return [`${name} is another font: look up the widths of its letters`];
	}
	return Object.entries(known.widths)
		.filter(
			([letter, width]) =>
				widths.lookup(letter.charCodeAt(0) - first, PDFNumber).asNumber() !== width,
		)
		.map(([letter]) => `${name}: width of ${letter}`);
}

/** What the programs of the fonts state, in thousandths of the font size (ISO 19005-2, 6.2.11.5). */
const FONTS: Record<string, { sha256: string; widths: Record<string, number> }> = {
	'/ChromSansOTF': {
		sha256: 'a02339e95d20db14cbdfc1c6baf359cd36a091d5434925c3a4040f60e1a1af9e',
		widths: { ' ': 278, A: 667, W: 944, i: 222, m: 833, '~': 584, é: 556, ÿ: 500 },
	},
	'/ChromSerifOTF-Italic': {
		sha256: '610ae0687198045c4db5d1a6650fd5e92536631706382eb8b72e38df578d0ae9',
		widths: { ' ': 250, A: 611, W: 833, i: 278, m: 722, '~': 541, é: 444, ÿ: 444 },
	},
};

const entries = (dict: PDFObject | undefined) =>
	dict instanceof PDFDict ? dict.keys().map((key) => [key, dict.lookup(key)] as const) : [];
