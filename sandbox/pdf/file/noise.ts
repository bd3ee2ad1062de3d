const END_MARKER = '%%EOF';
const SHORTEST_NOISE = 1024;

/**
 * The file with everything blanked out that follows an end marker and belongs to no object; offsets stay as
 * they are. pdf-lib searches such bytes for objects and takes seconds for each megabyte of them.
 */
export function withoutNoise(pdf: Uint8Array): Uint8Array {
	const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
	const noises = noisesIn(bytes);
	if (noises.length === 0) return pdf;
	const blanked = Buffer.from(bytes);
	for (const [start, end] of noises) blanked.fill(0, start, end);
	return blanked;
}

function noisesIn(bytes: Buffer): Array<[start: number, end: number]> {
	const noises: Array<[number, number]> = [];
	let marker = bytes.indexOf(END_MARKER);
	// Both are searched for again only behind what was found: each byte is looked at once, however many markers.
	let [object, endOfObject] = [-1, -1];
	while (marker !== -1) {
		const start = marker + END_MARKER.length;
		if (object < start) object = nextObject(bytes, start);
		if (endOfObject < start) endOfObject = indexOrEnd(bytes, 'endobj', start);
		// The end marker of a PDF inside a stream is followed by the end of that stream's object.
		const isNoise = object - start > SHORTEST_NOISE && endOfObject >= object;
		if (isNoise) noises.push([start, object]);
		marker = bytes.indexOf(END_MARKER, isNoise ? object : start);
	}
	return noises;
}

function indexOrEnd(bytes: Buffer, text: string, from: number): number {
	const at = bytes.indexOf(text, from);
	return at === -1 ? bytes.length : at;
}

function nextObject(bytes: Buffer, from: number): number {
	for (let at = bytes.indexOf('obj', from); at !== -1; at = bytes.indexOf('obj', at + 1)) {
		const before = bytes.toString('latin1', Math.max(from, at - 40), at);
		const header = /\d+[\s\0]+\d+[\s\0]*$/.exec(before);
		if (header) return at - header[0].length;
	}
	return bytes.length;
}
