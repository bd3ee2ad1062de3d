import { deflateSync } from 'node:zlib';

/** PDFs written byte by byte, so that a test decides about each object and each cross-reference. */

/** The text of each object, by its number. */
export type Objects = Record<number, string>;

export interface Update {
	objects?: Objects;
	/** Numbers of objects that are free from now on. */
	free?: number[];
	/** Objects that are found at another place of the file from now on. */
	moved?: Record<number, number>;
	/** Objects that stand in a container from now on, and at which index; only with a stream. */
	packed?: Record<number, [container: number, index: number]>;
	/** What else stands in the trailer. */
	trailer?: string;
	/** Entries that the cross-reference lists too, behind the others or before them: number and offset. */
	also?: Array<[number, number]>;
	form?: Form;
}

/** Ways to write the same objects. */
export interface Form {
	/** The cross-reference: a table, a stream, or a stream with a PNG predictor as qpdf writes it. */
	reference?: 'table' | 'stream' | 'predicted';
	/** The number that an object gets instead of its own. */
	renumber?: (number: number) => number;
	/** Whether the last object of an update is written first. */
	isReversed?: boolean;
}

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';

export const stream = (content: string, dictionary = '') =>
	`<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** One page that says the words, in a font that no file has to bring. Objects 1 to 5. */
export const onePage = (words: string): Objects => ({
	1: '<< /Type /Catalog /Pages 2 0 R >>',
	2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
	3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
	4: textStream(words),
	5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
});

export const textStream = (words: string) => stream(`BT /F1 24 Tf 40 300 Td (${words}) Tj ET`);

export function writeByHand(objects: Objects, trailer = '', form: Form = {}): Buffer {
	return append(Buffer.from(HEADER, 'latin1'), { objects, free: [], trailer, form }, '');
}

export function updateByHand(pdf: Uint8Array, update: Update): Buffer {
	const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(pdf).toString('latin1'))?.[1];
	return append(Buffer.from(pdf), update, `/Prev ${previous}`);
}

function append(
	pdf: Buffer,
	{ objects = {}, free = [], moved = {}, packed = {}, also = [], trailer = '', form = {} }: Update,
	prev: string,
) {
	const { reference = 'table', renumber = (number: number) => number, isReversed = false } = form;
	let text = pdf.at(-1) === 0x0a ? '' : '\n';
	/** Offsets by number; 0 is free. */
	const offsets = new Map<number, number>(
		Object.entries(moved).map(([number, offset]) => [renumber(Number(number)), offset]),
	);
	for (const number of free) offsets.set(renumber(number), 0);
	const written = Object.entries(objects);
	for (const [number, body] of isReversed ? written.toReversed() : written) {
		offsets.set(renumber(Number(number)), pdf.length + text.length);
		text += `${renumber(Number(number))} 0 obj\n${renumbered(body, renumber)}\nendobj\n`;
	}
	if (!prev) offsets.set(0, 0);
	const listed = (): Listed => {
		const contained = Object.entries(packed).map(([number, [container, index]]) => [
			...([renumber(Number(number)), renumber(container), index] as const),
		]) as Listed;
		const own = [...offsets, ...contained].sort(([a], [b]) => a - b);
		const others = also.map(([number, offset]): [number, number] => [renumber(number), offset]);
		return isReversed ? [...others, ...own] : [...own, ...others];
	};
	const size = Math.max(sizeIn(pdf), ...[...offsets.keys()].map((number) => number + 1));
	const start = pdf.length + text.length;
	const entries = renumbered(`/Root 1 0 R ${prev} ${trailer}`, renumber);
	if (reference === 'table') {
		text += `xref\n${tableOf(listed())}trailer\n<< /Size ${size} ${entries} >>\n`;
	} else {
		offsets.set(size, start);
		const isPredicted = reference === 'predicted';
		text += `${size} 0 obj\n${streamOf(listed(), `/Size ${size + 1} ${entries}`, isPredicted)}\nendobj\n`;
	}
	return Buffer.concat([pdf, Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1')]);
}

/** An object stream; its text is written in hexadecimal digits, so that no reference in it is renumbered again. */
export function container(
	objects: Array<[number: number, body: string]>,
	{ renumber = (number) => number }: Form,
): string {
	const bodies = objects.map(([, body]) => renumbered(body, renumber));
	const offsets = bodies.map(
		(_body, index) => bodies.slice(0, index).join(' ').length + +(index > 0),
	);
	const head = objects.map(([number], index) => `${renumber(number)} ${offsets[index]} `).join('');
	return stream(
		Buffer.from(head + bodies.join(' '), 'latin1').toString('hex'),
		`/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /ASCIIHexDecode`,
	);
}

export const renumbered = (text: string, renumber: (number: number) => number) =>
	text.replace(/\b(\d+) 0 R\b/g, (_ref, number: string) => `${renumber(Number(number))} 0 R`);

/** With an index, the second number is that of a container. */
type Listed = Array<[number: number, offset: number, index?: number]>;

const tableOf = (listed: Listed) =>
	listed
		.map(([number, offset]) =>
			offset > 0
				? `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
				: `${number} 1\n0000000000 65535 f \n`,
		)
		.join('');

/** Entries of one, four and two bytes; the predictor writes the difference to the row above. */
function streamOf(listed: Listed, more: string, isPredicted: boolean): string {
	let above = Buffer.alloc(7);
	const rows = listed.map(([, offset, index]) => {
		const row = Buffer.alloc(7);
		row.writeUInt8(index === undefined ? Number(offset > 0) : 2, 0);
		row.writeUInt32BE(offset, 1);
		row.writeUInt16BE(index ?? 0, 5);
		const differences = row.map((byte, at) => byte - above[at]!);
		above = row;
		return isPredicted ? Buffer.from([2, ...differences]) : row;
	});
	const index = listed.map(([number]) => `${number} 1`);
	const filter = isPredicted ? '/DecodeParms << /Predictor 12 /Columns 7 >> ' : '';
	return stream(
		deflateSync(Buffer.concat(rows)).toString('latin1'),
		`/Type /XRef /W [1 4 2] /Index [${index.join(' ')}] /Filter /FlateDecode ${filter}${more}`,
	);
}

const sizeIn = (pdf: Buffer) =>
	Math.max(
		0,
		...[...pdf.toString('latin1').matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size)),
	);

const RANGE = '[0 0000000000 0000000000 0000000000]';

export interface Placeholder {
	/** Of the dictionary: Sig, unless it is a time stamp. */
	type?: string;
	subFilter?: string;
	/** The bytes kept for the signature. */
	room?: number;
	/** What else stands beside the signature. */
	more?: string;
}

export const signatureDictionary = ({
	type = 'Sig',
	subFilter,
	room = 6_000,
	more = '',
}: Placeholder = {}) =>
	`<< /Type /${type} /Filter /Adobe.PPKLite /SubFilter /${subFilter ?? 'adbe.pkcs7.detached'} ${more} /ByteRange ${RANGE} /Contents <${'0'.repeat(2 * room)}> >>`;

export type Signing = (content: Buffer) => Buffer | Promise<Buffer>;

/** Fills the last signature dictionary of the file, which has to be at its end. */
export async function fill(pdf: Buffer, sign: Signing): Promise<Buffer> {
	const at = pdf.lastIndexOf(`/ByteRange ${RANGE}`) + '/ByteRange '.length;
	const gapStart = pdf.indexOf('<', at);
	const gapEnd = pdf.indexOf('>', gapStart) + 1;
	const filled = Buffer.from(pdf);
	const range = `[0 ${gapStart} ${gapEnd} ${pdf.length - gapEnd}]`;
	filled.write(range.padEnd(RANGE.length), at, 'latin1');
	const content = Buffer.concat([filled.subarray(0, gapStart), filled.subarray(gapEnd)]);
	filled.write((await sign(content)).toString('hex'), gapStart + 1, 'latin1');
	return filled;
}

/** Signs `onePage()` or an update of it in a field of its own: objects `number` and `number + 1`. */
export async function signByHand(
	pdf: Uint8Array,
	sign: Signing,
	{
		number = 10,
		rect = '0 0 0 0',
		fieldMore = '',
		fields = '',
		annots = fields,
		objects = {},
		form,
		catalogMore = '',
		trailer,
		...placeholder
	}: Placeholder & {
		number?: number;
		rect?: string;
		fieldMore?: string;
		/** References to the fields that are already there. */
		fields?: string;
		annots?: string;
		objects?: Objects;
		form?: Form;
		/** What else stands in the catalog and in the trailer. */
		catalogMore?: string;
		trailer?: string;
	} = {},
): Promise<Buffer> {
	const page = onePage('')[3]!.replace(/>>$/, `/Annots [${annots} ${number} 0 R] >>`);
	const prepared = updateByHand(pdf, {
		form,
		trailer,
		objects: {
			1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [${fields} ${number} 0 R] >> ${catalogMore} >>`,
			3: page,
			[number]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature${number}) /F 132 /P 3 0 R /Rect [${rect}] /V ${number + 1} 0 R ${fieldMore} >>`,
			[number + 1]: signatureDictionary(placeholder),
			...objects,
		},
	});
	return await fill(prepared, sign);
}
