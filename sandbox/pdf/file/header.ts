const HEADER = '%PDF-';
/** Readers accept the header anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const SEARCHED_BYTES = 1024;

/**
 * Where a PDF begins: offsets inside it count from there, as viewers read them (ISO 32000-2, 7.5.2). What a
 * signature covers counts from the first byte of the file anyway. -1 when it is no PDF.
 */
export function headerAt(file: Uint8Array): number {
	return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
		.subarray(0, SEARCHED_BYTES)
		.indexOf(HEADER);
}

/** The file without what stands before its header, such as the header of a mail. */
export function withoutPreamble(file: Uint8Array): Uint8Array {
	const start = headerAt(file);
	return start > 0 ? file.subarray(start) : file;
}
