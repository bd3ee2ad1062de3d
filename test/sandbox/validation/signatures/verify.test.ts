import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createIdentity, trustedRoots } from '../../../../sandbox/pdf/cms/certificate.ts';
import { indicationOfDocument } from '../../../../sandbox/validation/indication.ts';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify.ts';
import { handwritten, SIGNED_AT, sign, write, writeForm, FIELD } from '../../pdf/samples.ts';
import { fc, tries } from '../../../support/jest/property.ts';

const STRICT = { rejectUndefinedChanges: true, rejectVisualDifferences: true };
const POSITION = { page: 0, x: 20, y: 30, width: 150, height: 50 };

async function judge(pdf: Uint8Array) {
	const { indication, subIndication } = indicationOfDocument(await verify(pdf), STRICT);
	return [indication, subIndication].filter(Boolean).join(' ');
}

const verify = async (pdf: Uint8Array) => await verifyPdf(pdf, await trustedRoots());

describe('verifying a document', () => {
	test('returns who signed when, with which certificate', async () => {
		const { readable, signatures } = await verify(
			await sign(handwritten(), 'Zoë Müller', {
				certificate: await createIdentity('Zoë Müller', { quality: 'QES', legislation: 'ZERTES' }),
			}),
		);
		expect(readable).toBe(true);
		expect(signatures).toEqual([
			{
				fieldName: 'Signature1',
				signer: 'Zoë Müller',
				signedAt: SIGNED_AT,
				integrity: 'intact',
				fault: undefined,
				coversWholeDocument: true,
				certificate: {
					subject: 'CN=Zoë Müller, OU=ZERTES, OU=QES, O=eSignature Sandbox, C=CH',
					issuer: 'CN=eSignature Sandbox Issuing CA, O=eSignature Sandbox, C=CH',
					serialNumber: expect.stringMatching(/^\d{38,39}$/) as string,
				},
				trust: 'trusted',
				trusted: true,
				changesAfter: 'none',
				visualDifferences: false,
				longTermValidation: false,
				optionalInfos: { name: 'Zoë Müller' },
				assurance: { quality: 'QES', legislation: 'ZERTES' },
			},
		]);
	});

	test('finds no fault in five signatures, shown, hidden and in a form field', async () => {
		const places = [POSITION, undefined, { formField: FIELD }, { ...POSITION, page: 1 }, undefined];
		let pdf = await writeForm({ useObjectStreams: true });
		for (const [at, visual] of places.entries()) pdf = await sign(pdf, 'ABCDE'[at], { visual });
		const { signatures } = await verify(pdf);
		expect(signatures.map(({ signer }) => signer)).toEqual(['A', 'B', 'C', 'D', 'E']);
		expect(signatures.map(({ changesAfter }) => changesAfter)).toEqual([
			...Array<string>(4).fill('allowed'),
			'none',
		]);
		expect(await judge(pdf)).toBe('TOTAL-PASSED');
	});

	test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
		['an unsigned document', handwritten, 'INDETERMINATE NO_SIGNATURE_FOUND'],
		['something that is no PDF', () => Buffer.from('Hello'), 'TOTAL-FAILED FORMAT_FAILURE'],
		['a signed document', () => sign(handwritten()), 'TOTAL-PASSED'],
		[
			'a changed one',
			async () => tampered(await sign(handwritten()), 'MediaBox [0'),
			'TOTAL-FAILED HASH_FAILURE',
		],
		['a foreign signature value', foreignSignature, 'TOTAL-FAILED HASH_FAILURE'],
		['an empty signature value', emptySignature, 'TOTAL-FAILED FORMAT_FAILURE'],
	])('judges %s', async (_what, pdf, expected) => {
		expect(await judge(await pdf())).toBe(expected);
	});

	test('does not trust a certificate from elsewhere', async () => {
		const verification = await verifyPdf(await sign(handwritten()), []);
		expect(verification.signatures).toMatchObject([{ integrity: 'intact', trusted: false }]);
	});

	test('does not accept a signature from before its certificate', async () => {
		const pdf = await sign(handwritten(), 'Anna', { at: new Date('1999-12-31T23:59:59Z') });
		expect(await judge(pdf)).toBe('INDETERMINATE OUT_OF_BOUNDS_NO_POE');
	});
});

describe('what came after a signature', () => {
	const drawn = (document: PDFDocument) => document.getPage(0).drawText('plus 1');
	test.each<[string, (document: PDFDocument) => unknown, boolean]>([
		['text on a page', drawn, true],
		['another page', (document) => document.addPage(), true],
		['another title', (document) => document.setTitle('Other'), false],
	])('is an undefined change: %s', async (_what, change, visual) => {
		const changed = await update(await sign(await write({ useObjectStreams: false })), change);
		const { signatures } = await verify(await sign(changed, 'Ben'));
		const undefinedChange = { changesAfter: 'undefined', visualDifferences: visual };
		expect((await verify(changed)).signatures).toMatchObject([
			{ integrity: 'intact', ...undefinedChange },
		]);
		expect(signatures).toMatchObject([undefinedChange, { changesAfter: 'none' }]);
		expect(await judge(changed)).toBe('INDETERMINATE SIG_CONSTRAINTS_FAILURE');
	});

	test('is an undefined change even when nothing comes of it', async () => {
		const longer = Buffer.concat([await sign(handwritten()), Buffer.from('\n% a comment')]);
		expect((await verify(longer)).signatures).toMatchObject([
			{
				...{ integrity: 'intact', coversWholeDocument: false },
				...{ changesAfter: 'undefined', visualDifferences: false },
			},
		]);
	});
});

describe('a single changed byte', () => {
	test.each([
		['a table', false],
		['streams', true],
	])(
		'is found wherever it is, in a file with %s that was signed twice',
		async (_form, useObjectStreams) => {
			const once = await sign(await write({ useObjectStreams }), 'Anna', { visual: POSITION });
			const twice = await sign(once, `Ben ${randomUUID()}`);
			const anywhere = { offset: fc.nat(twice.length - 1), byte: fc.nat(255) };
			await fc.assert(
				fc.asyncProperty(fc.record(anywhere), async ({ offset, byte }) => {
					const old = twice[offset]!;
					// The digits of a signature's value may be written in capitals: that changes nothing.
					fc.pre(byte !== old && !(isHexLetter(old) && (byte ^ old) === 0x20));
					const changed = Uint8Array.from(twice);
					changed[offset] = byte;
					expect(await judge(changed)).not.toBe('TOTAL-PASSED');
				}),
				tries(15),
			);
		},
	);
});

const isHexLetter = (byte: number) => /[a-f]/i.test(String.fromCharCode(byte));

async function update(
	pdf: Uint8Array,
	change: (document: PDFDocument) => unknown,
): Promise<Uint8Array> {
	const document = await PDFDocument.load(pdf, {
		forIncrementalUpdate: true,
		updateMetadata: false,
	});
	change(document);
	return await document.commit({ useObjectStreams: false });
}

function tampered(pdf: Uint8Array, text: string): Uint8Array {
	const bytes = Buffer.from(pdf);
	bytes[bytes.indexOf(text) + text.length - 1]! ^= 1;
	return bytes;
}

const valueAt = (pdf: Buffer) => pdf.indexOf('/Contents <') + '/Contents <'.length;

async function foreignSignature(): Promise<Uint8Array> {
	const [pdf, other] = [
		Buffer.from(await sign(handwritten())),
		Buffer.from(await sign(await write({ useObjectStreams: false }))),
	];
	other.copy(pdf, valueAt(pdf), valueAt(other), other.indexOf('>', valueAt(other)));
	return pdf;
}

async function emptySignature(): Promise<Uint8Array> {
	const pdf = Buffer.from(await sign(handwritten()));
	return pdf.fill('0', valueAt(pdf), pdf.indexOf('>', valueAt(pdf)));
}
