import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const EIGHT_BITS_RGBA = [8, 6, 0, 0, 0];
const FAST = 3;

/** Pixels of four bytes, red first, as a PNG. */
export function encodePng(pixels: Uint8Array, width: number, height: number): Buffer {
	const size = Buffer.alloc(8);
	size.writeUInt32BE(width, 0);
	size.writeUInt32BE(height, 4);
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', Buffer.concat([size, Buffer.from(EIGHT_BITS_RGBA)])),
		chunk('IDAT', deflateSync(withoutFilters(pixels, width * 4, height), { level: FAST })),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

/** Every row starts with the number of its filter; 0 is none. */
function withoutFilters(pixels: Uint8Array, rowBytes: number, rows: number): Buffer {
	const filtered = Buffer.alloc((rowBytes + 1) * rows);
	for (let row = 0; row < rows; row += 1) {
		filtered.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
	}
	return filtered;
}

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const framed = Buffer.alloc(content.length + 8);
	framed.writeUInt32BE(data.length, 0);
	framed.set(content, 4);
	framed.writeUInt32BE(crc32(content), content.length + 4);
	return framed;
}
