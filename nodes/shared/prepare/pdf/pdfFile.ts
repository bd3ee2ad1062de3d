import { LIMITS, UNITS_PER_OBJECT, UnreadablePdf } from './budget';
import type { Budget } from './budget';
import { inflate, unpredicted } from './filters';
import { asDictionary, isReference, isWhole, ObjectReader, ObjectStream } from './objects';
import type { Dictionary, PdfValue } from './objects';

interface Stream {
	dictionary: Dictionary;
	bytes: Buffer;
}

const START = 'startxref';
const LINE_BREAK = Buffer.from('\n');
/** The end of a file is looked for in pieces of this size. */
const TAIL_BYTES = 2 ** 20;
/** A short value needs more memory in a map than alone. */
const UNITS_KEPT = 4;
const LONGEST_CHAIN = 10;
/** A number that is read as a whole. */
const LONGEST_FIELD = 8;

/** Where an object is: at an offset of the file, or in a stream of objects. */
type ObjectPlace = { offset: number } | { stream: number; index: number };

/** Tables are dense, so that a piece for many objects costs less than an entry for each. */
const PIECE = 256;
/** More than a stream of objects may have. */
const INDEXES = 2 ** 22;

/** The places of all objects, in 8 bytes for each. */
class ObjectTable {
	private readonly pieces = new Map<number, Float64Array>();
	private readonly budget: Budget;

	constructor(budget: Budget) {
		this.budget = budget;
	}

	/** What is known already is newer. */
	note(number: number, place: ObjectPlace): void {
		const code = 'offset' in place ? place.offset : -1 - place.stream * INDEXES - place.index;
		if (!Number.isSafeInteger(code) || ('index' in place && place.index >= INDEXES)) return;
		const at = Math.floor(number / PIECE);
		let piece = this.pieces.get(at);
		if (!piece) {
			this.budget.add('objects', PIECE);
			piece = new Float64Array(PIECE).fill(NaN);
			this.pieces.set(at, piece);
		}
		if (Number.isNaN(piece[number % PIECE])) piece[number % PIECE] = code;
	}

	find(number: number): ObjectPlace | undefined {
		const code = this.pieces.get(Math.floor(number / PIECE))?.[number % PIECE];
		if (code === undefined || Number.isNaN(code)) return undefined;
		if (code >= 0) return { offset: code };
		return { stream: Math.floor((-1 - code) / INDEXES), index: (-1 - code) % INDEXES };
	}
}

/** A PDF whose objects are found by its cross-reference tables or streams (ISO 32000-1, 7.5). */
export class PdfFile {
	private readonly bytes: Buffer;
	private readonly budget: Budget;
	private readonly table: ObjectTable;
	/** Every object that was read. */
	private readonly objects = new Map<number, PdfValue>();
	/** Objects and streams that are being read, each needing the next. */
	private readonly reading = new Set<number>();
	private readonly streamsBeingRead = new Set<number>();
	/** The newest last. */
	private readonly objectStreams = new Map<number, ObjectStream>();
	private keptBytes = 0;
	private root: PdfValue = null;

	private constructor(bytes: Buffer, budget: Budget) {
		this.bytes = bytes;
		this.budget = budget;
		this.table = new ObjectTable(budget);
	}

	static async open(bytes: Buffer, budget: Budget): Promise<PdfFile> {
		const file = new PdfFile(bytes, budget);
		const reader = new ObjectReader(bytes, await file.newestStart(), budget);
		await file.readTables(reader.nextNumber());
		return file;
	}

	async catalog(): Promise<Dictionary> {
		return asDictionary(await this.resolve(this.root));
	}

	/** Follows references. */
	async resolve(value: PdfValue | undefined): Promise<PdfValue> {
		let found = value ?? null;
		for (let hops = 0; isReference(found); hops++) {
			if (hops > LONGEST_CHAIN) throw selfReference();
			found = await this.objectOf(found.number);
		}
		return found;
	}

	/** The bytes of streams that belong together, such as what a page shows (7.8.2). */
	async contentOf(value: PdfValue): Promise<Buffer> {
		const found = await this.resolve(value);
		const parts: Buffer[] = [];
		let length = 0;
		for (const one of Array.isArray(found) ? found : [value]) {
			const place = isReference(one) ? this.table.find(one.number) : undefined;
			if (!place || !('offset' in place)) continue;
			const { bytes } = await this.streamAt(place.offset);
			length += bytes.length + 1;
			this.budget.allow('streamBytes', length);
			parts.push(bytes, LINE_BREAK);
		}
		return Buffer.concat(parts);
	}

	private async objectOf(number: number): Promise<PdfValue> {
		const known = this.objects.get(number);
		if (known !== undefined) return known;
		const place = this.table.find(number);
		if (!place) return null;
		if (this.reading.has(number)) throw selfReference();
		this.budget.work(UNITS_PER_OBJECT);
		this.reading.add(number);
		const value =
			'offset' in place
				? (await this.objectAt(place.offset)).value
				: await (await this.objectStream(place.stream)).object(place.index);
		this.reading.delete(number);
		this.budget.add('values', UNITS_KEPT);
		this.objects.set(number, value);
		return value;
	}

	private async objectAt(offset: number): Promise<{ value: PdfValue; reader: ObjectReader }> {
		const reader = new ObjectReader(this.bytes, offset, this.budget);
		reader.nextNumber();
		reader.nextNumber();
		if (reader.word() !== 'obj') throw new UnreadablePdf();
		return { value: await reader.value(), reader };
	}

	private async streamAt(offset: number): Promise<Stream> {
		if (this.streamsBeingRead.has(offset)) throw selfReference();
		this.streamsBeingRead.add(offset);
		this.budget.allow('openStreams', this.streamsBeingRead.size);
		const { value, reader } = await this.objectAt(offset);
		const dictionary = asDictionary(value);
		const word = reader.word();
		const behind = this.bytes.toString('latin1', reader.at, reader.at + 2);
		const [lineBreak] = /^\r?\n/.exec(behind) ?? [];
		const length = await this.resolve(dictionary.get('/Length'));
		if (word !== 'stream' || !lineBreak || !isWhole(length)) throw new UnreadablePdf();
		const raw = this.bytes.subarray(reader.at + lineBreak.length).subarray(0, length);
		if (raw.length < length) throw new UnreadablePdf('It announces more bytes than it has.');
		const bytes = await this.decoded(raw, dictionary);
		this.streamsBeingRead.delete(offset);
		return { dictionary, bytes };
	}

	private async decoded(raw: Buffer, dictionary: Dictionary): Promise<Buffer> {
		const filter = await this.onlyOne(dictionary.get('/Filter'));
		if (filter === null) {
			this.budget.allow('streamBytes', raw.length);
			return raw;
		}
		if (filter !== '/FlateDecode') throw new UnreadablePdf();
		const parameters = await this.onlyOne(dictionary.get('/DecodeParms'));
		const bytes = await inflate(raw, this.budget);
		return parameters instanceof Map ? await unpredicted(bytes, parameters, this.budget) : bytes;
	}

	/** Of a stream with one filter, which may be in a list. */
	private async onlyOne(value: PdfValue | undefined): Promise<PdfValue> {
		const found = await this.resolve(value);
		if (!Array.isArray(found)) return found;
		if (found.length > 1) throw new UnreadablePdf();
		return await this.resolve(found[0]);
	}

	/** Where the last "startxref" ends. */
	private async newestStart(): Promise<number> {
		for (let end = this.bytes.length; end > 0; end -= TAIL_BYTES) {
			if (this.budget.isPauseDue) await this.budget.pause();
			const from = Math.max(0, end - TAIL_BYTES);
			const piece = this.bytes.subarray(from, end + START.length - 1);
			const found = piece.lastIndexOf(START);
			if (found !== -1) return from + found + START.length;
			this.budget.read(piece.length);
		}
		throw new UnreadablePdf();
	}

	/** The newest first: what is known already is not replaced by an older part. */
	private async readTables(newest: number): Promise<void> {
		const seen = new Set<number>();
		const waiting = [newest];
		for (let offset = waiting.pop(); offset !== undefined; offset = waiting.pop()) {
			if (seen.has(offset)) continue;
			seen.add(offset);
			this.budget.add('values', UNITS_KEPT);
			this.budget.work(UNITS_PER_OBJECT);
			const reader = new ObjectReader(this.bytes, offset, this.budget);
			const trailer =
				reader.word() === 'xref'
					? await this.readTable(reader)
					: await this.readEntryStream(await this.streamAt(offset));
			this.root ??= trailer.get('/Root') ?? null;
			for (const name of ['/Prev', '/XRefStm']) {
				const earlier = trailer.get(name);
				if (typeof earlier === 'number') waiting.push(earlier);
			}
		}
	}

	private async readTable(reader: ObjectReader): Promise<Dictionary> {
		for (;;) {
			const back = reader.at;
			if (reader.word() === 'trailer') return asDictionary(await reader.value());
			reader.at = back;
			if (this.budget.isPauseDue) await this.budget.pause();
			const first = reader.nextNumber();
			const count = reader.nextNumber();
			for (let row = 0; row < count; row++) {
				if (this.budget.isPauseDue) await this.budget.pause();
				const offset = reader.nextNumber();
				reader.nextNumber();
				const kind = reader.word();
				if (kind === 'n') this.table.note(first + row, { offset });
				else if (kind !== 'f') throw new UnreadablePdf();
			}
		}
	}

	private async readEntryStream({ dictionary, bytes }: Stream): Promise<Dictionary> {
		const [kindBytes, placeBytes, indexBytes] = listIn(dictionary, '/W').slice(0, 3);
		const areWidths = isWidth(kindBytes) && isWidth(placeBytes) && isWidth(indexBytes);
		if (!areWidths) throw new UnreadablePdf();
		const rowBytes = kindBytes + placeBytes + indexBytes;
		if (rowBytes === 0) throw new UnreadablePdf();
		const sections = dictionary.has('/Index')
			? listIn(dictionary, '/Index')
			: [0, dictionary.get('/Size')];
		let at = 0;
		const next = (length: number) => {
			let sum = 0;
			for (const end = at + length; at < end; at++) sum = sum * 256 + (bytes[at] ?? 0);
			return sum;
		};
		for (let section = 0; section + 1 < sections.length; section += 2) {
			const [first, count] = [sections[section], sections[section + 1]];
			if (!isWhole(first) || !isWhole(count)) throw new UnreadablePdf();
			this.budget.read(0);
			if (this.budget.isPauseDue) await this.budget.pause();
			for (let row = 0; row < count && at + rowBytes <= bytes.length; row++) {
				if (this.budget.isPauseDue) await this.budget.pause();
				const kind = kindBytes === 0 ? 1 : next(kindBytes);
				const [place, index] = [next(placeBytes), next(indexBytes)];
				if (kind === 1) this.table.note(first + row, { offset: place });
				if (kind === 2) this.table.note(first + row, { stream: place, index });
				this.budget.read(rowBytes);
			}
		}
		return dictionary;
	}

	private async objectStream(number: number): Promise<ObjectStream> {
		const known = this.objectStreams.get(number);
		if (known) return known;
		const place = this.table.find(number);
		if (!place || !('offset' in place)) throw new UnreadablePdf();
		const { dictionary, bytes } = await this.streamAt(place.offset);
		const stream = await ObjectStream.open(dictionary, bytes, this.budget);
		this.keep(number, stream);
		return stream;
	}

	/** Most pages that follow each other are in the same one, so old ones are no longer needed. */
	private keep(number: number, stream: ObjectStream): void {
		this.objectStreams.set(number, stream);
		this.keptBytes += stream.sizeBytes;
		for (const [old, { sizeBytes }] of this.objectStreams) {
			if (old === number || this.keptBytes <= LIMITS.streamBytes) return;
			this.objectStreams.delete(old);
			this.keptBytes -= sizeBytes;
		}
	}
}

function selfReference(): UnreadablePdf {
	return new UnreadablePdf('One of its objects refers to itself.');
}

function listIn(dictionary: Dictionary, name: string): PdfValue[] {
	const list = dictionary.get(name);
	if (Array.isArray(list)) return list;
	throw new UnreadablePdf();
}

function isWidth(value: PdfValue | undefined): value is number {
	return isWhole(value) && value <= LONGEST_FIELD;
}
