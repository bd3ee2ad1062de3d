import {
	container,
	fill,
	onePage,
	signatureDictionary,
	signByHand,
	stream,
	textStream,
	updateByHand,
	writeByHand,
	type Form,
	type Objects,
} from '../../pdf/byHand.ts';
import {
	again,
	byName,
	catalog,
	drawing,
	FORGED,
	HONEST,
	offsetOf,
	page,
	signed,
	WHITE,
	type Family,
} from './families.ts';

/** Files that viewers read in different ways, or in another way than it looks at first sight. */

/** A harmless change, so that the update says something. */
const EXTENDED = { 1: catalog('10 0 R', '/Extensions << /ADBE << /BaseVersion /1.7 >> >>') };
const inTable = (form: Form): Form => ({ ...form, reference: 'table' });
const inStream = (form: Form): Form => ({ ...form, reference: 'stream' });

const startOf = (pdf: Buffer) => /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1];
const append = (pdf: Buffer, text: string) => Buffer.concat([pdf, Buffer.from(text, 'latin1')]);

/** A forged content that no cross-reference lists, behind what was signed. */
function withUnlisted(pdf: Buffer, { renumber = (number) => number }: Form): Buffer {
	const forged = `${renumber(4)} 0 obj\n${textStream(FORGED)}\nendobj\n`;
	return append(pdf, `${forged}startxref\n${startOf(pdf)}\n%%EOF\n`);
}

/** Ben signs, and the page comes from an object stream. */
const packed =
	(...pages: Array<[number: number, content: number]>) =>
	(index: number): Family =>
	async (given) => {
		const form = inStream(given);
		const bodies = pages.map(([number, content]): [number, string] => [
			number,
			page('10 0 R 20 0 R').replace('/Contents 4', `/Contents ${content}`),
		]);
		const prepared = updateByHand(await signed(form), {
			...{ form, packed: { 3: [30, index] } },
			objects: {
				1: catalog('10 0 R 20 0 R'),
				20: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Ben) /F 132 /P 3 0 R /Rect [0 0 0 0] /V 21 0 R >>',
				30: container(bodies, form),
				31: textStream(FORGED),
				21: signatureDictionary(),
			},
		});
		return await fill(prepared, await byName('Ben'));
	};

/** Ben's appearance does not say how large it is. */
const unbounded =
	(box: string, rect: string): Family =>
	async (form) =>
		await again(await signed(form), form, {
			...{ rect, fieldMore: '/AP << /N 31 0 R >>' },
			objects: {
				31: stream('1 g -900 -900 2000 2000 re f', `/Type /XObject /Subtype /Form ${box}`),
			},
		});

/** Ben signs on a page with drawings. */
const onDrawing =
	(content: string, rect: string, base: Objects = {}): Family =>
	async (form) => {
		const withForm = (annots: string) =>
			page(annots).replace('/Font', '/XObject << /Form 6 0 R >> /Font');
		const pdf = await signed(form, {
			base: { 3: withForm(''), 4: stream(content), 6: drawing(''), ...base },
			objects: { 3: withForm('10 0 R') },
		});
		return await again(pdf, form, {
			...{ rect, fieldMore: '/AP << /N 31 0 R >>' },
			objects: { 3: withForm('10 0 R 20 0 R'), 31: WHITE },
		});
	};

/** Five characters that are drawn as one shape each, 20 points apart. */
const OUTLINES = [40, 60, 80, 100, 120]
	.map((x) => `${x} 300 m ${x + 10} 300 l ${x + 10} 320 l ${x + 2} 311 l h`)
	.join(' ')
	.concat(' f');

/** Of a linearized file that has the length it states, poppler reads the cross-reference at its beginning. */
async function linearized(length: number): Promise<Buffer> {
	const padded = (number: number) => String(number).padStart(10, '0');
	const write = (offsets: number[]) =>
		writeByHand(
			{
				...onePage(HONEST),
				7: `null\nendobj\n4 0 obj\n${textStream(FORGED)}`,
				9: [
					`<< /Linearized 1 /L ${padded(length)} /H [0 0] /O 3 /E 0 /N 1 /T 0 >>\nendobj\nxref\n0 6\n`,
					...[0, 1, 2, 3, 4, 5].map((number) =>
						number === 0 ? '0000000000 65535 f \n' : `${padded(offsets[number] ?? 0)} 00000 n \n`,
					),
					'trailer\n<< /Size 10 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n8 0 obj\nnull',
				].join(''),
			},
			'',
			{ isReversed: true },
		);
	const draft = write([]);
	// The forged content stands before the honest one.
	const offsets = [0, 1, 2, 3, 4, 5].map((number) => draft.indexOf(`\n${number} 0 obj`) + 1);
	const anna = await signByHand(write(offsets), await byName('Anna'));
	return await again(anna, {});
}

export const readingAttacks: Record<string, Family> = {
	'the cross-reference is named far before the end': async (form) => {
		const pdf = withUnlisted(await signed(form), form);
		return append(updateByHand(pdf, { objects: EXTENDED, form }), ' '.repeat(5000));
	},
	'the cross-reference is named by a part of a word': async (form) => {
		const anna = await signed(form);
		const forged = updateByHand(anna, { objects: { 4: textStream(FORGED) }, form });
		const back = append(forged, `startxref\n${startOf(anna)}\n%%EOF\n`);
		const honest = updateByHand(back, { objects: EXTENDED, form });
		const ends = `startxref\n${startOf(forged)}\n%%EOF\nxstartxref\n${startOf(honest)}\n%%EOF\n`;
		return append(honest, ends);
	},
	'a table has an entry behind blanks': async (given) => {
		const form = inTable(given);
		const { renumber = (number: number) => number } = form;
		const anna = await signed(form);
		const pdf = withUnlisted(anna, form);
		const forged = pdf.indexOf(`${renumber(4)} 0 obj`, anna.length);
		const text = updateByHand(pdf, { objects: EXTENDED, form }).toString('latin1');
		const at = text.lastIndexOf('trailer');
		const entry = `${renumber(4)} 1\n${String(forged).padStart(10, '0')} 00000 n \n`;
		return Buffer.from(
			`${text.slice(0, at)}${' '.repeat(60)}\n${entry}${text.slice(at)}`,
			'latin1',
		);
	},
	'an object stream has the page twice, first the forged one': packed([3, 31], [3, 4])(0),
	'an object stream has another page at the index': packed([3, 4], [40, 31])(1),
	'a hybrid file loses the content of its page': async (given) => {
		const form = inTable(given);
		const { renumber = (number: number) => number } = form;
		const pdf = await signed(form);
		const row = Buffer.alloc(5);
		row.writeUInt8(1, 0);
		row.writeUInt32BE(offsetOf(pdf, 4, form), 1);
		const table = stream(
			row.toString('hex'),
			`/Type /XRef /W [1 4 0] /Index [${renumber(4)} 1] /Size 200 /Filter /ASCIIHexDecode`,
		);
		const listed = append(
			pdf,
			`${renumber(30)} 0 obj\n${table}\nendobj\nstartxref\n${startOf(pdf)}\n%%EOF\n`,
		);
		return updateByHand(listed, {
			...{ objects: EXTENDED, free: [4], form },
			trailer: `/XRefStm ${pdf.length}`,
		});
	},
	'the content of the page is written again without a line end': async (form) => {
		const content = `BT /F1 24 Tf 40 300 Td (${FORGED}) Tj ET /Form Do`;
		const withForm = (annots: string) =>
			page(annots).replace('/Font', '/XObject << /Form 6 0 R >> /Font');
		const base = {
			...{ 3: withForm(''), 4: stream(content) },
			6: drawing(
				`1 g 0 0 300 400 re f 0 g BT /F1 24 Tf 40 300 Td (${HONEST}) Tj ET`,
				'0 0 300 400',
			),
		};
		const pdf = await signed(form, { base, objects: { 3: withForm('10 0 R') } });
		const again4 = stream(content).replace('stream\n', 'stream');
		return updateByHand(pdf, { objects: { ...EXTENDED, 4: again4 }, form });
	},
	'a linearized file gets its stated length, unseen without poppler': async () =>
		await linearized((await linearized(0)).length),
	'a signature does not say how large it is': unbounded('', '40 50 60 60'),
	'a signature that is not shown does not say how large it is': unbounded('/BBox null', '0 0 0 0'),
	'a signature covers a drawn character': onDrawing(OUTLINES, '79 299 91 321'),
	'a signature covers a character that another drawing places': onDrawing(
		'q 1 0 0 1 0 -200 cm /Form Do Q',
		'79 99 91 121',
		{ 6: drawing(OUTLINES, '0 0 300 400') },
	),
};

export const readingHonest: Record<string, Family> = {
	'a second one, with the page in an object stream': packed([40, 31], [3, 4])(1),
	'a second one in a frame': onDrawing('30 40 180 50 re S', '40 50 200 80'),
	'a second one in a frame with round corners': onDrawing(
		'40 40 m 200 40 l 210 40 210 50 210 50 c 210 90 l 30 90 l 30 50 l 30 50 30 40 40 40 c s',
		'40 50 200 80',
	),
	'a second one on a line to sign on': onDrawing('1 w 40 55 m 200 55 l S', '40 50 200 80'),
	'a second one beside what another drawing places': onDrawing(
		'q 1 0 0 1 0 -200 cm /Form Do Q',
		'40 200 200 230',
		{ 6: drawing(OUTLINES, '0 0 300 400') },
	),
};
