import { createIdentity } from '../../../../sandbox/pdf/cms/certificate.ts';
import { signDetached } from '../../../../sandbox/pdf/signing/signCms.ts';
import { timeStamp } from '../../../../sandbox/pdf/signing/timeStamp.ts';
import {
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
	type Update,
} from '../../pdf/byHand.ts';
import { sign as signInSandbox, SIGNED_AT } from '../../pdf/samples.ts';

/** Makes one file in a form of writing. */
export type Family = (form: Form) => Promise<Uint8Array>;

/** Object numbers, cross-references and order: none of them may make a difference. */
export const FORMS: Record<string, Form> = {
	'a table': {},
	'a table, other numbers': { renumber: (number) => number + 40 },
	'a table, backwards': { renumber: (number) => 90 - number, isReversed: true },
	'a stream': { reference: 'stream' },
	'a stream, backwards': {
		reference: 'stream',
		renumber: (number) => 90 - number,
		isReversed: true,
	},
	'a predicted stream': { reference: 'predicted', renumber: (number) => number * 3 },
};

export const HONEST = 'Pay 100';
export const FORGED = 'Pay 900';

const identities = new Map<string, ReturnType<typeof createIdentity>>();
export const byName = async (name: string) => {
	const made = identities.get(name) ?? createIdentity(name);
	identities.set(name, made);
	const identity = await made;
	return async (content: Buffer) => Buffer.from(await signDetached([content], identity, SIGNED_AT));
};
const stamp = async (content: Buffer) => {
	const { timeStamping } = await createIdentity('Anna');
	return Buffer.from(await timeStamp([content], timeStamping, SIGNED_AT));
};

type SignOptions = NonNullable<Parameters<typeof signByHand>[2]>;
interface Base extends SignOptions {
	base?: Objects;
	trailer?: string;
}

/** A page that Anna signed, in objects 10 and 11. */
export async function signed(
	form: Form,
	{ base = {}, trailer, ...options }: Base = {},
): Promise<Buffer> {
	const pdf = writeByHand({ ...onePage(HONEST), ...base }, trailer, form);
	return await signByHand(pdf, await byName('Anna'), { form, ...options });
}

/** Ben signs behind her, in objects 20 and 21. */
export const again = async (pdf: Uint8Array, form: Form, options: SignOptions = {}) =>
	await signByHand(pdf, await byName('Ben'), { number: 20, fields: '10 0 R', form, ...options });

/** In a field that is there, or with everything written anew. */
const fillIn = async (pdf: Uint8Array, form: Form, objects: Objects, name = 'Ben') =>
	await fill(updateByHand(pdf, { objects, form }), await byName(name));

export const catalog = (fields: string, more = '', formMore = '') =>
	`<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [${fields}] ${formMore} >> ${more} >>`;
export const page = (annots: string, more = '') =>
	onePage('')[3]!.replace(/>>$/, `/Annots [${annots}] ${more} >>`);
export const drawing = (content: string, box = '0 0 160 30') =>
	stream(
		content,
		`/Type /XObject /Subtype /Form /BBox [${box}] /Resources << /Font << /F1 5 0 R >> >>`,
	);
const words = (text: string) => drawing(`BT /F1 12 Tf 2 8 Td (${text}) Tj ET`);
export const WHITE = drawing('1 g 0 0 160 30 re f');

const widget = (more: string, rect = '40 200 200 230') =>
	`<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [${rect}] ${more} >>`;
const sum = (value: string, more = '', rect?: string) =>
	widget(`/FT /Tx /T (sum) /V (${value}) /AP << /N 8 0 R >> ${more}`, rect);
const certified = (level: number) => ({
	more: `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /V /1.2 /P ${level} >> >>]`,
});

/** A signed form with the text field 7, whose appearance is 8. */
const signedForm = async (form: Form, { base = {}, ...options }: Base = {}, field = sum('100')) =>
	await signed(form, { base: { 7: field, 8: words('100'), ...base }, fields: '7 0 R', ...options });

/** A signed page with the empty signature field 20, whose appearance is 22. */
const withEmptyField = async (form: Form, shown: string, rect = '40 200 200 230') => {
	const base = { 20: widget('/FT /Sig /T (Ben) /AP << /N 22 0 R >>', rect), 22: shown };
	return await fillIn(await signed(form, { base, fields: '20 0 R' }), form, {
		20: widget('/FT /Sig /T (Ben) /AP << /N 23 0 R >> /V 21 0 R', rect),
		21: signatureDictionary(),
		23: words(FORGED),
	});
};

const update =
	(change: Omit<Update, 'form'>, base?: Base): Family =>
	async (form) =>
		updateByHand(await signed(form, base), { ...change, form });

const covering =
	(rect: string, more = '', shown = WHITE): Family =>
	async (form) =>
		await again(await signed(form), form, {
			rect,
			fieldMore: `/AP << /N 31 0 R >> ${more}`,
			objects: { 31: shown },
		});

/** Ben signs on a page that shows an image, which can be all of it as in a scan. */
const onImage =
	(content: string, rect: string): Family =>
	async (form) => {
		const empty = onePage('')[3]!.replace('/Font', '/XObject << /Image 6 0 R >> /Font');
		const withAnnots = (list: string) => ({ 3: empty.replace(/>>$/, `/Annots [${list}] >>`) });
		const image =
			'/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8';
		const base = { 3: empty, 4: stream(content), 6: stream('@', image) };
		return await again(await signed(form, { base, objects: withAnnots('10 0 R') }), form, {
			...{ rect, fieldMore: '/AP << /N 31 0 R >>' },
			objects: { ...withAnnots('10 0 R 20 0 R'), 31: WHITE },
		});
	};
const image = (box: string) => `q ${box} cm /Image Do Q`;
const SCAN = image('300 0 0 400 0 0');

const fillingIn =
	(base: Base, field = sum('900'), before?: string): Family =>
	async (form) =>
		updateByHand(await signedForm(form, base, before), {
			objects: { 7: field, 8: words('900'), 31: words('900') },
			form,
		});

const annotation =
	(level: number, body: string, objects: Objects = {}): Family =>
	async (form) =>
		updateByHand(await signed(form, certified(level)), {
			objects: { 3: page('10 0 R 30 0 R'), 30: body, 31: WHITE, ...objects },
			form,
		});
const stampAt = (rect: string, more = '') =>
	`<< /Type /Annot /Subtype /Stamp /F 4 /P 3 0 R /Rect [${rect}] /AP << /N 31 0 R >> ${more} >>`;

/** Where an object stands in a file that was written in a form. */
export const offsetOf = (pdf: Buffer, number: number, { renumber = (one: number) => one }: Form) =>
	pdf.indexOf(`\n${renumber(number)} 0 obj`) + 1;

/** Each makes a file that at least one viewer shows differently than it was signed, unless its name says `unseen`. */
export const attackFamilies: Record<string, Family> = {
	'DSS is the content of the page': update({
		objects: { 1: catalog('10 0 R', '/DSS 4 0 R'), 4: textStream(FORGED) },
	}),
	'DSS lists the content of the page for a signature, then Ben signs': async (form) => {
		const more = '/DSS << /VRI << /AB << /OCSP [4 0 R] >> >> >>';
		const objects = { 1: catalog('10 0 R', more), 4: textStream(FORGED) };
		const pdf = updateByHand(await signed(form), { objects, form });
		return await again(pdf, form, { catalogMore: more });
	},
	'DSS was the resources of the page': async (form) => {
		const base = {
			3: onePage('')[3]!.replace(/\/Resources .*>> >>/, '/Resources 6 0 R'),
			6: '<< /Font << /F1 5 0 R >> >>',
		};
		const anna = {
			base,
			catalogMore: '/DSS 6 0 R',
			objects: { 3: base[3].replace(/>>$/, '/Annots [10 0 R] >>') },
		};
		return updateByHand(await signed(form, anna), { objects: { 6: '<< /Certs [] >>' }, form });
	},
	'an object is listed twice, first as it was': async (form) => {
		const pdf = await signed(form);
		const also: Update['also'] = [[4, offsetOf(pdf, 4, form)]];
		return updateByHand(pdf, { objects: { 4: textStream(FORGED) }, also, form });
	},
	'the widget of another field becomes a kid of the new signature': async (form) =>
		await again(await signedForm(form), form, {
			fields: '7 0 R 10 0 R',
			fieldMore: '/Kids [7 0 R]',
			objects: { 7: sum('100', '/Parent 20 0 R').replace('8 0 R', '31 0 R'), 31: words('900') },
		}),
	'an empty signature field shows text': async (form) => await withEmptyField(form, words(HONEST)),
	'an empty signature field lies over text': async (form) =>
		await withEmptyField(form, drawing(''), '30 280 190 330'),
	'one array is Annots and Kids': async (form) => {
		const base = {
			2: '<< /Type /Pages /Kids 6 0 R /Count 2 >>',
			6: '[3 0 R]',
		};
		const anna = { base, objects: { 3: onePage('')[3]!.replace(/>>$/, '/Annots 6 0 R >>') } };
		const pdf = await signed(form, anna);
		return await fillIn(pdf, form, {
			1: catalog('10 0 R 20 0 R'),
			6: '[3 0 R 20 0 R]',
			20: `<< /Type /Page /Subtype /Widget /FT /Sig /T (Ben) /V 21 0 R /F 4 /Rect [0 0 0 0] /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >>`,
			21: signatureDictionary(),
		});
	},
	'NeedAppearances is switched on': async (form) =>
		updateByHand(await signedForm(form, {}, sum('900', '/DA (/Helv 12 Tf 0 g)')), {
			objects: { 1: catalog('7 0 R 10 0 R', '', '/NeedAppearances true') },
			form,
		}),
	'a signature covers one digit': covering('88 296 102 320'),
	'a signature covers one digit, with its corners the other way round': covering('102 320 88 296'),
	'a signature is as large as half the page': covering('0 0 300 250', '', words(FORGED)),
	'a signature does not turn or shrink with the page, unseen': covering('40 100 200 130', '/F 28'),
	'a signature covers an image': onImage(image('80 0 0 40 50 250'), '40 240 140 300'),
	'a signature covers more of a scan than a signature needs': onImage(SCAN, '20 20 280 120'),
	'a signature covers the recognised text of a scan': onImage(
		`${SCAN} BT 3 Tr /F1 24 Tf 40 300 Td (${HONEST}) Tj ET`,
		'30 290 200 330',
	),
	'a signature covers a field': async (form) =>
		await again(await signedForm(form), form, {
			...{ fields: '7 0 R 10 0 R', rect: '50 205 190 225', fieldMore: '/AP << /N 31 0 R >>' },
			objects: { 31: WHITE },
		}),
	'a field is filled in without a certification': fillingIn({}),
	'a field is filled in that is read-only': fillingIn(
		certified(2),
		sum('900', '/Ff 1'),
		sum('100', '/Ff 1'),
	),
	'a field is filled in that is locked': fillingIn({
		more: certified(2).more.replace(
			/\]$/,
			' << /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams /V /1.2 /Action /Include /Fields [(sum)] >> >>]',
		),
	}),
	'a field is filled in that lies over text': fillingIn(
		certified(2),
		sum('900', '', '30 280 190 330'),
		sum('100', '', '30 280 190 330'),
	),
	'a field is filled in and moved': fillingIn(certified(2), sum('900', '', '40 100 200 130')),
	'a field is filled in because a later signature allows it': async (form) => {
		const pdf = await again(await signedForm(form), form, {
			fields: '7 0 R 10 0 R',
			...certified(3),
		});
		return updateByHand(pdf, { objects: { 7: sum('900'), 8: words('900') }, form });
	},
	'a certified page gets an annotation where only forms are allowed': annotation(
		2,
		stampAt('40 100 200 130', '/C [1 0 0]'),
		{ 31: words(FORGED) },
	),
	'a certified page gets an annotation that acts, unseen': annotation(
		3,
		stampAt('40 100 200 130', '/A << /S /URI /URI (https://example.org) >>'),
	),
	'a hidden field is shown': async (form) =>
		updateByHand(await signedForm(form, {}, sum('900').replace('/F 4', '/F 2')), {
			objects: { 7: sum('900') },
			form,
		}),
	'the page is turned while Ben signs': async (form) =>
		await again(await signed(form), form, { objects: { 3: page('10 0 R 20 0 R', '/Rotate 90') } }),
	'metadata are the content of the page': async (form) =>
		updateByHand(await signed(form, { catalogMore: '/Metadata 4 0 R' }), {
			objects: {
				4: textStream(FORGED).replace('<< ', '<< /Type /Metadata /Subtype /XML '),
			},
			form,
		}),
	'metadata become something else, unseen': update(
		{ objects: { 6: stream('', '/Type /Metadata /Subtype /Other') } },
		{ base: { 6: stream('', '/Type /Metadata /Subtype /XML') }, catalogMore: '/Metadata 6 0 R' },
	),
	'an appearance is shared with a stamp': fillingIn({
		...certified(2),
		base: { 30: stampAt('40 100 200 130').replace('31 0 R', '8 0 R') },
		annots: '7 0 R 30 0 R',
	}),
	'an appearance is shared with the content of the page': async (form) => {
		const anna = {
			...certified(2),
			objects: { 3: page('7 0 R 10 0 R').replace('/Contents 4 0 R', '/Contents [4 0 R 8 0 R]') },
		};
		return updateByHand(await signedForm(form, anna), {
			objects: { 7: sum('900'), 8: words('900') },
			form,
		});
	},
};

const CERTIFICATE = stream('0', '');
const xmp = (date: string) =>
	stream(
		`<x:xmpmeta><xmp:ModifyDate>${date}</xmp:ModifyDate></x:xmpmeta>`,
		'/Type /Metadata /Subtype /XML',
	);
const INFO = '/Info 6 0 R';

export const honestFamilies: Record<string, Family> = {
	'one signature': (form) => signed(form),
	'two signatures': async (form) => await again(await signed(form), form),
	'a second one on a scan': onImage(SCAN, '40 50 200 80'),
	'a second one on a scan in strips, with a margin': onImage(
		image('280 0 0 185 10 15') + image('280 0 0 185 10 200'),
		'40 50 200 80',
	),
	'a second one beside an image': onImage(image('80 0 0 40 50 250'), '40 50 200 80'),
	'a second and a third one in the sandbox': async (form) => {
		const second = await signInSandbox(await signed(form), 'Ben', {
			visual: { page: 0, x: 20, y: 30, width: 120, height: 40 },
		});
		return await signInSandbox(second, 'Cem');
	},
	'a signature in an empty field': async (form) => await withEmptyField(form, drawing('')),
	'a signature in an empty field with a frame': async (form) =>
		await withEmptyField(form, drawing('q 1 w 0 0 1 RG 1 1 158 28 re S Q')),
	'an empty field apart from its widget': async (form) => {
		const base = { 20: '<< /FT /Sig /T (Ben) /Kids [22 0 R] >>', 22: widget('/Parent 20 0 R') };
		const pdf = await signed(form, { base, fields: '20 0 R', annots: '22 0 R' });
		return await fillIn(pdf, form, {
			20: '<< /FT /Sig /T (Ben) /Kids [22 0 R] /V 21 0 R >>',
			21: signatureDictionary(),
			22: widget('/Parent 20 0 R /AP << /N 31 0 R >>'),
			31: words('Ben'),
		});
	},
	'a form in objects of its own, as pyHanko writes it': async (form) => {
		const own = (count: string) => ({
			1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 12 0 R /Version /1.7 >>',
			3: onePage('')[3]!.replace(/>>$/, '/Annots 14 0 R >>'),
			12: '<< /Fields 13 0 R /SigFlags 3 >>',
			13: `[${count}]`,
			14: `[${count}]`,
		});
		const pdf = await signed(form, { objects: own('10 0 R') });
		return await fillIn(pdf, form, {
			...own('10 0 R 20 0 R'),
			20: widget('/FT /Sig /T (Ben) /V 21 0 R /Ff 0 /F 132', '0 0 0 0').replace('/F 4 ', ''),
			21: signatureDictionary({ subFilter: 'ETSI.CAdES.detached' }),
		});
	},
	'a form that becomes an object, as node-signpdf writes it': async (form) =>
		await fillIn(await signed(form), form, {
			1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 22 0 R >>',
			3: page('10 0 R 20 0 R'),
			20: widget('/FT /Sig /T (Signature2) /V 21 0 R', '0 0 0 0'),
			21: signatureDictionary(),
			22: '<< /SigFlags 3 /Fields [10 0 R 20 0 R] >>',
		}),
	'data for long-term validation': update({
		objects: {
			1: catalog(
				'10 0 R',
				'/DSS 30 0 R /Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 1 >> >>',
			),
			30: '<< /Type /DSS /Certs [31 0 R] /OCSPs [32 0 R] /VRI << /ABCD 33 0 R >> >>',
			31: CERTIFICATE,
			32: CERTIFICATE,
			33: '<< /Type /VRI /Cert [31 0 R] /OCSP [32 0 R] /TU (D:20260101) >>',
		},
	}),
	'more data for long-term validation': async (form) => {
		const more = '/DSS 30 0 R';
		const dss = (list: string) => ({ 30: `<< /Certs 34 0 R >>`, 34: `[${list}]` });
		const objects = { 1: catalog('10 0 R', more), ...dss('31 0 R'), 31: CERTIFICATE };
		const pdf = updateByHand(await signed(form), { objects, form });
		const twice = await again(pdf, form, { catalogMore: more });
		return updateByHand(twice, { objects: { ...dss('31 0 R 32 0 R'), 32: CERTIFICATE }, form });
	},
	'data and a time stamp behind a signature that forbids changes': async (form) => {
		const objects = { 1: catalog('10 0 R', '/DSS << /Certs [31 0 R] >>'), 31: CERTIFICATE };
		const pdf = updateByHand(await signed(form, certified(1)), { objects, form });
		return await signByHand(pdf, stamp, {
			...{ number: 20, fields: '10 0 R', form, catalogMore: '/DSS << /Certs [31 0 R] >>' },
			...{ type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161' },
		});
	},
	'renewed metadata': async (form) => {
		const anna = { base: { 6: xmp('2026-01-01') }, catalogMore: '/Metadata 6 0 R' };
		return updateByHand(await signed(form, anna), { objects: { 6: xmp('2026-02-02') }, form });
	},
	'metadata where there were none, with a signature': async (form) =>
		await again(await signed(form), form, {
			...{ catalogMore: '/Metadata 30 0 R', objects: { 30: xmp('2026-02-02') } },
		}),
	'new dates': async (form) => {
		const info = (date: string) => `<< /Title (Contract) /ModDate (D:${date}) >>`;
		const pdf = writeByHand({ ...onePage(HONEST), 6: info('2026') }, INFO, form);
		const byAnna = await byName('Anna');
		const prepared = updateByHand(pdf, {
			objects: {
				1: catalog('10 0 R'),
				3: page('10 0 R'),
				10: widget('/FT /Sig /T (Anna) /V 11 0 R', '0 0 0 0'),
				11: signatureDictionary(),
			},
			...{ trailer: INFO, form },
		});
		return updateByHand(await fill(prepared, byAnna), {
			...{ objects: { 6: info('2027') }, trailer: INFO, form },
		});
	},
	'a field that is filled in where it is allowed': fillingIn(certified(2)),
	'a field with a new appearance': fillingIn(certified(3), sum('900').replace('8 0 R', '31 0 R')),
	'a box that is ticked': async (form) => {
		const box = (state: string) =>
			widget(
				`/FT /Btn /T (yes) /V /${state} /AS /${state} /AP << /N << /Yes 8 0 R /Off 9 0 R >> >>`,
			);
		const pdf = await signedForm(form, { ...certified(2), base: { 9: drawing('') } }, box('Off'));
		return updateByHand(pdf, { objects: { 7: box('Yes') }, form });
	},
	'a filled field, then a signature': async (form) =>
		await again(await fillingIn(certified(2))(form), form, { fields: '7 0 R 10 0 R' }),
	'a stamp in the margin where it is allowed': annotation(3, stampAt('40 50 200 80')),
	'a note where it is allowed': annotation(
		3,
		'<< /Type /Annot /Subtype /Text /F 28 /P 3 0 R /Rect [250 50 270 70] /Contents (Read) /Popup 32 0 R >>',
		{
			3: page('10 0 R 30 0 R 32 0 R'),
			32: '<< /Type /Annot /Subtype /Popup /F 28 /P 3 0 R /Rect [50 200 200 330] /Parent 30 0 R >>',
		},
	),
};
