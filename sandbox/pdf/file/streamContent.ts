import {
	decodePDFRawStream,
	PDFArray,
	PDFDict,
	PDFName,
	PDFNumber,
	type PDFRawStream,
} from '@cantoo/pdf-lib';

/** What a stream holds, also where it was written with a PNG predictor, which pdf-lib leaves as it is. */
export function contentOf(stream: PDFRawStream): Buffer {
	const bytes = Buffer.from(decodePDFRawStream(stream).decode());
	const stated = stream.dict.lookup(PDFName.of('DecodeParms'));
	const parameters = stated instanceof PDFArray ? stated.lookup(stated.size() - 1) : stated;
	const numberOf = (key: string, usual: number) => {
		const value = parameters instanceof PDFDict && parameters.lookup(PDFName.of(key));
		return value instanceof PDFNumber ? value.asNumber() : usual;
	};
	const predictor = numberOf('Predictor', 1);
	if (predictor === 1) return bytes;
	if (predictor < 10) throw new Error('An unknown predictor');
	const bits = numberOf('Colors', 1) * numberOf('BitsPerComponent', 8);
	return unfilter(bytes, Math.ceil((bits * numberOf('Columns', 1)) / 8), Math.ceil(bits / 8));
}

/** Each row begins with its filter (PNG, second edition, 9.2). */
function unfilter(bytes: Buffer, width: number, pixel: number): Buffer {
	const rows = Math.ceil(bytes.length / (width + 1));
	const out = Buffer.alloc(rows * width);
	for (let row = 0; row < rows; row += 1) {
		const filter = bytes[row * (width + 1)];
		for (let column = 0; column < width; column += 1) {
			const at = row * width + column;
			const left = column < pixel ? 0 : (out[at - pixel] ?? 0);
			const up = row === 0 ? 0 : (out[at - width] ?? 0);
			const corner = row === 0 || column < pixel ? 0 : (out[at - width - pixel] ?? 0);
			const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
			const guess = guesses[filter ?? 0];
			if (guess === undefined) throw new Error('An unknown filter');
			out[at] = (bytes[row * (width + 1) + 1 + column] ?? 0) + guess;
		}
	}
	return out;
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner;
	const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value));
	if (toLeft! <= toUp! && toLeft! <= toCorner!) return left;
	return toUp! <= toCorner! ? up : corner;
}
