import { inflate } from './inflate';
import { ObjectReader, UnreadablePdf } from './objects';
import type { Dictionary, PdfValue, Reference } from './objects';
import { unpredicted } from './predictor';

/** Where an object stands: at an offset of the file, or in a stream of objects. */
type XrefEntry = { offset: number } | { stream: number; index: number };

interface Stream {
	dictionary: Dictionary;
	bytes: Buffer;
}

/** A PDF whose objects are found by its cross-reference tables or streams (ISO 32000-1, 7.5). */
export class PdfFile {
	private readonly bytes: Buffer;
	private readonly text: string;
	private readonly entries = new Map<number, XrefEntry>();
	private readonly objectStreams = new Map<number, Promise<PdfValue[]>>();
	private root: PdfValue = null;

	private constructor(bytes: Buffer) {
		this.bytes = bytes;
		// One character for each byte, so that offsets stay what they are.
		this.text = bytes.toString('latin1');
	}

	static async open(bytes: Buffer): Promise<PdfFile> {
		const file = new PdfFile(bytes);
		const newest = file.text.lastIndexOf('startxref');
		const [, start] = /^startxref\s+(\d+)/.exec(file.text.slice(newest)) ?? [];
		if (newest === -1 || start === undefined) throw new UnreadablePdf();
		await file.readEntries(Number(start), new Set());
		return file;
	}

	async catalog(): Promise<Dictionary> {
		return asDictionary(await this.resolve(this.root));
	}

	/** The object that a reference stands for; anything else is what it is. */
	async resolve(value: PdfValue | undefined): Promise<PdfValue> {
		let found = value ?? null;
		for (let hops = 0; isReference(found); hops++) {
			if (hops > 10) throw new UnreadablePdf();
			found = await this.objectOf(found.number);
		}
		return found;
	}

	private async objectOf(number: number): Promise<PdfValue> {
		const entry = this.entries.get(number);
		if (!entry) return null;
		if ('offset' in entry) return this.objectAt(entry.offset).value;
		const objects = this.objectStreams.get(entry.stream) ?? this.readObjects(entry.stream);
		this.objectStreams.set(entry.stream, objects);
		return (await objects)[entry.index] ?? null;
	}

	private objectAt(offset: number): { value: PdfValue; reader: ObjectReader } {
		const reader = new ObjectReader(this.text, offset);
		reader.skipSpace();
		if (!reader.match(/\d+\s+\d+\s+obj/y)) throw new UnreadablePdf();
		return { value: reader.value(), reader };
	}

	private async streamAt(offset: number): Promise<Stream> {
		const { value, reader } = this.objectAt(offset);
		const dictionary = asDictionary(value);
		reader.skipSpace();
		if (!reader.match(/stream\r?\n/y)) throw new UnreadablePdf();
		const length = await this.resolve(dictionary.get('/Length'));
		if (typeof length !== 'number') throw new UnreadablePdf();
		const raw = this.bytes.subarray(reader.at, reader.at + length);
		return { dictionary, bytes: await this.decoded(raw, dictionary) };
	}

	private async decoded(raw: Buffer, dictionary: Dictionary): Promise<Buffer> {
		const filters = [await this.resolve(dictionary.get('/Filter'))].flat();
		const [filter, ...others] = filters.filter((one) => one !== null);
		if (filter === undefined) return raw;
		if (filter !== '/FlateDecode' || others.length > 0) throw new UnreadablePdf();
		const [parameters] = [await this.resolve(dictionary.get('/DecodeParms'))].flat();
		return unpredicted(await inflate(raw), parameters instanceof Map ? parameters : new Map());
	}

	/** The newest first: what is known already is not replaced by an older part. */
	private async readEntries(offset: number, seen: Set<number>): Promise<void> {
		if (seen.has(offset)) return;
		seen.add(offset);
		const reader = new ObjectReader(this.text, offset);
		reader.skipSpace();
		const trailer = reader.takes('xref')
			? this.readTable(reader)
			: this.readEntryStream(await this.streamAt(offset));
		this.root ??= trailer.get('/Root') ?? null;
		for (const name of ['/XRefStm', '/Prev']) {
			const earlier = trailer.get(name);
			if (typeof earlier === 'number') await this.readEntries(earlier, seen);
		}
	}

	private readTable(reader: ObjectReader): Dictionary {
		for (;;) {
			reader.skipSpace();
			if (reader.takes('trailer')) return asDictionary(reader.value());
			const head = reader.match(/(\d+)\s+(\d+)/y);
			if (!head) throw new UnreadablePdf();
			const [first, count] = [Number(head[1]), Number(head[2])];
			for (let number = first; number < first + count; number++) {
				const row = reader.match(/\s*(\d{10})\s(\d{5})\s([nf])/y);
				if (!row) throw new UnreadablePdf();
				if (row[3] === 'n') this.note(number, { offset: Number(row[1]) });
			}
		}
	}

	private readEntryStream({ dictionary, bytes }: Stream): Dictionary {
		const widths = numbersOf(dictionary.get('/W'));
		const [kindBytes = 0, placeBytes = 0, indexBytes = 0] = widths;
		const sections = numbersOf(dictionary.get('/Index') ?? [0, dictionary.get('/Size') ?? 0]);
		let at = 0;
		const next = (length: number) => {
			const part = bytes.subarray(at, (at += length));
			return part.reduce((sum, byte) => sum * 256 + byte, 0);
		};
		for (let section = 0; section + 1 < sections.length; section += 2) {
			const first = sections[section] ?? 0;
			const end = first + (sections[section + 1] ?? 0);
			for (let number = first; number < end && at < bytes.length; number++) {
				const kind = kindBytes === 0 ? 1 : next(kindBytes);
				const [place, index] = [next(placeBytes), next(indexBytes)];
				if (kind === 1) this.note(number, { offset: place });
				if (kind === 2) this.note(number, { stream: place, index });
			}
		}
		return dictionary;
	}

	private note(number: number, entry: XrefEntry): void {
		if (!this.entries.has(number)) this.entries.set(number, entry);
	}

	private async readObjects(streamNumber: number): Promise<PdfValue[]> {
		const entry = this.entries.get(streamNumber);
		if (!entry || !('offset' in entry)) throw new UnreadablePdf();
		const { dictionary, bytes } = await this.streamAt(entry.offset);
		const [count, first] = numbersOf(['/N', '/First'].map((name) => dictionary.get(name) ?? null));
		const text = bytes.toString('latin1');
		const heads = text.slice(0, first).trim().split(/\s+/).map(Number);
		return Array.from({ length: count ?? 0 }, (_, index) =>
			new ObjectReader(text, (first ?? 0) + (heads[index * 2 + 1] ?? 0)).value(),
		);
	}
}

function isReference(value: PdfValue): value is Reference {
	return typeof value === 'object' && value !== null && 'number' in value;
}

export function asDictionary(value: PdfValue): Dictionary {
	if (value instanceof Map) return value;
	throw new UnreadablePdf();
}

function numbersOf(value: PdfValue | undefined): number[] {
	const numbers = Array.isArray(value) ? value : [];
	return numbers.filter((one) => typeof one === 'number');
}
