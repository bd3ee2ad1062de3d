import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFString } from '@cantoo/pdf-lib';
import { createIdentity } from '../../../sandbox/pdf/cms/certificate.ts';
import { signPdf, type SignOptions } from '../../../sandbox/pdf/signing/sign.ts';

export const SIGNED_AT = new Date('2026-03-04T05:06:07Z');

/** Every form of PDF that a document can come in, as far as signing it makes a difference. */
export const samples: Record<string, () => Promise<Uint8Array>> = {
	'a cross-reference table': () => write({ useObjectStreams: false }),
	'object streams': () => write({ useObjectStreams: true }),
	'a form': () => writeForm({ useObjectStreams: false }),
	'a form in object streams': () => writeForm({ useObjectStreams: true }),
	'a few handwritten lines': () => Promise.resolve(handwritten()),
	'no cross-reference at all': () => Promise.resolve(withoutCrossReference()),
	'bytes behind its end': () => Promise.resolve(withTail()),
	'1 MB attached': () => write({ useObjectStreams: false, attachedBytes: 1024 * 1024 }),
};

export const FIELD = 'contract.approval';

export async function write(options: {
	useObjectStreams: boolean;
	attachedBytes?: number;
}): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	document.addPage([595, 842]).drawText('An agreement', { x: 60, y: 760, size: 24 });
	if (options.attachedBytes) await document.attach(randomBytes(options.attachedBytes), 'data.bin');
	return await document.save({ useObjectStreams: options.useObjectStreams });
}

/** A text field `place` and an empty signature field `contract.approval` on the second page. */
export async function writeForm(options: { useObjectStreams: boolean }): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const [first, second] = [document.addPage([595, 842]), document.addPage([595, 842])];
	document.getForm().createTextField('place').addToPage(first, { x: 60, y: 700 });

	const { context, catalog } = document;
	const parent = context.nextRef();
	const widget = context.register(
		context.obj({
			Type: 'Annot',
			Subtype: 'Widget',
			FT: 'Sig',
			T: PDFString.of('approval'),
			Parent: parent,
			P: second.ref,
			Rect: [60, 100, 260, 160],
			F: 4,
		}),
	);
	context.assign(parent, context.obj({ T: PDFString.of('contract'), Kids: [widget] }));
	catalog.getOrCreateAcroForm().addField(parent);
	second.node.addAnnot(widget);
	return await document.save({ useObjectStreams: options.useObjectStreams });
}

export function handwritten(): Uint8Array {
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
	];
	let text = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = text.length;
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
	const table = `xref\n0 4\n0000000000 65535 f \n${entries.join('')}`;
	const trailer = `trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
	return Buffer.from(text + table + trailer, 'latin1');
}

function withoutCrossReference(): Uint8Array {
	const text = Buffer.from(handwritten()).toString('latin1');
	return Buffer.from(
		text.replace(/xref[^]*trailer/, 'trailer').replace(/startxref[^]*/, ''),
		'latin1',
	);
}

function withTail(): Uint8Array {
	return Buffer.concat([handwritten(), Buffer.from('\n'), randomBytes(100_000)]);
}

export async function sign(
	pdf: Uint8Array,
	signerName = 'Anna Müller',
	options: Partial<SignOptions> = {},
): Promise<Uint8Array> {
	const certificate = await createIdentity(signerName);
	return await signPdf(pdf, { signerName, certificate, at: SIGNED_AT, ...options });
}

/** A red square of one pixel. */
export const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
	'base64',
);
