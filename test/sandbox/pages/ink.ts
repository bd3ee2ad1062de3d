import { inflateSync } from 'node:zlib';
import { drawPage } from '../../../sandbox/pdf/image/image.ts';

interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

type Tone = (red: number, green: number, blue: number) => boolean;

/** Dark blue, as names and drawn signatures are. */
export const isInk: Tone = (red, green, blue) => red < 90 && green < 100 && blue > 50 && blue < 150;
export const isRed: Tone = (red, green, blue) => red > 200 && green < 80 && blue < 80;

/** Which share of a box on a page, in points from its upper left corner, is drawn in a tone. */
export async function shareOf(tone: Tone, pdf: Uint8Array, page: number, box?: Box) {
	const png = await drawPage(pdf, page, 1);
	if (!png) throw new Error(`There is no page ${page}.`);
	const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
	const start = png.indexOf('IDAT') + 4;
	const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
	const area = box ?? { x: 0, y: 0, width, height };
	let count = 0;
	for (let y = Math.ceil(area.y); y < Math.min(area.y + area.height, height); y += 1) {
		for (let x = Math.ceil(area.x); x < Math.min(area.x + area.width, width); x += 1) {
			// Each row starts with the number of its filter, which is none.
			const [red = 0, green = 0, blue = 0] = rows.subarray(y * (width * 4 + 1) + 1 + x * 4);
			if (tone(red, green, blue)) count += 1;
		}
	}
	return count / (area.width * area.height);
}
