import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../access/authentication.ts';
import { isDemo } from '../access/rights.ts';
import { readJson } from '../http/body.ts';
import type { Context } from '../state/context.ts';
import { factsOf } from './documentFacts.ts';
import { createDocument } from './documents.ts';
import { createIdentity, type SigningIdentity } from '../pdf/cms/certificate.ts';
import { PdfSigningError, signPdf, type SignOptions } from '../pdf/signing/sign.ts';
import { badRequest, featureNotEnabled } from '../http/problem.ts';
import type { Seal } from '../state/settings.ts';
import { decodeBase64 } from './upload.ts';
import { VERSIONS } from '../state/version.ts';
import { Position } from '../state/visualSignature.schema.ts';

/** Bodies of interface.md 2.6; the later versions also name the document and the seal. */
const VisualSeal = z.object({
	position: Position,
	image: z
		.object({
			content_type: z.enum(['image/png', 'image/jpeg', 'image/jpg']),
			content: z.string().min(1),
		})
		.nullish(),
});
const SealV1 = z.object({
	content: z.string().min(1),
	visual_signature: VisualSeal.nullish(),
});
const SealV2 = SealV1.extend({
	title: z.string().trim().min(1).optional(),
	account_name: z.string().nullish(),
});

const DEFAULT_TITLE = 'Sealed document';

export function registerSeal(app: FastifyInstance, context: Context) {
	const identities = new Map<string, Promise<SigningIdentity>>();

	function identityOf({ company }: Seal, quality: string): Promise<SigningIdentity> {
		const key = `${quality} ${company}`;
		const identity =
			identities.get(key) ?? createIdentity(company, { quality, legislation: 'ZERTES' });
		identities.set(key, identity);
		return identity;
	}

	for (const version of VERSIONS) {
		app.post(`/${version}/seal`, async (request) => {
			const caller = callerOf(request);
			if (!context.settings.features.seal || caller.seal === false) throw featureNotEnabled('seal');
			const body: z.output<typeof SealV2> = readJson(request, version === 'v1' ? SealV1 : SealV2);
			const seal = sealNamed(body.account_name, context.settings.seals);
			const pdf = decodeBase64(body.content, context.settings.maxDocumentBytes);
			await factsOf(pdf);
			const sealed = await affix(pdf, {
				signerName: seal.company,
				certificate: await identityOf(seal, isDemo(caller) ? 'DEMO' : 'AES'),
				at: new Date(context.clock.now()),
				label: 'Electronically sealed',
				...visualOf(body.visual_signature, context.settings.maxDocumentBytes),
			});
			const document = await createDocument(
				{ title: body.title ?? DEFAULT_TITLE, bytes: sealed, owner: caller.username },
				context,
			);
			return { document_id: document.id };
		});
	}
}

function sealNamed(accountName: string | null | undefined, seals: Seal[]): Seal {
	const seal = accountName ? seals.find((one) => one.accountName === accountName) : seals[0];
	if (!seal) throw badRequest('account_name: you have no such seal.');
	return seal;
}

function visualOf(
	visual: z.output<typeof VisualSeal> | null | undefined,
	maxBytes: number,
): Pick<SignOptions, 'visual' | 'imagePng' | 'imageJpeg'> {
	if (!visual) return {};
	const { image } = visual;
	const position = { ...visual.position, page: Number(visual.position.page) };
	if (!image) return { visual: position };
	const bytes = decodeBase64(image.content, maxBytes, 'visual_signature.image.content');
	const isPng = image.content_type === 'image/png';
	return { visual: position, ...(isPng ? { imagePng: bytes } : { imageJpeg: bytes }) };
}

async function affix(pdf: Uint8Array, options: SignOptions): Promise<Uint8Array> {
	try {
		return await signPdf(pdf, options);
	} catch (error) {
		if (error instanceof PdfSigningError) throw badRequest(`visual_signature: ${error.message}`);
		throw error;
	}
}
