import { UnusableTemplate } from './xml';

/** A picture of the item. */
export interface Picture {
	bytes: Buffer;
	extension: 'png' | 'jpeg';
	/** As Word measures (English Metric Units). */
	width: number;
	height: number;
}

interface Pixels {
	width: number;
	height: number;
	/** Per inch. */
	density?: number;
}

const EMU_PER_INCH = 914_400;
const USUAL_DENSITY = 96;
/** Within the margins of a page: 16 by 24 cm. */
const WIDEST = 5_760_000;
const HIGHEST = 8_640_000;

export function readPicture(name: string, bytes: Buffer): Picture {
	const isPng = bytes.length > PNG_HEADER && bytes.readUInt32BE(0) === 0x89504e47;
	const pixels = isPng ? pngSize(bytes) : jpegSize(bytes);
	if (!pixels || pixels.width === 0 || pixels.height === 0) {
		throw new UnusableTemplate(`The picture "${name}" must be a PNG or JPEG file.`);
	}
	const { density = USUAL_DENSITY } = pixels;
	const [width, height] = [pixels.width, pixels.height].map(
		(length) => (length / density) * EMU_PER_INCH,
	) as [number, number];
	const scale = Math.min(1, WIDEST / width, HIGHEST / height);
	return {
		bytes,
		extension: isPng ? 'png' : 'jpeg',
		width: Math.max(1, Math.round(width * scale)),
		height: Math.max(1, Math.round(height * scale)),
	};
}

const PNG_HEADER = 24;
const INCH_PER_METER = 0.0254;

function pngSize(png: Buffer): Pixels {
	const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
	for (let at = 8; at + 17 <= png.length;) {
		const type = png.toString('latin1', at + 4, at + 8);
		if (type === 'pHYs' && png[at + 16] === 1) {
			return { ...size, density: png.readUInt32BE(at + 8) * INCH_PER_METER || undefined };
		}
		if (type === 'IDAT') break;
		at += 12 + png.readUInt32BE(at);
	}
	return size;
}

/** The segments up to the one with the size (ITU T.81, B.2.2). */
function jpegSize(jpeg: Buffer): Pixels | undefined {
	let density: number | undefined;
	if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return undefined;
	for (let at = 2; at + 18 <= jpeg.length && jpeg[at] === 0xff;) {
		const kind = jpeg[at + 1]!;
		const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
		if (isFrame) {
			return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5), density };
		}
		if (kind === 0xe0 && jpeg.toString('latin1', at + 4, at + 8) === 'JFIF') {
			const perUnit = jpeg.readUInt16BE(at + 12);
			const inches = { 1: 1, 2: 2.54 }[jpeg[at + 11] ?? 0];
			density = inches && perUnit ? perUnit * inches : undefined;
		}
		at += 2 + jpeg.readUInt16BE(at + 2);
	}
	return undefined;
}

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** In the line, like a large letter. */
export function drawingOf(
	{ width, height }: Picture,
	{ name, id, relationship }: { name: string; id: number; relationship: string },
): string {
	const size = `cx="${width}" cy="${height}"`;
	return (
		`</w:t><w:drawing><wp:inline xmlns:wp="${DRAWING}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0">` +
		`<wp:extent ${size}/><wp:docPr id="${id}" name="${name}"/>` +
		`<a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture">` +
		`<pic:pic xmlns:pic="${DRAWING}/picture"><pic:nvPicPr><pic:cNvPr id="${id}" name="${name}"/><pic:cNvPicPr/></pic:nvPicPr>` +
		`<pic:blipFill><a:blip xmlns:r="${RELATIONSHIPS}" r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
		'</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing><w:t xml:space="preserve">'
	);
}

export const imageRelationship = (id: string, target: string) =>
	`<Relationship Id="${id}" Type="${RELATIONSHIPS}/image" Target="/${target}"/>`;
