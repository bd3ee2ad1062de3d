import { sleep } from 'n8n-workflow';

import { Inflate, Zip, ZipDeflate, ZipPassThrough } from './fflate';
import type { ZipInputFile } from './fflate';

/** The file is no ZIP, is damaged, or asks for too much. Its message is for users. */
export class UnreadableZip extends Error {}

/** A file in a ZIP, as it is stored. */
export interface ZipEntry {
	name: string;
	modifiedAt: Date;
	sizeBytes: number;
	crc32: number;
	method: number;
	stored: Buffer;
}

/** A file for a ZIP. Chunks that it doesn't have yet are waited for. */
export interface NewZipEntry {
	name: string;
	modifiedAt: Date;
	content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

const STORED = 0;
const DEFLATED = 8;

/** Of APPNOTE.txt: 4.3.16, 4.3.12, and 4.3.7. */
const END = { signature: Buffer.from('PK\x05\x06', 'latin1'), bytes: 22 };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const LONGEST_COMMENT = 0xffff;
const ENCRYPTED = 1;
/** Stands for a number in an extension (ZIP64). */
const ELSEWHERE = 0xffffffff;

export interface ZipLimits {
	entries: number;
	/** Of all files, when they are unpacked. */
	totalBytes: number;
}

/**
 * The files of a ZIP by its directory, as other programs read it, and not one after the other: between them may be
 * anything. Nothing is unpacked yet.
 */
export function entriesIn(zip: Buffer, limits: ZipLimits): ZipEntry[] {
	const end = zip.lastIndexOf(END.signature, zip.length - END.bytes);
	if (end < 0 || end < zip.length - END.bytes - LONGEST_COMMENT) {
		throw new UnreadableZip("It isn't a ZIP file, or its end is missing.");
	}
	const count = zip.readUInt16LE(end + 10);
	if (count > limits.entries) {
		throw new UnreadableZip(`It contains more than ${limits.entries} files.`);
	}
	const entries: ZipEntry[] = [];
	const names = new Set<string>();
	let at = zip.readUInt32LE(end + 16);
	let total = 0;
	let taken = 0;
	for (let index = 0; index < count; index++) {
		if (at + CENTRAL.bytes > end || zip.readUInt32LE(at) !== CENTRAL.signature) throw damaged();
		const nameEnd = at + CENTRAL.bytes + zip.readUInt16LE(at + 28);
		const entry = entryAt(zip, at, nameEnd);
		total += entry.sizeBytes;
		taken += entry.stored.length;
		if (total > limits.totalBytes) {
			throw new UnreadableZip(`Unpacked, it is larger than ${limits.totalBytes} bytes.`);
		}
		// Two files of one name are read differently by different programs; shared bytes are a trick to be large.
		if (names.has(entry.name) || taken > zip.length) throw damaged();
		names.add(entry.name);
		entries.push(entry);
		at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
	}
	return entries;
}

function entryAt(zip: Buffer, at: number, nameEnd: number): ZipEntry {
	const name = zip.toString('utf8', at + CENTRAL.bytes, nameEnd);
	const method = zip.readUInt16LE(at + 10);
	if ((zip.readUInt16LE(at + 8) & ENCRYPTED) !== 0) {
		throw new UnreadableZip('It is encrypted.');
	}
	const [storedBytes, sizeBytes, local] = [20, 24, 42].map((from) =>
		zip.readUInt32LE(at + from),
	) as [number, number, number];
	const isKnown = method === DEFLATED || (method === STORED && storedBytes === sizeBytes);
	if (!isKnown || [storedBytes, sizeBytes, local].includes(ELSEWHERE)) {
		throw new UnreadableZip("It uses a ZIP feature that n8n can't read.");
	}
	if (local + LOCAL.bytes > at || zip.readUInt32LE(local) !== LOCAL.signature) throw damaged();
	const from = local + LOCAL.bytes + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
	if (from + storedBytes > at) throw damaged();
	return {
		name,
		method,
		sizeBytes,
		crc32: zip.readUInt32LE(at + 16),
		modifiedAt: readDosTime(zip.readUInt16LE(at + 14), zip.readUInt16LE(at + 12)),
		stored: zip.subarray(from, from + storedBytes),
	};
}

const damaged = () => new UnreadableZip('It is damaged.');

/** Packed bytes that are unpacked at once: to 8 MB at most. */
const PACKED_SLICE = 8 * 1024;
const SLICE = 256 * 1024;

/** The unpacked content, in chunks. Never more than the directory says. */
export async function* contentOf({ method, stored, sizeBytes, crc32 }: ZipEntry) {
	const ready: Uint8Array[] = [];
	const inflate = new Inflate((chunk) => ready.push(chunk));
	const checksum = new ZipPassThrough('');
	checksum.ondata = () => {};
	for (const slice of slicesOf(stored, method === STORED ? SLICE : PACKED_SLICE)) {
		await giveWay();
		if (method === STORED) ready.push(slice);
		else unpack(inflate, slice);
		for (const chunk of ready.splice(0)) {
			checksum.push(chunk);
			if (checksum.size > sizeBytes) throw damaged();
			yield chunk;
		}
	}
	checksum.push(new Uint8Array(0), true);
	// As a signed number.
	if (checksum.size !== sizeBytes || checksum.crc >>> 0 !== crc32) throw damaged();
}

function unpack(inflate: Inflate, slice: Uint8Array): void {
	try {
		inflate.push(slice);
	} catch {
		throw damaged();
	}
}

/**
 * A ZIP in chunks, as soon as they are complete. Files of another ZIP keep their compressed bytes. The same entries give
 * the same bytes on any computer.
 */
export async function* writeZip(
	entries: Iterable<ZipEntry | NewZipEntry> | AsyncIterable<ZipEntry | NewZipEntry>,
): AsyncGenerator<Uint8Array, void> {
	const ready: Uint8Array[] = [];
	const zip = new Zip((error, chunk) => {
		if (error) throw error;
		ready.push(chunk);
	});
	for await (const entry of entries) {
		if ('stored' in entry && entry.method === DEFLATED) {
			copy(zip, entry);
		} else {
			// The sizes follow the content, which many programs accept only of a compressed file.
			const file = new ZipDeflate(entry.name, { level: 'stored' in entry ? 0 : 6 });
			file.mtime = zoneless(entry.modifiedAt);
			zip.add(file);
			for await (const chunk of 'stored' in entry ? [entry.stored] : entry.content) {
				for (const slice of slicesOf(chunk, SLICE)) {
					await giveWay();
					file.push(slice);
					yield* ready.splice(0);
				}
			}
			file.push(new Uint8Array(0), true);
		}
		yield* ready.splice(0);
	}
	zip.end();
	yield* ready;
}

function copy(zip: Zip, { name, method, sizeBytes, crc32, modifiedAt, stored }: ZipEntry): void {
	const file: ZipInputFile = {
		filename: name,
		size: sizeBytes,
		crc: crc32,
		compression: method,
		mtime: zoneless(modifiedAt),
	};
	zip.add(file);
	file.ondata?.(null, stored as Buffer<ArrayBuffer>, true);
}

function* slicesOf(bytes: Uint8Array, sliceBytes: number) {
	for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}

/** A ZIP has neither a zone nor odd seconds. We mean UTC. */
function readDosTime(date: number, time: number): Date {
	const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
	return new Date(Date.UTC(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2));
}

/** fflate writes the time of this computer's zone, and none before 1980. */
function zoneless(time: Date): Date {
	const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
	if (!(year >= 1980 && year < 2100)) return new Date(1980, 0, 1);
	return new Date(year, month, day, time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds());
}

/** Of work without a pause. */
const MOST_WORK_MS = 25;
let pausedAtMs = 0;

/** All files of this process share the pauses: a thousand small ones would be a long time together. */
export async function giveWay(): Promise<void> {
	if (Math.abs(Date.now() - pausedAtMs) < MOST_WORK_MS) return;
	await sleep(0);
	pausedAtMs = Date.now();
}
