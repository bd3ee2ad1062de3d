import { randomUUID } from 'node:crypto';
import { hasAccount } from '../access/accounts.ts';
import type { Context } from '../state/context.ts';
import { deriveDocument } from '../documents/documents.ts';
import { applyTransition } from './lifecycle/lifecycle.ts';
import { addressOf } from './notices/mails.ts';
import { createIdentity } from '../pdf/cms/certificate.ts';
import { signAside } from '../pdf/aside/signAside.ts';
import { PdfSigningError } from '../pdf/file/pdfErrors.ts';
import { badRequest, notFound } from '../http/problem.ts';
import type { RequestRecord, Signature } from '../state/requestRecord.ts';
import { nextState, dueSignatures } from './lifecycle/transitions.ts';
import { placesOf } from './request/signers.ts';
import { drawnOn, type Look } from '../documents/drawn.ts';
import { traitsOf } from '../state/dialect.ts';

/**
 * What people do in the web application; the interface itself cannot sign (interface.md 1).
 * `signer` is the signature's id or the signer's email address; left out, the next to sign.
 */
export interface People {
	sign(requestId: string, signer?: string, name?: string, how?: Signing): Promise<void>;
	decline(requestId: string, signer?: string, reason?: string): void;
	failTechnically(requestId: string, signer?: string): void;
}

interface Signing extends Look {
	/** By default the one that was asked for. */
	quality?: string;
}

export function createPeople(context: Context): People {
	const turns = new WeakMap<RequestRecord, Promise<unknown>>();
	return {
		sign: async (requestId, signer, name, how) => {
			const { request, signature } = find(requestId, signer, context);
			// A document is changed by one signer at a time (interface.md 2.2).
			const turn = (turns.get(request) ?? Promise.resolve()).then(() =>
				signAs(signature.id, request, context, { name, ...how }),
			);
			turns.set(
				request,
				turn.catch(() => undefined),
			);
			await turn;
		},
		decline: (requestId, signer, reason) => {
			const { request, signature } = find(requestId, signer, context);
			const transition = { kind: 'decline', signatureId: signature.id } as const;
			nextState(request, transition);
			signature.declineReason = reason;
			applyTransition(transition, request, context, nameOf(signature));
		},
		failTechnically: (requestId, signer) => {
			const { request, signature } = find(requestId, signer, context);
			applyTransition(
				{ kind: 'fail', signatureId: signature.id },
				request,
				context,
				nameOf(signature),
			);
		},
	};
}

function find(requestId: string, signer: string | undefined, { store }: Context) {
	const request = store.request(requestId);
	if (!request) throw notFound('The signature request');
	const signature =
		signer === undefined
			? dueSignatures(request.signatures)[0]
			: request.signatures
					.filter((one) => one.id === signer || addressOf(one) === signer)
					.sort((a, b) => Number(b.status === 'OPEN') - Number(a.status === 'OPEN'))[0];
	if (!signature) throw notFound('The signer');
	return { request, signature };
}

async function signAs(
	signatureId: string,
	request: RequestRecord,
	context: Context,
	{ quality = request.quality, ...chosen }: Signing & { name?: string },
) {
	const transition = { kind: 'sign', signatureId } as const;
	nextState(request, transition);
	const signature = request.signatures.find(({ id }) => id === signatureId);
	if (!signature) throw notFound('The signer');
	const name = chosen.name ?? nameOf(signature);
	const signed = await signDocuments(request, signature, { ...chosen, name, quality }, context);
	if (!signed) return applyTransition({ ...transition, kind: 'fail' }, request, context, name);

	// The request may have ended, or lost a document, while the PDFs were signed.
	nextState(request, transition);
	if (!context.store.request(request.id) || !signed.every((one) => holds(request, one.parentId))) {
		throw badRequest('signature: the request was changed meanwhile.');
	}
	for (const { parentId, bytes, facts } of signed) {
		const parent = context.store.document(parentId);
		if (parent)
			replaceDocument(request, parentId, deriveDocument(parent, bytes, facts, context), context);
	}
	signature.signedAt = context.clock.now();
	signature.signedQuality = quality;
	noteActivity(request, signature, context);
	applyTransition(transition, request, context, name);
}

function noteActivity(
	{ id: requestId, owner, legislation }: RequestRecord,
	{ email, identity, kind, signedQuality: quality = '' }: Signature,
	{ clock, settings, store }: Context,
) {
	const type = kind === 'account' && hasAccount(email, settings) ? 'member' : 'external';
	store.activities.push({
		id: randomUUID(),
		action: 'SIGNED',
		at: clock.now(),
		initiator: owner,
		requestId,
		quality,
		legislation,
		signer: { email: kind === 'account' ? email : undefined, ...identity, type },
	});
}

/** Undefined when a document cannot take the signature: a technical error of part 3. */
async function signDocuments(
	request: RequestRecord,
	signature: Signature,
	{ name, quality, imagePng, places }: Look & { name: string; quality: string },
	{ clock, settings, store }: Context,
) {
	const traits = traitsOf(settings.dialect);
	const { legislation } = request;
	const at = new Date(clock.now());
	const certificate = await createIdentity(name, { quality, legislation }, { at });
	try {
		return await Promise.all(
			placesOf(signature, request.documentIds).map(async ({ documentId, visual }, index) => {
				const document = store.document(documentId);
				if (!document) throw notFound('The document');
				const signed = await signAside(store.contentOf(document), {
					signerName: name,
					certificate,
					at,
					...drawnOn(document.pages, visual, traits, { imagePng, place: places?.[index] }),
				});
				return { parentId: documentId, ...signed };
			}),
		);
	} catch (error) {
		if (error instanceof PdfSigningError) return undefined;
		throw error;
	}
}

const holds = (request: RequestRecord, id: string) => request.documentIds.includes(id);

function replaceDocument(
	request: RequestRecord,
	oldId: string,
	{ id: newId }: { id: string },
	{ store }: Context,
) {
	const current = (id: string) => (id === oldId ? newId : id);
	request.pastDocumentIds.push(oldId);
	request.documentIds = request.documentIds.map(current);
	for (const { documents = [] } of request.signatures) {
		for (const place of documents) place.documentId = current(place.documentId);
	}
	store.noteDocument(request, newId);
}

export function nameOf(signature: Signature): string {
	const { firstName, lastName } = signature.identity ?? {};
	return [firstName, lastName].filter(Boolean).join(' ') || addressOf(signature);
}
