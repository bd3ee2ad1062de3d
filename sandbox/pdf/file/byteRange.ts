/**
 * The part of a file that a signature covers: everything but its own value, the hexadecimal string between
 * the two ranges (ISO 32000-1, 12.8.1).
 */
export interface ByteRange {
	/** Where the signature's value begins, with its `<`. */
	gapStart: number;
	/** The first byte behind its `>`. */
	gapEnd: number;
	/** The first byte that is not covered any more. */
	end: number;
}

const PLACEHOLDER = 9_999_999_999;
export const BYTE_RANGE_PLACEHOLDER = [0, PLACEHOLDER, PLACEHOLDER, PLACEHOLDER];

export function coveredPieces(pdf: Uint8Array, range: ByteRange): [Uint8Array, Uint8Array] {
	return [pdf.subarray(0, range.gapStart), pdf.subarray(range.gapEnd, range.end)];
}

/** Writes the range of the signature dictionary that was appended after `from` into its placeholder. */
export function fillByteRange(pdf: Uint8Array, from: number): ByteRange {
	const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
	const written = `[ ${BYTE_RANGE_PLACEHOLDER.join(' ')} ]`;
	const at = bytes.indexOf(written, from, 'latin1');
	const gapStart = bytes.indexOf('<', at, 'latin1');
	const gapEnd = bytes.indexOf('>', gapStart, 'latin1') + 1;
	const range = { gapStart, gapEnd, end: pdf.length };
	const numbers = `[ 0 ${gapStart} ${gapEnd} ${range.end - gapEnd} ]`;
	bytes.write(numbers.padEnd(written.length), at, 'latin1');
	return range;
}

export function fillSignature(pdf: Uint8Array, range: ByteRange, signature: Uint8Array): void {
	const hex = Buffer.from(signature).toString('hex');
	const room = range.gapEnd - range.gapStart - 2;
	if (hex.length > room) {
		throw new Error(
			`The signature takes ${hex.length} characters, but only ${room} are kept for it.`,
		);
	}
	Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).write(hex, range.gapStart + 1, 'latin1');
}

/** The range as a file states it, or undefined when it is not exactly "all but a hexadecimal string". */
export function readByteRange(pdf: Uint8Array, stated: readonly number[]): ByteRange | undefined {
	const [start, gapStart, gapEnd, length] = stated;
	if (stated.length !== 4 || !stated.every(Number.isSafeInteger)) return undefined;
	if (start !== 0 || gapStart === undefined || gapEnd === undefined || length === undefined) {
		return undefined;
	}
	const range = { gapStart, gapEnd, end: gapEnd + length };
	const ordered = gapStart > 0 && gapEnd > gapStart && length > 0 && range.end <= pdf.length;
	return ordered && signatureText(pdf, range) !== undefined ? range : undefined;
}

export function signatureBytes(pdf: Uint8Array, range: ByteRange): Uint8Array {
	return Buffer.from(signatureText(pdf, range) ?? '', 'hex');
}

function signatureText(pdf: Uint8Array, range: ByteRange): string | undefined {
	const gap = Buffer.from(pdf.subarray(range.gapStart, range.gapEnd)).toString('latin1');
	return /^<((?:[0-9a-f]{2})+)>$/i.exec(gap)?.[1];
}
