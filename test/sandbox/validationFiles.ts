import { PDFDocument } from '@cantoo/pdf-lib';
import { createIdentity } from '../../sandbox/pdf/cms/certificate.ts';
import { newPdf, type Send } from './client.ts';
import { sign } from './pdf/samples.ts';

export const V1 = '/validation/v1';

export const validator = (name: string, validation = true) => ({
	username: `api_production_${name}`,
	apiKey: 'k',
	validation,
});

/** One file for each thing that a validation can find out. */
export async function writeFiles(): Promise<Record<string, Buffer>> {
	const unsigned = await newPdf();
	const signed = await signedBy('Zoë Müller', 'QES', 'ZERTES', unsigned);
	const tampered = Buffer.from(signed);
	tampered[tampered.indexOf('/Type') + 1]! ^= 1;
	return {
		unsigned,
		signed,
		tampered,
		signedTwice: await signedBy('Ben', 'AES', 'EIDAS', signed),
		changedLater: await withText(signed),
	};
}

export async function signedBy(
	name: string,
	quality: string,
	legislation: string,
	pdf: Uint8Array,
): Promise<Buffer> {
	const certificate = await createIdentity(name, { quality, legislation });
	return Buffer.from(await sign(pdf, name, { certificate }));
}

async function withText(pdf: Uint8Array): Promise<Buffer> {
	const document = await PDFDocument.load(pdf, {
		forIncrementalUpdate: true,
		updateMetadata: false,
	});
	document.getPage(0).drawText('one more line');
	return Buffer.from(await document.commit());
}

export const validate = (send: Send, content: Buffer | undefined, query = '', kind = 'document') =>
	send('POST', `${V1}/validate/${kind}${query}`, { content: content?.toString('base64') });
