import { trustedRoots } from '../../../../sandbox/pdf/cms/certificate.ts';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify.ts';
import { onePage, stream, updateByHand } from '../../pdf/byHand.ts';
import { again, FORMS, HONEST, page, signed, WHITE } from './families.ts';

const visualDifferences = async (pdf: Uint8Array) =>
	(await verifyPdf(pdf, await trustedRoots())).signatures[0]!.visualDifferences;

/** Ben signs at [30 60 250 130], where the page already shows something. */
async function coveringContent(content: string) {
	const base = { 4: stream(`BT /F1 24 Tf 40 300 Td (${HONEST}) Tj ET ${content}`) };
	return await again(
		await signed({}, { base }),
		{},
		{
			...{ rect: '30 60 250 130', fieldMore: '/AP << /N 31 0 R >>' },
			objects: { 31: WHITE },
		},
	);
}

const bars = Array.from({ length: 30 }, (_none, at) => `${50 + at * 4} 70 ${1 + (at % 3)} 50 re`);
const image = '\x10\x80\xf0\x40';

test.each([
	['nothing', '', false],
	['a line to sign on', '40 90 m 240 90 l S', false],
	['a line of underscores', `BT /F1 12 Tf 40 80 Td (${'_'.repeat(28)}) Tj ET`, false],
	['a frame around it', '20 50 240 90 re S', false],
	['the ground of a form', '0.9 g 20 50 240 90 re f', false],
	['two lines of a table that cross', '30 90 m 290 90 l 100 40 m 100 200 l S', false],
	['small print', 'BT /F1 1.5 Tf 40 80 Td (Only with annex B) Tj ET', true],
	['pale text', 'BT 0.99 g /F1 12 Tf 40 80 Td (Only with annex B) Tj ET', true],
	['text that is not seen', 'BT 3 Tr /F1 12 Tf 40 80 Td (Only with annex B) Tj ET', true],
	[
		'text that is a clipping path',
		'q BT 7 Tr /F1 24 Tf 50 80 Td (VOID) Tj ET 0 g 30 60 200 70 re f Q',
		true,
	],
	['a bar code', `${bars.join(' ')} f`, true],
	['the bars of a chart', '60 70 40 50 re f', true],
	['a thick line', '5 w 40 90 m 240 90 l S', true],
	['a short line', '60 90 m 80 90 l S', true],
	['a line that strikes out', '40 65 m 240 125 l S', true],
	['a name written by hand', '60 80 m 70 120 90 60 100 100 c S', true],
	['letters of lines', '60 70 m 75 110 l 90 70 l 65 85 m 85 85 l S', true],
	[
		'an image without a length',
		`q 40 0 0 40 60 70 cm BI /W 2 /H 2 /BPC 8 /CS /G ID ${image} EI Q`,
		true,
	],
])('a signature that covers %s', async (_what, content, expected) => {
	expect(await visualDifferences(await coveringContent(content))).toBe(expected);
});

/** What stands on the page already, apart from where Ben signs, and that viewers draw in different ways. */
const nested = Object.fromEntries(
	Array.from({ length: 25 }, (_none, at) => [
		50 + at,
		stream('', `/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${51 + at} 0 R >> >>`),
	]),
);
const resources = (more: string) => onePage('')[3]!.replace('/Font <<', `${more} /Font <<`);
const withAnnots = (body: string, list: string) => body.replace(/>>$/, `/Annots [${list}] >>`);
const chinese =
	'<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /SimSun >>] >>';

test.each([
	[
		'an annotation without an appearance',
		page(''),
		'40 0 R',
		{ 40: '<< /Subtype /Line /Rect [0 0 9 9] >>' },
	],
	['forms in many others', resources('/XObject << /X 50 0 R >>'), '', nested],
	[
		'a font for Chinese that is not there',
		resources('').replace('/F1 5', '/F2 40 0 R /F1 5'),
		'',
		{ 40: chinese },
	],
	[
		'an image within the content whose end is not known',
		page('').replace('/Contents 4', '/Contents 40'),
		'',
		{ 40: stream('q BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 80> EI Q') },
	],
])('a page that viewers draw in different ways: %s', async (_what, body, annots, objects) => {
	const plain = body.replace('/Annots []', '');
	const anna = { base: { ...objects }, objects: { 3: withAnnots(plain, `${annots} 10 0 R`) } };
	const pdf = await signed({}, anna);
	const ben = (rect: string) =>
		again(
			pdf,
			{},
			{
				...{ rect, fieldMore: '/AP << /N 31 0 R >>' },
				objects: { 3: withAnnots(plain, `${annots} 10 0 R 20 0 R`), 31: WHITE },
			},
		);
	expect(await visualDifferences(await ben('40 100 200 130'))).toBe(true);
	expect(await visualDifferences(await ben('0 0 0 0'))).toBe(false);
});

test.each([
	['digits and white space', '9 0 ', {}, undefined],
	['a comment', '9 % 9\n0 ', {}, 'ambiguous'],
	['a sign', '+9 0 ', {}, 'ambiguous'],
	['more numbers than objects', '9 0 8 0 ', {}, 'ambiguous'],
	['a reference where it begins', '9 0 ', { first: '41 0 R' }, 'ambiguous'],
	['a reference for how many', '9 0 ', { count: '42 0 R' }, 'ambiguous'],
] as Array<[string, string, { first?: string; count?: string }, string | undefined]>)(
	'an object stream whose header has %s',
	async (_what, header, { first = String(header.length), count = '1' }, obstacle) => {
		const form = FORMS['a stream']!;
		const body = stream(`${header}<< /Length 0 >>`, `/Type /ObjStm /N ${count} /First ${first}`);
		const objects = { 40: body, 41: String(header.length), 42: '1' };
		const pdf = updateByHand(await signed(form), { objects, packed: { 9: [40, 0] }, form });
		expect((await verifyPdf(pdf, await trustedRoots())).obstacle).toBe(obstacle);
	},
);
