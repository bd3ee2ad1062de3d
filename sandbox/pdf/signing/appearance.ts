import {
	beginText,
	drawImage,
	endText,
	moveText,
	rectangle,
	degrees,
	fill,
	setFillingRgbColor,
	setFontAndSize,
	showText,
	type PDFDocument,
	type PDFImage,
	type PDFOperator,
	type PDFRef,
} from '@cantoo/pdf-lib';
import { DEFINED_COLOURS } from './archival.ts';
import type { EmbeddedFont } from '../font/embeddedFont.ts';
import { printable } from '../font/printable.ts';

interface Size {
	width: number;
	height: number;
}

interface Box extends Size {
	x: number;
	y: number;
}

interface Appearance {
	size: Size;
	/** Counter-clockwise in degrees, as PDF turns; that of the page makes it stand upright there. */
	rotation: number;
	/** Small, above the title. */
	label: string;
	/** The signature as a person reads it. */
	title: string;
	/** Smaller, below it. */
	details: string[];
	image?: PDFImage;
	fonts: { title: EmbeddedFont; detail: EmbeddedFont };
	/** Whether the document keeps to PDF/A. */
	isArchival: boolean;
}

interface Line {
	text: string;
	font: EmbeddedFont;
	/** Relative to the other lines. */
	weight: number;
	color: Color;
}

type Color = [red: number, green: number, blue: number];

const INK: Color = [0.07, 0.16, 0.36];
const ACCENT: Color = [0.13, 0.4, 0.75];
const MUTED: Color = [0.38, 0.42, 0.48];

const LARGEST_DETAIL = 8;
const TITLE_WEIGHT = 2.2;
const LINE_SPACING = 1.25;

/** A form XObject that fills its size: an accent bar, the image where there is one, and the lines of text. */
export function drawAppearance(document: PDFDocument, appearance: Appearance): PDFRef {
	const rotation = ((appearance.rotation % 360) + 360) % 360;
	const { width, height } = turnedSize(appearance.size, rotation);
	const { context } = document;
	const { title: titleFont, detail: detailFont } = appearance.fonts;

	const bar = Math.min(2, width * 0.02);
	const padding = Math.min(6, height * 0.1, width * 0.05);
	const inner = {
		x: bar + padding,
		y: padding,
		width: width - bar - 2 * padding,
		height: height - 2 * padding,
	};
	const { imageBox, textBox } = split(inner, appearance.image);
	const lines: Line[] = [
		line(appearance.label, detailFont, 1, MUTED),
		line(appearance.title, titleFont, TITLE_WEIGHT, INK),
		...appearance.details.map((text) => line(text, detailFont, 1, MUTED)),
	];
	const operators = [
		setFillingRgbColor(...ACCENT),
		rectangle(0, 0, bar, height),
		fill(),
		...(appearance.image && imageBox ? placeImage(appearance.image, imageBox) : []),
		...placeLines(lines, textBox),
	];
	const { cosine, sine } = directionOf(rotation);
	const form = context.formXObject(operators, {
		BBox: context.obj([0, 0, width, height]),
		Matrix: context.obj([cosine, sine, -sine, cosine, 0, 0]),
		Resources: {
			Font: { [titleFont.name]: titleFont.ref, [detailFont.name]: detailFont.ref },
			XObject: appearance.image ? { Image: appearance.image.ref } : {},
			...(appearance.isArchival && { ColorSpace: DEFINED_COLOURS }),
		},
	});
	return context.register(form);
}

/** The image stands beside the text, or above it where the box is higher than wide. */
function split(inner: Box, image: PDFImage | undefined): { imageBox?: Box; textBox: Box } {
	if (!image) return { textBox: inner };
	const gap = Math.min(inner.width, inner.height) * 0.1;
	if (inner.width >= inner.height) {
		const share = Math.min(inner.width * 0.4, (image.width / image.height) * inner.height);
		return {
			imageBox: { ...inner, width: share },
			textBox: { ...inner, x: inner.x + share + gap, width: inner.width - share - gap },
		};
	}
	const share = Math.min(inner.height * 0.55, (image.height / image.width) * inner.width);
	return {
		imageBox: { ...inner, y: inner.y + inner.height - share, height: share },
		textBox: { ...inner, height: inner.height - share - gap },
	};
}

function placeImage(image: PDFImage, box: Box): PDFOperator[] {
	const scale = Math.min(box.width / image.width, box.height / image.height);
	const [width, height] = [image.width * scale, image.height * scale];
	return drawImage('Image', {
		x: box.x + (box.width - width) / 2,
		y: box.y + (box.height - height) / 2,
		width,
		height,
		rotate: degrees(0),
		xSkew: degrees(0),
		ySkew: degrees(0),
	});
}

/** As large as the box allows, each line shrunk to its width, all of them centred in the height. */
function placeLines(lines: Line[], box: Box): PDFOperator[] {
	const weights = lines.reduce((sum, { weight }) => sum + weight, 0);
	const unit = Math.min(LARGEST_DETAIL, box.height / (weights * LINE_SPACING));
	let top = box.y + (box.height + unit * weights * LINE_SPACING) / 2;
	return lines.flatMap(({ text, font, weight, color }) => {
		const size = Math.min(unit * weight, box.width / font.widthOfTextAtSize(text || ' ', 1));
		const baseline = top - unit * weight;
		top -= unit * weight * LINE_SPACING;
		return [
			beginText(),
			setFillingRgbColor(...color),
			setFontAndSize(font.name, size),
			moveText(box.x, baseline),
			showText(font.encodeText(text)),
			endText(),
		];
	});
}

function line(text: string, font: EmbeddedFont, weight: number, color: Color): Line {
	return { text: printable(text, font.characters), font, weight, color };
}

/** The size that fills the box once it is turned; at an angle, as much of it as keeps its proportions. */
function turnedSize({ width, height }: Size, rotation: number): Size {
	const { cosine, sine } = directionOf(rotation);
	if (cosine === 0) return { width: height, height: width };
	if (sine === 0) return { width, height };
	// Viewers stretch the turned appearance to the box, so it has to have the box's proportions.
	const side = Math.min(width, height);
	const [across, along] = [Math.abs(cosine), Math.abs(sine)];
	const ratio = (width * across - height * along) / (height * across - width * along);
	return ratio > 0 && Number.isFinite(ratio)
		? { width: side * ratio, height: side }
		: { width: side, height: side };
}

function directionOf(rotation: number): { cosine: number; sine: number } {
	const exact = (value: number) => Math.round(value * 1e9) / 1e9;
	const angle = (rotation * Math.PI) / 180;
	return { cosine: exact(Math.cos(angle)), sine: exact(Math.sin(angle)) };
}
