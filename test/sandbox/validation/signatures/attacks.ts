import {
	onePage,
	signatureDictionary,
	signByHand,
	stream,
	textStream,
	updateByHand,
	writeByHand,
	type Objects,
} from '../../pdf/byHand.ts';
import { again, byName, catalog, drawing, FORGED, HONEST, page, signed } from './families.ts';

/** Known ways to deceive, by the names of those who found them; each stands for what the families leave out. */

/** Makes a file that shows something other than what was signed, or claims a signature that no one made. */
export type Attack = () => Promise<Uint8Array>;

const appearance = (content: string) => drawing(content, '0 0 300 400');
const WHITE_PAGE = `1 g 0 0 300 400 re f 0 g BT /F1 24 Tf 40 300 Td (${FORGED}) Tj ET`;

/** A page signed by Anna, in objects 10 and 11. */
const byAnna = (options?: Parameters<typeof signed>[1]) => signed({}, options);
/** Ben signs what was done to the file, so that someone vouches for its last state. */
const signedAgain = (pdf: Uint8Array, options?: Parameters<typeof again>[2]) =>
	again(pdf, {}, options);

const update = (objects: Objects, more = {}) => updating({}, objects, more);
const updating =
	(options: Parameters<typeof signed>[1], objects: Objects, more = {}): Attack =>
	async () =>
		updateByHand(await byAnna(options), { objects, ...more });

const asText = async (make: Attack, change: (text: string) => string) =>
	Buffer.from(change(Buffer.from(await make()).toString('latin1')), 'latin1');

/** Content that is there when the file is signed, and hidden: an object that nothing points to. */
async function withHiddenText(): Promise<{ pdf: Buffer; hidden: number }> {
	const plain = writeByHand(onePage(HONEST));
	const start = /startxref\s+(\d+)/.exec(plain.toString('latin1'))![1];
	const end = `\n4 0 obj\n${textStream(FORGED)}\nendobj\nstartxref\n${start}\n%%EOF\n`;
	const pdf = await signByHand(Buffer.concat([plain, Buffer.from(end)]), await byName('Anna'));
	return { pdf, hidden: plain.length + 1 };
}

/** Shadow attacks: what is shown later was prepared before anyone signed. */
const COVERED = {
	...onePage(FORGED),
	3: page('').replace('4 0 R', '[4 0 R 6 0 R]'),
	6: stream('1 g 0 0 300 400 re f'),
};
const shadows: Record<string, Attack> = {
	'shadow hide: a cover over the text is freed': updating(
		{ base: COVERED, objects: { 3: COVERED[3].replace('[]', '[10 0 R]') } },
		{},
		{ free: [6] },
	),
	'shadow hide: a cover that is a drawing is exchanged': updating(
		{
			base: {
				4: stream(`BT /F1 24 Tf 40 300 Td (${FORGED}) Tj ET /X1 Do`),
				6: appearance('1 g 0 0 300 400 re f'),
			},
		},
		{ 6: appearance('') },
	),
	'shadow replace: a font becomes another one': update({
		5: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
	}),
	'shadow hide-and-replace: the table points to the hidden object': async () => {
		const { pdf, hidden } = await withHiddenText();
		return updateByHand(pdf, { moved: { 4: hidden } });
	},
	'an object that the page names comes only after signing': async () => {
		const named = page('').replace('4 0 R', '[4 0 R 9 0 R]');
		const options = { base: { 3: named }, objects: { 3: named.replace('[]', '[10 0 R]') } };
		return updateByHand(await byAnna(options), { objects: { 9: stream(WHITE_PAGE) } });
	},
};

/** Incremental saving: an update that is honest about being one. */
const savings: Record<string, Attack> = {
	'incremental saving: other text': update({ 4: textStream(FORGED) }),
	'incremental saving: another page': update({
		2: '<< /Type /Pages /Kids [3 0 R 30 0 R] /Count 2 >>',
		30: page(''),
	}),
	'incremental saving: another catalog': async () =>
		await asText(
			update({
				30: catalog('10 0 R').replace('2 0 R', '31 0 R'),
				31: '<< /Type /Pages /Kids [32 0 R] /Count 1 >>',
				32: page('').replace('4 0 R', '33 0 R').replace('2 0 R', '31 0 R'),
				33: textStream(FORGED),
			}),
			(text) => text.replace(/\/Root 1 0 R(?![^]*\/Root 1 0 R)/, '/Root 30 0 R'),
		),
	'incremental saving: with a copy of the signature behind it': async () => {
		const pdf = await byAnna();
		return updateByHand(pdf, { objects: { 4: textStream(FORGED), 11: valueIn(pdf) } });
	},
	'a layer that is switched off': update({
		1: catalog('10 0 R', '/OCProperties << /OCGs [30 0 R] /D << /OFF [30 0 R] /Order [] >> >>'),
		30: '<< /Type /OCG /Name (Text) >>',
	}),
	'an action when the document is opened': update({
		1: catalog('10 0 R', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
	}),
};

const valueIn = (pdf: Buffer) => /11 0 obj\n([^]*?)\nendobj/.exec(pdf.toString('latin1'))![1]!;
const RANGE = /(?<=ByteRange )\[0 (\d+) (\d+) (\d+)\] */;
const withCopy = (value: string) => ({
	1: catalog('10 0 R 20 0 R'),
	3: page('10 0 R 20 0 R'),
	20: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Copy) /F 132 /P 3 0 R /Rect [0 0 0 0] /V ${value} >>`,
});

/** Anna signs a file that states another range, so that only the range itself is wrong. */
async function signedWithRange(
	change: (range: number[]) => number[],
	covered: (content: Buffer, range: number[]) => Buffer = (content) => content,
): Promise<Buffer> {
	const sign = await byName('Anna');
	let stated: number[] = [];
	const restated = (pdf: Buffer) =>
		Buffer.from(
			pdf.toString('latin1').replace(RANGE, (found) => {
				stated = change(found.match(/\d+/g)!.map(Number));
				return `[${stated.join(' ')}]`.padEnd(found.length);
			}),
			'latin1',
		);
	const pdf = await signByHand(writeByHand(onePage(HONEST)), async (content) => {
		const changed = restated(content);
		return await sign(covered(changed, stated));
	});
	return restated(pdf);
}

/** Signature wrapping: the signed bytes are elsewhere than where they are read. */
const wrappings: Record<string, Attack> = {
	'signature wrapping: the second part is moved behind other content': async () =>
		await asText(byAnna, (text) => {
			const [, start, end, length] = RANGE.exec(text)!.map(Number);
			const inserted = `>> endobj\n4 0 obj\n${textStream(FORGED)}\nendobj\n`;
			const range = `[0 ${start} ${end! + inserted.length} ${length}]`;
			const moved = text.slice(0, end) + inserted + text.slice(end, end! + length!);
			return moved.replace(RANGE, range.padEnd(36));
		}),
	'signature wrapping: the gap is wider than the value': async () =>
		await signedWithRange(
			([, a = 0, b = 0, c = 0]) => [0, a, b + 9, c - 9],
			(content, [, a]) => Buffer.concat([content.subarray(0, a), content.subarray(a! + 9)]),
		),
	'signature wrapping: six numbers': async () => await signedWithRange((range) => [...range, 0, 0]),
	'a copied field that repeats the range of another': async () => {
		const pdf = await byAnna();
		return updateByHand(pdf, { objects: { ...withCopy('21 0 R'), 21: valueIn(pdf) } });
	},
	'a second field with the value of the first': update(withCopy('11 0 R')),
	'a second field with the value of the first, from the beginning': async () =>
		await byAnna({ fields: '20 0 R', objects: { 20: withCopy('11 0 R')[20] } }),
	'two values in the dictionary, the first of them in the gap': async () =>
		await byAnna({
			objects: { 11: signatureDictionary().replace(/>>$/, '/Contents <3003020100> >>') },
		}),
	'another value in the field than in the gap': async () => {
		const pdf = await byAnna();
		const other = valueIn(pdf).replace(/<30[0-9a-f]{20}/, (start) => `${start.slice(0, -2)}ff`);
		return updateByHand(pdf, { objects: { 11: other } });
	},
};

/** Universal forgery: what a signature has to have is missing, so that nothing is compared. */
const replaced =
	(from: RegExp, to: string): Attack =>
	async () =>
		await asText(update({ 4: textStream(FORGED) }), (text) =>
			text.replace(from, (found) => to.padEnd(found.length).slice(0, found.length)),
		);
const forgeries: Record<string, Attack> = {
	'universal forgery: no range': replaced(/\/ByteRange \[[^\]]*\]/, ''),
	'universal forgery: a range of negative numbers': replaced(RANGE, '[0 -1 -1 -1]'),
	'universal forgery: no value': replaced(/\/Contents <[0-9a-f]*>/, '/Contents <>'),
	'universal forgery: a value of zeros': async () =>
		await asText(byAnna, (text) =>
			text.replace(/<30[0-9a-f]+>/, (value) => `<${'0'.repeat(value.length - 2)}>`),
		),
	'universal forgery: a signature over nothing': async () => {
		const sign = await byName('Anna');
		return await signByHand(writeByHand(onePage(FORGED)), () => sign(Buffer.alloc(0)));
	},
};

const annotation = (subtype: string, more: string) =>
	`<< /Type /Annot /Subtype /${subtype} /F 4 /P 3 0 R /Rect [30 280 200 330] ${more} >>`;
const withAnnotation = (body: string) =>
	update({ 3: page('10 0 R 30 0 R'), 30: body, 31: appearance(WHITE_PAGE) });
const NOTE = annotation('FreeText', `/Contents (${FORGED}) /AP << /N 31 0 R >>`);

/** Evil annotation and sneaky signature: something else is laid over the page. */
const covers: Record<string, Attack> = {
	'evil annotation: a note that Ben signs': async () =>
		await signedAgain(await withAnnotation(NOTE)(), { annots: '10 0 R 30 0 R' }),
	'sneaky signature: an unsigned field over the page': update({
		1: catalog('10 0 R 30 0 R'),
		3: page('10 0 R 30 0 R'),
		30: annotation('Widget', '/FT /Sig /T (New) /AP << /N 31 0 R >>'),
		31: appearance(WHITE_PAGE),
	}),
	'sneaky signature: one with a second widget over the text': async () =>
		await signedAgain(await byAnna(), {
			...{ annots: '10 0 R 30 0 R', fieldMore: '/Kids [30 0 R]' },
			objects: {
				30: annotation('Widget', '/Parent 20 0 R /AP << /N 31 0 R >>'),
				31: appearance('1 g 0 0 300 400 re f'),
			},
		}),
	'sneaky signature: one that acts when it is touched': async () =>
		await signedAgain(await byAnna(), {
			fieldMore: '/A << /S /JavaScript /JS (app.alert(1)) >>',
		}),
	'a further signature where the first one ruled out every change': async () =>
		await signedAgain(
			await byAnna({
				more: '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /V /1.2 /P 1 >> >>]',
			}),
		),
};

export const knownAttacks = { ...shadows, ...savings, ...wrappings, ...forgeries, ...covers };

export const hiddenAndHonest: Attack = async () => (await withHiddenText()).pdf;
