import { randomFillSync } from 'node:crypto';

const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const PAGE_TREE = [
	'1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
	'2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
	'3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n',
];

/** The smallest PDF that viewers open: one empty page, a few hundred bytes. */
export const smallPdf = pdfOf([]);

/** A valid PDF of exactly this size, filled with bytes that do not repeat. */
export function pdfOfSize(sizeBytes: number): Buffer {
	// The rest of the file grows with the digits of the filling's length, so it is found in a few steps.
	let filling = sizeBytes;
	for (let tries = 0; tries < 6; tries++) {
		const around = lengthAround(filling);
		if (around + filling === sizeBytes) return filledPdf(filling);
		filling = sizeBytes - around;
	}
	throw new Error(`No PDF has exactly ${sizeBytes} bytes`);
}

function filledPdf(fillingBytes: number): Buffer {
	return pdfOf(fillingObject(noise(fillingBytes), fillingBytes));
}

const NOISE_BYTES = 1_000_003;
let block: Buffer | undefined;

/** One block over and over, its place written into each: random bytes for 112.5 MB take longer than to send them. */
function noise(sizeBytes: number): Buffer {
	block ??= randomFillSync(Buffer.alloc(NOISE_BYTES));
	const bytes = Buffer.allocUnsafe(sizeBytes);
	for (let at = 0; at < sizeBytes; at += block.copy(bytes, at)) {
		block.writeUInt32LE(at, 0);
	}
	return bytes;
}

/** Everything but the filling; its own place in the file does not depend on its length. */
function lengthAround(fillingBytes: number): number {
	const withoutFilling = pdfOf(fillingObject(Buffer.alloc(0), fillingBytes));
	return withoutFilling.length + digitsAdded(withoutFilling, fillingBytes);
}

function digitsAdded(pdf: Buffer, fillingBytes: number): number {
	const at = Number(/startxref\n(\d+)/.exec(pdf.toString('latin1'))?.[1]);
	return String(at + fillingBytes).length - String(at).length;
}

function fillingObject(filling: Buffer, lengthBytes: number): Buffer[] {
	return [
		Buffer.from(`4 0 obj\n<< /Length ${lengthBytes} >>\nstream\n`),
		filling,
		Buffer.from('\nendstream\nendobj\n'),
	];
}

function pdfOf(lastObject: Buffer[]): Buffer {
	const objects = [...PAGE_TREE.map((text) => [Buffer.from(text)]), lastObject];
	const offsets: number[] = [];
	const parts: Buffer[] = [HEADER];
	let at = HEADER.length;
	for (const object of objects.filter(({ length }) => length > 0)) {
		offsets.push(at);
		parts.push(...object);
		at += object.reduce((sum, { length }) => sum + length, 0);
	}
	const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
	const size = offsets.length + 1;
	const trailer = [
		`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`,
		`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
	];
	return Buffer.concat([...parts, Buffer.from(trailer.join(''))]);
}
