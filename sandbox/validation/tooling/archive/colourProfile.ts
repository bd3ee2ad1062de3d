/** An ICC profile of version 2 for sRGB: what the colours of a document mean (ICC.1:2001-04). */
export function colourProfile(): Buffer {
	const tags: Array<[name: string, data: Buffer]> = [
		['desc', description('sRGB, gamma 2.2')],
		['cprt', Buffer.concat([type('text'), Buffer.from('Public domain\0')])],
		['wtpt', xyz(0.9642, 1, 0.8249)],
		['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
		['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
		['bXYZ', xyz(0.1431, 0.0606, 0.7142)],
		...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, gamma(2.2)]),
	];
	const table = Buffer.alloc(4 + tags.length * 12);
	table.writeUInt32BE(tags.length);
	let offset = HEADER_BYTES + table.length;
	const data = tags.map(([name, content], index) => {
		const at = 4 + index * 12;
		table.write(name, at, 'latin1');
		table.writeUInt32BE(offset, at + 4);
		table.writeUInt32BE(content.length, at + 8);
		const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
		offset += padded.length;
		return padded;
	});
	return Buffer.concat([header(offset), table, ...data]);
}

const HEADER_BYTES = 128;

function header(size: number): Buffer {
	const bytes = Buffer.alloc(HEADER_BYTES);
	bytes.writeUInt32BE(size, 0);
	bytes.writeUInt32BE(0x02100000, 8);
	bytes.write('mntrRGB XYZ ', 12, 'latin1');
	[2026, 1, 1].forEach((part, at) => bytes.writeUInt16BE(part, 24 + at * 2));
	bytes.write('acsp', 36, 'latin1');
	[0.9642, 1, 0.8249].forEach((value, at) => bytes.writeInt32BE(fixed(value), 68 + at * 4));
	return bytes;
}

const type = (name: string) => Buffer.concat([Buffer.from(name, 'latin1'), Buffer.alloc(4)]);
const fixed = (value: number) => Math.round(value * 65536);

function xyz(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, at) => bytes.writeInt32BE(fixed(value), at * 4));
	return Buffer.concat([type('XYZ '), bytes]);
}

function gamma(value: number): Buffer {
	const bytes = Buffer.alloc(6);
	bytes.writeUInt32BE(1);
	bytes.writeUInt16BE(Math.round(value * 256), 4);
	return Buffer.concat([type('curv'), bytes]);
}

/** The text, and two more in other alphabets that are empty. */
function description(text: string): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(text.length + 1);
	return Buffer.concat([
		type('desc'),
		length,
		Buffer.from(`${text}\0`),
		Buffer.alloc(4 + 4 + 2 + 1 + 67),
	]);
}
