import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../access/authentication.ts';
import { isDemo } from '../access/rights.ts';
import { describes, json } from '../http/route.ts';
import { readJson } from '../http/body.ts';
import type { Context } from '../state/context.ts';
import { factsOf } from './documentFacts.ts';
import { requireClean } from './malware.ts';
import { createIdentity, type SigningIdentity } from '../pdf/cms/certificate.ts';
import { isInForce } from '../pdf/cms/x509.ts';
import { signAside, type SignedFile } from '../pdf/aside/signAside.ts';
import { PdfSigningError } from '../pdf/file/pdfErrors.ts';
import type { SignOptions } from '../pdf/signing/sign.ts';
import { badRequest, featureNotEnabled } from '../http/problem.ts';
import type { Seal } from '../state/settings.ts';
import { decodeBase64 } from './upload.ts';
import { VERSIONS } from '../state/version.ts';
import { traitsOf, type Traits } from '../state/dialect.ts';
import { Uuid } from '../state/values.schema.ts';
import { visualSignatureSchema } from '../state/visualSignature.schema.ts';
import { drawnOn, positionsOf } from './drawn.ts';
import { faultOf } from './place.ts';

/** Bodies of interface.md 2.6; the later versions also name the document and the seal. */
const sealV1 = ({ imageTypes }: Traits) => visualSeal({ places: ['position'], imageTypes });
const sealV2 = ({ imageTypes }: Traits) =>
	visualSeal({ places: ['position', 'positions', 'form_field'], imageTypes }).extend({
		title: z.string().trim().min(1).optional(),
		account_name: z.string().nullish(),
	});
const visualSeal = (traits: Pick<Traits, 'places' | 'imageTypes'>) =>
	z.object({
		content: z.string().min(1),
		visual_signature: visualSignatureSchema({ ...traits, placeIsRequired: true }).nullish(),
	});
type SealBody = z.output<ReturnType<typeof sealV2>>;

const DEFAULT_TITLE = 'Sealed document';

export function registerSeal(app: FastifyInstance, context: Context) {
	const identities = new Map<string, SigningIdentity>();

	async function identityOf(
		{ company }: Seal,
		quality: string,
		at: Date,
	): Promise<SigningIdentity> {
		const key = `${quality} ${company}`;
		const known = identities.get(key);
		if (known && isInForce(known, at)) return known;
		const assurance = { quality, legislation: 'ZERTES' };
		const identity = await createIdentity(company, assurance, { at, use: 'seal' });
		identities.set(key, identity);
		return identity;
	}

	for (const version of VERSIONS) {
		const traits = traitsOf(context.settings.dialect, version);
		const Body = (version === 'v1' ? sealV1 : sealV2)(traits);
		const description = describes({
			summary: 'Seal a document',
			body: Body,
			answer: json(z.object({ document_id: Uuid })),
		});
		app.post(`/${version}/seal`, description, async (request) => {
			const caller = callerOf(request);
			if (!context.settings.features.seal || caller.seal === false) throw featureNotEnabled('seal');
			const body: SealBody = readJson(request, Body);
			const seal = sealNamed(body.account_name, context.settings.seals);
			const pdf = decodeBase64(body.content, context.settings.maxDocumentBytes);
			requireClean(pdf);
			const facts = await factsOf(pdf);
			for (const position of positionsOf(body.visual_signature ?? undefined)) {
				const fault = faultOf(position, facts);
				if (fault) throw badRequest(`visual_signature.position${fault}`);
			}
			const at = new Date(context.clock.now());
			const sealed = await affix(pdf, {
				signerName: seal.company,
				certificate: await identityOf(seal, isDemo(caller) ? 'DEMO' : 'AES', at),
				at,
				label: 'Electronically sealed',
				...drawnOn(facts.pages, body.visual_signature ?? undefined, traits),
			});
			const document = context.store.addDocument(
				{
					...sealed.facts,
					bytes: sealed.bytes,
					title: body.title ?? DEFAULT_TITLE,
					owner: caller.username,
					readAccess: [],
					writeAccess: [],
				},
				context.clock.now(),
			);
			context.store.activities.push({
				id: randomUUID(),
				action: 'SEALED',
				at: context.clock.now(),
				initiator: caller.username,
				quality: isDemo(caller) ? 'DEMO' : 'AES',
				legislation: 'ZERTES',
				signer: { email: caller.email, type: 'api' },
			});
			return { document_id: document.id };
		});
	}
}

function sealNamed(accountName: string | null | undefined, seals: Seal[]): Seal {
	const seal = accountName ? seals.find((one) => one.accountName === accountName) : seals[0];
	if (!seal) throw badRequest('account_name: you have no such seal.');
	return seal;
}

async function affix(pdf: Uint8Array, options: SignOptions): Promise<SignedFile> {
	try {
		return await signAside(pdf, options);
	} catch (error) {
		if (error instanceof PdfSigningError) throw badRequest(`visual_signature: ${error.message}`);
		throw error;
	}
}
