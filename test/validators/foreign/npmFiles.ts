import './withoutNavigator.ts';
import { P12Signer } from '@signpdf/signer-p12';
import { PdfSigner } from 'zgapdfsigner';
import { handwritten, write, writeForm } from '../../sandbox/pdf/samples.ts';
import { onePage, signByHand, writeByHand } from '../../sandbox/pdf/byHand.ts';
import { holderOf, pkcs12, type Workshop } from './openssl.ts';
import type { Maker } from './opensslFiles.ts';

const p12Of = (workshop: Workshop) => pkcs12(workshop, holderOf(workshop, 'rsa2048'));

/** What signing packages of npm make. They calculate in JavaScript, which takes its time. */
export function npmFiles(): Record<string, Maker> {
	return {
		'@signpdf': async (workshop) => {
			const signer = new P12Signer(p12Of(workshop), { passphrase: 'secret' });
			const sign = async (content: Buffer) => Buffer.from(await signer.sign(content));
			return await signByHand(writeByHand(onePage('Pay 100')), sign);
		},
		...Object.fromEntries(
			Object.entries(BASES).map(([form, pdf]) => [
				`zgapdfsigner on ${form}`,
				async (workshop: Workshop) => await zga(workshop, await pdf(), {}),
			]),
		),
		'zgapdfsigner, certifying': async (workshop) =>
			await zga(workshop, handwritten(), { permission: 2 }),
	};
}

const BASES: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
	'object streams': () => write({ useObjectStreams: true }),
	'a table': () => write({ useObjectStreams: false }),
	'a form': () => writeForm({ useObjectStreams: false }),
	'a few lines': handwritten,
};

async function zga(workshop: Workshop, pdf: Uint8Array, more: object): Promise<Uint8Array> {
	const p12cert = Uint8Array.from(p12Of(workshop)).buffer;
	return await new PdfSigner({ p12cert, pwd: 'secret', ...more }).sign(Uint8Array.from(pdf));
}
