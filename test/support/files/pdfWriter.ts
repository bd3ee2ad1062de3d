/** Writes PDFs object by object, right or wrong, for tests of readers. */
import { deflateSync } from 'node:zlib';

type Content = string | Buffer;

export class PdfWriter {
	private readonly parts: Buffer[] = [];
	private readonly offsets = new Map<number, number>();
	private readonly inStreams = new Map<number, { stream: number; index: number }>();
	private length = 0;

	constructor() {
		this.write('%PDF-1.7\n');
	}

	/** Where the next part begins. */
	get at(): number {
		return this.length;
	}

	write(content: Content): this {
		const bytes = Buffer.from(content as string, 'latin1');
		this.parts.push(bytes);
		this.length += bytes.length;
		return this;
	}

	object(number: number, body: Content): this {
		this.offsets.set(number, this.at);
		return this.write(`${number} 0 obj\n`).write(body).write('\nendobj\n');
	}

	/** With the right length, unless the dictionary has another. */
	stream(number: number, dictionary: string, content: Content): this {
		const bytes = Buffer.from(content as string, 'latin1');
		const length = dictionary.includes('/Length') ? '' : `/Length ${bytes.length}`;
		this.offsets.set(number, this.at);
		return this.write(`${number} 0 obj\n<<${dictionary}${length}>>\nstream\n`)
			.write(bytes)
			.write('\nendstream\nendobj\n');
	}

	flate(number: number, dictionary: string, content: Content): this {
		const packed = deflateSync(Buffer.from(content as string, 'latin1'));
		return this.stream(number, `${dictionary}/Filter/FlateDecode`, packed);
	}

	/** Objects that are packed into one stream. */
	packed(number: number, objects: Record<number, string>, dictionary?: string): this {
		const numbers = Object.keys(objects).map(Number);
		let heads = '';
		let bodies = '';
		numbers.forEach((one, index) => {
			this.inStreams.set(one, { stream: number, index });
			heads += `${one} ${bodies.length} `;
			bodies += `${objects[one]}\n`;
		});
		const counts = dictionary ?? `/N ${numbers.length}/First ${heads.length}`;
		return this.flate(number, `/Type/ObjStm${counts}`, heads + bodies);
	}

	/** Ends the file with a table of all objects. */
	table(trailer = '/Root 1 0 R'): Buffer {
		const at = this.at;
		this.write('xref\n0 1\n0000000000 65535 f \n');
		for (const [number, offset] of this.offsets) {
			this.write(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
		}
		return this.write(`trailer\n<<${trailer}>>\n`).end(at);
	}

	/** Ends the file with a stream of all objects. */
	entryStream(number: number, trailer = '/Root 1 0 R'): Buffer {
		const at = this.at;
		const all = [...this.offsets.keys(), ...this.inStreams.keys(), number];
		const rows = all.flatMap((one) => {
			const packed = this.inStreams.get(one);
			const row = Buffer.alloc(9);
			row[0] = packed ? 2 : 1;
			row.writeUInt32BE(packed?.stream ?? this.offsets.get(one) ?? at, 1);
			row.writeUInt32BE(packed?.index ?? 0, 5);
			return row;
		});
		const index = all.map((one) => `${one} 1`).join(' ');
		const dictionary = `/Type/XRef/Size ${all.reduce((most, one) => Math.max(most, one)) + 1}/W[1 4 4]/Index[${index}]${trailer}`;
		return this.flate(number, dictionary, Buffer.concat(rows)).end(at);
	}

	/** Ends the file, with its tables there. */
	end(at: number | string): Buffer {
		return Buffer.concat([...this.parts, Buffer.from(`startxref\n${at}\n%%EOF`)]);
	}
}
