/** PDFs written byte by byte, so that a test decides about each object and each cross-reference. */

/** The text of each object, by its number. */
export type Objects = Record<number, string>;

export interface Update {
	objects?: Objects;
	/** Numbers of objects that are free from now on. */
	free?: number[];
	/** Objects that are found at another place of the file from now on. */
	moved?: Record<number, number>;
	/** What else stands in the trailer. */
	trailer?: string;
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

export function writeByHand(objects: Objects, trailer = ''): Buffer {
	return append(Buffer.from(HEADER, 'latin1'), { objects, free: [], trailer }, '');
}

export function updateByHand(pdf: Uint8Array, update: Update): Buffer {
	const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(pdf).toString('latin1'))?.[1];
	return append(Buffer.from(pdf), update, `/Prev ${previous}`);
}

function append(
	pdf: Buffer,
	{ objects = {}, free = [], moved = {}, trailer = '' }: Update,
	prev: string,
) {
	let text = pdf.at(-1) === 0x0a ? '' : '\n';
	const entries = new Map<number, string>(
		Object.entries(moved).map(([number, offset]) => [Number(number), inUse(offset)]),
	);
	for (const number of free) entries.set(number, '0000000000 65535 f \n');
	for (const [number, body] of Object.entries(objects)) {
		entries.set(Number(number), inUse(pdf.length + text.length));
		text += `${number} 0 obj\n${body}\nendobj\n`;
	}
	if (!prev) entries.set(0, '0000000000 65535 f \n');
	const numbers = [...entries.keys()].sort((a, b) => a - b);
	const table = numbers.map((number) => `${number} 1\n${entries.get(number)}`).join('');
	const size = Math.max(sizeIn(pdf), ...numbers.map((number) => number + 1));
	const start = pdf.length + text.length;
	text += `xref\n${table}trailer\n<< /Size ${size} /Root 1 0 R ${prev} ${trailer} >>\n`;
	return Buffer.concat([pdf, Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1')]);
}

const inUse = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`;

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
	room = 12_000,
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
		...placeholder
	}: Placeholder & {
		number?: number;
		rect?: string;
		fieldMore?: string;
		/** References to the fields that are already there. */
		fields?: string;
		annots?: string;
		objects?: Objects;
	} = {},
): Promise<Buffer> {
	const page = onePage('')[3]!.replace(/>>$/, `/Annots [${annots} ${number} 0 R] >>`);
	const prepared = updateByHand(pdf, {
		objects: {
			1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [${fields} ${number} 0 R] >> >>`,
			3: page,
			[number]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature${number}) /F 132 /P 3 0 R /Rect [${rect}] /V ${number + 1} 0 R ${fieldMore} >>`,
			[number + 1]: signatureDictionary(placeholder),
			...objects,
		},
	});
	return await fill(prepared, sign);
}
