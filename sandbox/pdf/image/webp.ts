/** Symbols of the first alphabet: the green of a pixel, or a length of repeated pixels (RFC 9649, 3.7). */
const GREENS = 256;
const LENGTHS = 24;
/** With codes of eight and nine bits: so many of eight that all of them fill the code exactly. */
const SHORT_CODES = 512 - (GREENS + LENGTHS);
const LONGEST_RUN = 4096;
const SHORTEST_RUN = 3;
const OPAQUE = 255;
/** Written as such, distance 2 means the pixel to the left. */
const LEFT_PIXEL_SYMBOL = 1;

/** Bits as WebP wants them: the lowest of a byte first. */
class BitWriter {
	#bytes = Buffer.alloc(1024);
	#length = 0;
	#bits = 0;
	#count = 0;

	write(value: number, count: number) {
		this.#bits |= value << this.#count;
		this.#count += count;
		while (this.#count >= 8) {
			this.#push(this.#bits & 0xff);
			this.#bits >>>= 8;
			this.#count -= 8;
		}
	}

	finish(): Buffer {
		if (this.#count > 0) this.#push(this.#bits & 0xff);
		return this.#bytes.subarray(0, this.#length);
	}

	#push(byte: number) {
		if (this.#length === this.#bytes.length) {
			this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
		}
		this.#bytes[this.#length] = byte;
		this.#length += 1;
	}
}

/** Pixels of four bytes, red first, as a lossless WebP. Pages are opaque, so alpha is left out. */
export function encodeWebp(pixels: Uint8Array, width: number, height: number): Buffer {
	const bits = new BitWriter();
	bits.write(0x2f, 8);
	bits.write(width - 1, 14);
	bits.write(height - 1, 14);
	// No alpha, version 0; then no transform, no cache of colours, one set of codes for the whole image.
	bits.write(0, 4);
	bits.write(0, 3);
	writeCode(bits, GREENS + LENGTHS, SHORT_CODES);
	writeCode(bits, GREENS, GREENS);
	writeCode(bits, GREENS, GREENS);
	writeOnlySymbol(bits, OPAQUE);
	writeOnlySymbol(bits, LEFT_PIXEL_SYMBOL);
	writePixels(bits, pixels, width * height);
	return inContainer(bits.finish());
}

/** The lengths of a code's symbols, each itself written as one bit: 0 for eight, 1 for nine. */
function writeCode(bits: BitWriter, symbols: number, short: number) {
	const orderedLengths = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9];
	bits.write(0, 1);
	bits.write(orderedLengths.length - 4, 4);
	for (const length of orderedLengths) bits.write(length === 8 || length === 9 ? 1 : 0, 3);
	bits.write(0, 1);
	for (let symbol = 0; symbol < symbols; symbol += 1) bits.write(symbol < short ? 0 : 1, 1);
}

/** A code of one symbol, which then takes no bits at all. */
function writeOnlySymbol(bits: BitWriter, symbol: number) {
	bits.write(1, 1);
	bits.write(0, 1);
	bits.write(1, 1);
	bits.write(symbol, 8);
}

function writePixels(bits: BitWriter, pixels: Uint8Array, count: number) {
	const colours = new DataView(pixels.buffer, pixels.byteOffset, count * 4);
	// Alpha is not written, and so does not count either.
	const colour = (index: number) => colours.getUint32(index * 4) >>> 8;
	for (let index = 0; index < count;) {
		const run = index > 0 ? runFrom(index, count, colour) : 0;
		if (run >= SHORTEST_RUN) {
			writeRun(bits, run);
			index += run;
			continue;
		}
		const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 4, index * 4 + 3);
		writeGreen(bits, green);
		bits.write(reversed(red, 8), 8);
		bits.write(reversed(blue, 8), 8);
		index += 1;
	}
}

/** How many pixels from here on are like the one before. */
function runFrom(index: number, count: number, colour: (index: number) => number): number {
	const wanted = colour(index - 1);
	const end = Math.min(count, index + LONGEST_RUN);
	let next = index;
	while (next < end && colour(next) === wanted) next += 1;
	return next - index;
}

function writeRun(bits: BitWriter, length: number) {
	const value = length - 1;
	if (value < 4) return writeGreen(bits, GREENS + value);
	const highest = 31 - Math.clz32(value);
	const second = (value >> (highest - 1)) & 1;
	writeGreen(bits, GREENS + 2 * highest + second);
	bits.write(value & ((1 << (highest - 1)) - 1), highest - 1);
}

/** Codes count up with their symbols, the longer ones after the shorter. */
function writeGreen(bits: BitWriter, symbol: number) {
	if (symbol < SHORT_CODES) return bits.write(reversed(symbol, 8), 8);
	bits.write(reversed(SHORT_CODES * 2 + symbol - SHORT_CODES, 9), 9);
}

/** Codes are written highest bit first, unlike everything else. */
function reversed(code: number, count: number): number {
	let result = 0;
	for (let bit = 0; bit < count; bit += 1) result |= ((code >> bit) & 1) << (count - 1 - bit);
	return result;
}

function inContainer(data: Buffer): Buffer {
	const padding = Buffer.alloc(data.length % 2);
	const header = Buffer.from('RIFF\0\0\0\0WEBPVP8L\0\0\0\0', 'latin1');
	header.writeUInt32LE(header.length - 8 + data.length + padding.length, 4);
	header.writeUInt32LE(data.length, 16);
	return Buffer.concat([header, data, padding]);
}
