import { createIdentity } from '../../../../sandbox/pdf/cms/certificate.ts';
import { signDetached } from '../../../../sandbox/pdf/signing/signCms.ts';
import {
	fill,
	onePage,
	signatureDictionary,
	signByHand,
	stream,
	textStream,
	updateByHand,
	writeByHand,
	type Objects,
} from '../../pdf/byHand.ts';
import { SIGNED_AT } from '../../pdf/samples.ts';

/** Makes a file that shows something other than what was signed, or claims a signature that no one made. */
export type Attack = () => Promise<Uint8Array>;

async function signAs(name: string) {
	const identity = await createIdentity(name);
	return async (content: Buffer) => Buffer.from(await signDetached([content], identity, SIGNED_AT));
}

const HONEST = 'Pay 100';
const FORGED = 'Pay 900';

/** A page signed by Anna, in objects 10 and 11. */
async function signed(objects: Objects = onePage(HONEST), options = {}): Promise<Buffer> {
	return await signByHand(writeByHand(objects), await signAs('Anna'), options);
}

/** Ben signs what was done to the file, so that someone vouches for its last state. */
async function signedAgain(pdf: Uint8Array, options = {}): Promise<Buffer> {
	return await signByHand(pdf, await signAs('Ben'), {
		number: 20,
		fields: '10 0 R',
		...options,
	});
}

const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;
const form = (fields: string) => `/AcroForm << /SigFlags 3 /Fields [${fields}] >>`;
const pageWith = (more: string) => onePage('')[3]!.replace(/>>$/, `${more} >>`);
const appearance = (content: string, box = '0 0 300 400') =>
	stream(
		content,
		`/Type /XObject /Subtype /Form /BBox [${box}] /Resources << /Font << /F1 5 0 R >> >>`,
	);
const WHITE_PAGE = `1 g 0 0 300 400 re f 0 g BT /F1 24 Tf 40 300 Td (${FORGED}) Tj ET`;

/** Content that is there when the file is signed, and hidden: an object that nothing points to. */
const withHiddenText = () =>
	Buffer.concat([
		writeByHand(onePage(HONEST)),
		Buffer.from(`\n4 0 obj\n${textStream(FORGED)}\nendobj\n`, 'latin1'),
	]);

async function shadowFile(): Promise<{ pdf: Buffer; hidden: number }> {
	const hidden = withHiddenText();
	const at = hidden.lastIndexOf('\n4 0 obj') + 1;
	const start = /startxref\s+(\d+)/.exec(hidden.toString('latin1'))![1];
	const prepared = Buffer.concat([hidden, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
	return { pdf: await signByHand(prepared, await signAs('Anna')), hidden: at };
}

const annotation = (subtype: string, more: string) =>
	`<< /Type /Annot /Subtype /${subtype} /F 4 /P 3 0 R /Rect [30 280 200 330] ${more} >>`;

const withAnnotation = (body: string) => async () =>
	updateByHand(await signed(), {
		objects: { 3: pageWith('/Annots [10 0 R 30 0 R]'), 30: body, 31: appearance(WHITE_PAGE) },
	});

const update =
	(objects: Objects, more = {}) =>
	async () =>
		updateByHand(await signed(), { objects, ...more });

const both =
	(attack: Attack, options = {}) =>
	async () =>
		await signedAgain(await attack(), options);

/** Shadow attacks: what is shown later was prepared before anyone signed. */
const shadows: Record<string, Attack> = {
	'shadow hide: a cover over the text is freed': async () => {
		const objects = {
			...onePage(FORGED),
			3: pageWith('').replace('4 0 R', '[4 0 R 6 0 R]'),
			6: stream('1 g 0 0 300 400 re f'),
		};
		return updateByHand(await signed(objects), { free: [6] });
	},
	'shadow hide: a cover over the text becomes an empty one': async () => {
		const objects = {
			...onePage(FORGED),
			3: pageWith('').replace('4 0 R', '[4 0 R 6 0 R]'),
			6: stream('1 g 0 0 300 400 re f'),
		};
		return updateByHand(await signed(objects), { objects: { 6: stream('') } });
	},
	'shadow hide: a cover that is a drawing is exchanged': async () => {
		const objects = {
			...onePage(FORGED),
			4: stream(`BT /F1 24 Tf 40 300 Td (${FORGED}) Tj ET /X1 Do`),
			5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
			6: appearance('1 g 0 0 300 400 re f'),
		};
		return updateByHand(await signed(objects), { objects: { 6: appearance('') } });
	},
	'shadow replace: a font becomes another one': update({
		5: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
	}),
	'shadow replace: the letters of a font are renamed': update({
		5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [49 /nine] >> >>',
	}),
	'shadow replace: the value of a form field is drawn anew': async () => {
		const field = (value: string) =>
			`<< /Type /Annot /Subtype /Widget /FT /Tx /T (sum) /F 4 /P 3 0 R /Rect [40 200 200 230] /V (${value}) /AP << /N 8 0 R >> >>`;
		const pdf = writeByHand({
			...onePage('Pay'),
			7: field('100'),
			8: appearance('BT /F1 12 Tf 2 8 Td (100) Tj ET', '0 0 160 30'),
		});
		const options = { fields: '7 0 R' };
		return updateByHand(await signByHand(pdf, await signAs('Anna'), options), {
			objects: { 8: appearance('BT /F1 12 Tf 2 8 Td (900) Tj ET', '0 0 160 30') },
		});
	},
	'shadow hide-and-replace: the table points to the hidden object': async () => {
		const { pdf, hidden } = await shadowFile();
		return updateByHand(pdf, { moved: { 4: hidden } });
	},
	'shadow hide-and-replace: the table points there, then Ben signs': async () => {
		const { pdf, hidden } = await shadowFile();
		return await signedAgain(updateByHand(pdf, { moved: { 4: hidden } }));
	},
	'shadow hide-and-replace: in the same update in which Ben signs': async () => {
		const { pdf, hidden } = await shadowFile();
		const text = pdf.toString('latin1', hidden).split('endobj')[0]!;
		return await signedAgain(pdf, { objects: { 4: text.replace(/^4 0 obj\n/, '') } });
	},
	'an object that the page names comes only after signing': async () => {
		const page = pageWith('').replace('4 0 R', '[4 0 R 9 0 R]');
		const pdf = writeByHand({ ...onePage(HONEST), 3: page });
		const options = { objects: { 3: page.replace(/>>$/, '/Annots [10 0 R] >>') } };
		return updateByHand(await signByHand(pdf, await signAs('Anna'), options), {
			objects: { 9: stream(WHITE_PAGE) },
		});
	},
};

/** Incremental saving: an update that is honest about being one. */
const savings: Record<string, Attack> = {
	'incremental saving: other text': update({ 4: textStream(FORGED) }),
	'incremental saving: other text, then Ben signs': both(update({ 4: textStream(FORGED) })),
	'incremental saving: another page': update({
		2: '<< /Type /Pages /Kids [3 0 R 30 0 R] /Count 2 >>',
		30: pageWith(''),
	}),
	'incremental saving: another page instead': update({
		2: '<< /Type /Pages /Kids [30 0 R] /Count 1 >>',
		30: pageWith('').replace('4 0 R', '31 0 R'),
		31: textStream(FORGED),
	}),
	'incremental saving: other contents of the page': update({
		3: pageWith('/Annots [10 0 R]').replace('4 0 R', '31 0 R'),
		31: textStream(FORGED),
	}),
	'incremental saving: freed contents of the page': async () =>
		updateByHand(await signed(), { free: [4] }),
	'incremental saving: freed contents, then Ben signs': async () =>
		await signedAgain(updateByHand(await signed(), { free: [4] })),
	'incremental saving: another catalog': async () => {
		const text = updateByHand(await signed(), {
			objects: {
				30: catalog(`${form('10 0 R')}`).replace('2 0 R', '31 0 R'),
				31: '<< /Type /Pages /Kids [32 0 R] /Count 1 >>',
				32: pageWith('').replace('4 0 R', '33 0 R').replace('2 0 R', '31 0 R'),
				33: textStream(FORGED),
			},
		}).toString('latin1');
		const at = text.lastIndexOf('/Root 1 0 R');
		return Buffer.from(`${text.slice(0, at)}/Root 30 0 R${text.slice(at + 11)}`, 'latin1');
	},
	'incremental saving: without a table': async () =>
		Buffer.concat([
			await signed(),
			Buffer.from(`4 0 obj\n${textStream(FORGED)}\nendobj\n`, 'latin1'),
		]),
	'incremental saving: with a copy of the signature behind it': async () => {
		const pdf = await signed();
		const value = /11 0 obj\n([^]*?)\nendobj/.exec(pdf.toString('latin1'))![1]!;
		return updateByHand(pdf, { objects: { 4: textStream(FORGED), 11: value } });
	},
	'a layer that is switched off': update({
		1: catalog(
			`${form('10 0 R')} /OCProperties << /OCGs [30 0 R] /D << /OFF [30 0 R] /Order [] >> >>`,
		),
		30: '<< /Type /OCG /Name (Text) >>',
	}),
	'an action when the document is opened': update({
		1: catalog(`${form('10 0 R')} /OpenAction << /S /JavaScript /JS (app.alert(1)) >>`),
	}),
};

/** Signature wrapping: the signed bytes are elsewhere than where they are read. */
const wrappings: Record<string, Attack> = {
	'signature wrapping: the second part is moved behind other content': async () => {
		const pdf = await signed();
		const text = pdf.toString('latin1');
		const [, start, end, length] = /(?<=ByteRange )\[0 (\d+) (\d+) (\d+)\]/.exec(text)!.map(Number);
		const rest = text.slice(end, end! + length!);
		const inserted = `>> endobj\n4 0 obj\n${textStream(FORGED)}\nendobj\n`;
		const moved = text.slice(0, end) + inserted + rest;
		const range = `[0 ${start} ${end! + inserted.length} ${length}]`;
		return Buffer.from(
			moved.replace(/(?<=ByteRange )\[0 \d+ \d+ \d+\] */, range.padEnd(36)),
			'latin1',
		);
	},
	'signature wrapping: the gap is wider than the value': async () => {
		const text = (await signed()).toString('latin1');
		return Buffer.from(
			text.replace(
				/(?<=ByteRange )\[0 (\d+) (\d+) (\d+)\]/,
				(_all, a: string, b: string, c: string) => `[0 ${a} ${Number(b) + 9} ${Number(c) - 9}]`,
			),
			'latin1',
		);
	},
	'signature wrapping: six numbers': async () => {
		const text = (await signed()).toString('latin1');
		return Buffer.from(
			text.replace(/(?<=ByteRange )\[0 (\d+) (\d+) (\d+)\] {4}/, '[0 $1 $2 $3 0 0]'),
			'latin1',
		);
	},
	'a copied field that repeats the range of another': async () => {
		const pdf = await signed();
		const value = /11 0 obj\n([^]*?)\nendobj/.exec(pdf.toString('latin1'))![1]!;
		return updateByHand(pdf, {
			objects: {
				1: catalog(form('10 0 R 20 0 R')),
				3: pageWith('/Annots [10 0 R 20 0 R]'),
				20: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Copy) /F 132 /P 3 0 R /Rect [0 0 0 0] /V 21 0 R >>',
				21: value,
			},
		});
	},
	'a second field with the value of the first': update({
		1: catalog(form('10 0 R 20 0 R')),
		3: pageWith('/Annots [10 0 R 20 0 R]'),
		20: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Copy) /F 132 /P 3 0 R /Rect [0 0 0 0] /V 11 0 R >>',
	}),
	'another value in the field than in the gap': async () => {
		const pdf = await signed();
		const value = /11 0 obj\n([^]*?)\nendobj/.exec(pdf.toString('latin1'))![1]!;
		const other = value.replace(/<30[0-9a-f]{20}/, (start) => `${start.slice(0, -2)}ff`);
		return updateByHand(pdf, { objects: { 11: other } });
	},
};

/** Universal forgery: what a signature has to have is missing, so that nothing is compared. */
const replaced = (from: RegExp, to: string) => async () => {
	const pdf = updateByHand(await signed(), { objects: { 4: textStream(FORGED) } });
	const text = pdf.toString('latin1');
	const changed = text.replace(from, (found) => to.padEnd(found.length).slice(0, found.length));
	return Buffer.from(changed, 'latin1');
};
const forgeries: Record<string, Attack> = {
	'universal forgery: no range': replaced(/\/ByteRange \[[^\]]*\]/, ''),
	'universal forgery: an empty range': replaced(/(?<=ByteRange )\[0 \d+ \d+ \d+\]/, '[]'),
	'universal forgery: a range of negative numbers': replaced(
		/(?<=ByteRange )\[0 \d+ \d+ \d+\]/,
		'[0 -1 -1 -1]',
	),
	'universal forgery: a range of nothing': replaced(
		/(?<=ByteRange )\[0 \d+ \d+ \d+\]/,
		'[0 0 0 0]',
	),
	'universal forgery: no value': replaced(/\/Contents <[0-9a-f]*>/, '/Contents <>'),
	'universal forgery: a value of zeros': async () =>
		Buffer.from(
			(await signed())
				.toString('latin1')
				.replace(/<30[0-9a-f]+>/, (value) => `<${'0'.repeat(value.length - 2)}>`),
			'latin1',
		),
	'universal forgery: a signature over nothing': async () => {
		const sign = await signAs('Anna');
		return await signByHand(writeByHand(onePage(FORGED)), () => sign(Buffer.alloc(0)));
	},
};

/** Evil annotation: something else is laid over the page. */
const annotations: Record<string, Attack> = {
	'evil annotation: a text over the page': withAnnotation(
		annotation('FreeText', `/Contents (${FORGED}) /DA (/Helv 24 Tf) /AP << /N 31 0 R >>`),
	),
	'evil annotation: a stamp over the page': withAnnotation(
		annotation('Stamp', '/AP << /N 31 0 R >>'),
	),
	'evil annotation: a blackened place': withAnnotation(annotation('Redact', '/AP << /N 31 0 R >>')),
	'evil annotation: a note that Ben signs': both(
		withAnnotation(annotation('FreeText', `/Contents (${FORGED}) /AP << /N 31 0 R >>`)),
		{ annots: '10 0 R 30 0 R' },
	),
	'evil annotation: a field for text': withAnnotation(
		annotation('Widget', `/FT /Tx /T (sum) /V (${FORGED}) /AP << /N 31 0 R >>`),
	),
};

/** Sneaky signature: a signature field shows something other than a signature. */
const sneaky: Record<string, Attack> = {
	'sneaky signature: an unsigned field over the page': update({
		1: catalog(form('10 0 R 30 0 R')),
		3: pageWith('/Annots [10 0 R 30 0 R]'),
		30: annotation('Widget', '/FT /Sig /T (New) /AP << /N 31 0 R >>'),
		31: appearance(WHITE_PAGE),
	}),
	'sneaky signature: one as large as the page': async () =>
		await signedAgain(await signed(), {
			rect: '0 0 300 400',
			fieldMore: '/AP << /N 31 0 R >>',
			objects: { 31: appearance(WHITE_PAGE) },
		}),
	'sneaky signature: the shown one is drawn anew': async () => {
		const pdf = await signed(onePage(HONEST), {
			rect: '30 50 200 90',
			fieldMore: '/AP << /N 12 0 R >>',
			objects: { 12: appearance('BT /F1 12 Tf 5 9 Td (Anna) Tj ET', '0 0 170 40') },
		});
		return updateByHand(pdf, { objects: { 12: appearance(WHITE_PAGE) } });
	},
	'sneaky signature: one with a second widget over the text': async () => {
		const kid = annotation('Widget', '/Parent 20 0 R /AP << /N 31 0 R >>');
		return await signedAgain(await signed(), {
			annots: '10 0 R 30 0 R',
			fieldMore: '/Kids [30 0 R]',
			objects: { 30: kid, 31: appearance('1 g 0 0 300 400 re f') },
		});
	},
	'sneaky signature: one that acts when it is touched': async () =>
		await signedAgain(await signed(), { fieldMore: '/A << /S /JavaScript /JS (app.alert(1)) >>' }),
	'a further signature where the first one ruled out every change': async () =>
		await signedAgain(
			await signed(onePage(HONEST), {
				more: '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /V /1.2 /P 1 >> >>]',
			}),
		),
};

export const attacks = {
	...shadows,
	...savings,
	...wrappings,
	...forgeries,
	...annotations,
	...sneaky,
};

/** The same ways of writing, used as they are meant. */
export const honest: Record<string, Attack> = {
	'one signature': signed,
	'two signatures': async () => await signedAgain(await signed()),
	'a second signature that shows on empty paper': async () =>
		await signedAgain(await signed(), {
			rect: '30 50 200 90',
			fieldMore: '/AP << /N 31 0 R >>',
			objects: { 31: appearance('BT /F1 12 Tf 5 9 Td (Ben) Tj ET', '0 0 170 40') },
		}),
	'a hidden object that stays hidden': async () => (await shadowFile()).pdf,
	'a certified document that allows signing': async () =>
		await signedAgain(
			await signed(onePage(HONEST), {
				more: '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /V /1.2 /P 2 >> >>]',
			}),
		),
	'a signature in a field that was there, empty and with a frame': async () => {
		const frame = appearance('1 w 1 1 168 38 re S', '0 0 170 40');
		const field = (more: string) =>
			`<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature20) /F 132 /P 3 0 R /Rect [30 50 200 90] ${more} >>`;
		const objects = { 20: field('/AP << /N 22 0 R >>'), 22: frame };
		const pdf = await signed(onePage(HONEST), { fields: '20 0 R', objects });
		const words = appearance('BT /F1 12 Tf 5 9 Td (Ben) Tj ET', '0 0 170 40');
		return await signedInField(pdf, {
			20: field('/AP << /N 23 0 R >> /V 21 0 R'),
			21: signatureDictionary(),
			23: words,
		});
	},
};

async function signedInField(pdf: Buffer, objects: Objects): Promise<Buffer> {
	return await fill(updateByHand(pdf, { objects }), await signAs('Ben'));
}
