import { crc32, deflateRawSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';

import { contentOf, entriesIn, UnreadableZip, writeZip } from '../../../../nodes/shared/zip/zip';

const limits = { entries: 10, totalBytes: 100 * 2 ** 20 };
const modifiedAt = new Date('2026-03-29T02:30:20Z');
const text = (value: string) => Buffer.from(value);

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
	const list: Uint8Array[] = [];
	for await (const chunk of chunks) list.push(chunk);
	return list;
}

async function written(entries: Parameters<typeof writeZip>[0]): Promise<Buffer> {
	return Buffer.concat(await all(writeZip(entries)));
}

async function read(zip: Buffer): Promise<Record<string, string>> {
	const files = entriesIn(zip, limits).map(async (entry) => {
		const chunks = await all(contentOf(entry));
		return [entry.name, Buffer.concat(chunks).toString()] as const;
	});
	return Object.fromEntries(await Promise.all(files));
}

async function* later(...chunks: string[]) {
	for (const chunk of chunks) yield await Promise.resolve(text(chunk));
}

describe('writing', () => {
	it('takes chunks that come later, and names in any language', async () => {
		const zip = await written([
			{ name: 'Łódź/é.txt', modifiedAt, content: later('one ', 'two') },
			{ name: 'empty', modifiedAt, content: [] },
		]);
		const files = unzipSync(zip);
		expect(Object.keys(files)).toEqual(['Łódź/é.txt', 'empty']);
		expect(text('one two').equals(files['Łódź/é.txt']!)).toBe(true);
		expect(await read(zip)).toEqual({ 'Łódź/é.txt': 'one two', empty: '' });
	});

	it('writes times in UTC, so that the same entries give the same bytes in any zone', async () => {
		const zip = await written([{ name: 'a', modifiedAt, content: [text('a')] }]);
		expect(entriesIn(zip, limits)[0]!.modifiedAt).toEqual(modifiedAt);
	});

	it('keeps the compressed bytes of files from another ZIP', async () => {
		const content = text('abc'.repeat(1000));
		const other = Buffer.from(
			zipSync({ fast: [content, { level: 1 }], stored: [content, { level: 0 }] }),
		);
		const [fast, stored] = entriesIn(other, limits);
		const copied = await written([fast!, stored!]);
		expect(entriesIn(copied, limits)[0]!.stored.equals(fast!.stored)).toBe(true);
		expect(await read(copied)).toEqual({ fast: String(content), stored: String(content) });
	});
});

it('gives way to other work while it unpacks', async () => {
	const zeros = Buffer.alloc(20 * 2 ** 20);
	const packed = { name: 'zeros', modifiedAt, method: 8, sizeBytes: zeros.length };
	const entry = { ...packed, crc32: crc32(zeros), stored: deflateRawSync(zeros) };
	let turns = 0;
	const count = setInterval(() => turns++, 1);
	for await (const chunk of contentOf(entry)) {
		expect(chunk.length).toBeLessThan(9 * 2 ** 20);
	}
	clearInterval(count);
	expect(turns).toBeGreaterThan(0);
});

describe('a file that is refused', () => {
	const content = text('content '.repeat(100));
	const good = Buffer.from(zipSync({ 'a.txt': content, 'b.txt': content }));
	const end = good.length - 22;
	const directory = good.readUInt32LE(end + 16);
	const second = good.lastIndexOf('PK\x01\x02');
	const changed = (change: (zip: Buffer) => void) => {
		const zip = Buffer.from(good);
		change(zip);
		return zip;
	};

	it.each<[string, Buffer, RegExp]>([
		['nothing', Buffer.alloc(0), /isn't a ZIP/],
		['text', text('Dear Ann'), /isn't a ZIP/],
		['a cut off file', good.subarray(0, -1), /isn't a ZIP/],
		['too many files', changed((zip) => zip.writeUInt16LE(11, end + 10)), /more than 10 files/],
		['fewer files than said', changed((zip) => zip.writeUInt16LE(3, end + 10)), /damaged/],
		['a directory elsewhere', changed((zip) => zip.writeUInt32LE(7, end + 16)), /damaged/],
		['a directory far away', changed((zip) => zip.writeUInt32LE(2 ** 31, end + 16)), /damaged/],
		['encryption', changed((zip) => zip.writeUInt16LE(1, directory + 8)), /encrypted/],
		['another compression', changed((zip) => zip.writeUInt16LE(14, directory + 10)), /can't read/],
		[
			'sizes in an extension',
			changed((zip) => zip.writeUInt32LE(2 ** 32 - 1, directory + 24)),
			/can't/,
		],
		[
			'too large a file',
			changed((zip) => zip.writeUInt32LE(2 ** 31, directory + 24)),
			/larger than/,
		],
		[
			'a file in the directory',
			changed((zip) => zip.writeUInt32LE(directory, second + 42)),
			/damaged/,
		],
		['a file past its end', changed((zip) => zip.writeUInt32LE(9999, second + 20)), /damaged/],
		['the same name twice', changed((zip) => zip.write('a', second + 46)), /damaged/],
		['more than it says', changed((zip) => zip.writeUInt32LE(9, directory + 24)), /damaged/],
		['less than it says', changed((zip) => zip.writeUInt32LE(9999, directory + 24)), /damaged/],
		[
			'another checksum',
			changed((zip) => zip.writeUInt32LE(crc32('x'), directory + 16)),
			/damaged/,
		],
		['other bytes', changed((zip) => zip.fill(0xff, 36, 50)), /damaged/],
	])('%s', async (_, zip, message) => {
		const refusal = await read(zip).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(UnreadableZip);
		expect((refusal as Error).message).toMatch(message);
	});

	it('a bomb, of which it unpacks no more than a slice', async () => {
		const zeros = deflateRawSync(Buffer.alloc(20 * 2 ** 20));
		const bomb = { name: 'a', modifiedAt, method: 8, sizeBytes: 100, crc32: 0, stored: zeros };
		await expect(all(contentOf(bomb))).rejects.toThrow('damaged');
	});
});
