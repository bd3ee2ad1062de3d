import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import { redactProofs } from '../client/redact';
import { AnswerId, answerList, answerObject, maybeNumber, maybeText } from '../client/answerSchema';
import { callbackEvents } from './callbackEvent';
import type { CallbackEvent } from './callbackEvent';

const Identity = answerObject({
	first_name: maybeText,
	last_name: maybeText,
	email_address: maybeText,
});

/** One entry of `signatures` (interface.md 2.2). */
export const Signature = answerObject({
	sid: maybeText,
	account_email: maybeText,
	signer_email_address: maybeText,
	signer_group_id: maybeText,
	signer_identity_data: Identity.optional().catch(undefined),
	order: maybeNumber,
	sequence: maybeNumber,
	status_code: maybeText,
	signed_quality: maybeText,
	signed_legislation: maybeText,
	signing_url: maybeText,
});
export type Signature = z.infer<typeof Signature>;

const DocumentEntry = answerObject({ id: AnswerId, name: maybeText, version_id: maybeText });
const AttachmentEntry = answerObject({ attachment_id: AnswerId, filename: maybeText });

const ReadRequest = answerObject({
	id: AnswerId,
	title: maybeText,
	status_overall: maybeText,
	quality: maybeText,
	signing_url: maybeText,
	document_id: maybeText,
	documents: answerList(DocumentEntry).optional().catch(undefined),
	signatures: answerList(Signature)
		.nullish()
		.transform((list) => list ?? []),
	/** Only there when true. */
	signersUnknown: z.literal(true).optional(),
	attachments: answerList(AttachmentEntry).optional().catch(undefined),
});

/** A list that the service leaves out is unknown, not empty. Writing it back would remove everyone. */
const WholeRequest = z.preprocess((answer) => {
	const { signatures } = (answer ?? {}) as IDataObject;
	return signatures ? answer : { ...(answer as IDataObject), signersUnknown: true };
}, ReadRequest);

/**
 * As the service answers (interface.md 2.1); it may add fields and states at any time. Callback
 * addresses are dropped on arrival: they prove to a trigger who calls, so they must not reach an output
 * or what n8n stores of a run. Under any other name, their proof is hidden.
 */
export const SignatureRequest = WholeRequest.transform(withoutCallbacks);
export type SignatureRequest = z.infer<typeof SignatureRequest>;

/** For those who ask whether the addresses are ours. */
export const RequestWithCallbacks = WholeRequest.transform((whole) => ({
	request: redactProofs(withoutCallbacks(whole)),
	callbackUrls: Object.fromEntries(
		callbackEvents.map((event) => [event, whole[`callback_${event}_url`]]),
	) as Partial<Record<CallbackEvent, unknown>>,
}));
export type RequestWithCallbacks = z.infer<typeof RequestWithCallbacks>;

/** Undefined where the service does not show them. */
export function shownSignatures(request: SignatureRequest): Signature[] | undefined {
	return request.signersUnknown ? undefined : request.signatures;
}

/** The documents as they are now: one in v1 and v2, up to 50 in v3 (interface.md 2.1). */
export function documentsOf({ documents, document_id: id, title }: SignatureRequest) {
	if (documents?.length) return documents.map((one) => ({ id: one.id, name: one.name }));
	return id === undefined ? [] : [{ id, name: title }];
}

/** All ids under which v3 shows its documents; one of two is the signed one (interface.md part 10). */
export function documentIdsOf(request: SignatureRequest): string[] {
	const versions = (request.documents ?? []).flatMap(({ version_id: id }) => id ?? []);
	return [...documentsOf(request).map(({ id }) => id), ...versions];
}

/** Of the first document: the newer one by its name, where v3 shows two ids. */
export function newestDocumentId(request: SignatureRequest): string | undefined {
	return request.documents?.[0]?.version_id ?? documentsOf(request)[0]?.id;
}

/**
 * Names where the service shows an opaque identifier instead of the email: for people without an
 * account (interface.md 2.2).
 */
export function signerName(signature: Signature): string {
	const {
		first_name: first,
		last_name: last,
		email_address,
	} = signature.signer_identity_data ?? {};
	const name = [first, last].filter(Boolean).join(' ');
	const { account_email, signer_email_address, signer_group_id, sid } = signature;
	return (
		[name, email_address, account_email, signer_email_address, signer_group_id, sid].find(
			Boolean,
		) ?? 'unknown'
	);
}

export function signedSignatures({ signatures }: SignatureRequest): Signature[] {
	return signatures.filter((one) => stateOf(one) === 'SIGNED');
}

export function stateOf({ status_code: status = '' }: Signature): string {
	return status.toUpperCase();
}

/** All that a request shows of a signer's identity, in lower case. */
export function identifiersOf(signature: Signature): string[] {
	return [
		signature.sid,
		signature.account_email,
		signature.signer_email_address,
		signature.signer_identity_data?.email_address,
	].flatMap((one) => one?.toLowerCase() ?? []);
}

/**
 * Whether the request does not show the address of a signer: without an account there is a generated identifier
 * in its place (interface.md 2.2), which may look like an address.
 */
export function isOpaque(signature: Signature): boolean {
	const { account_email, signer_email_address: email = '', signer_identity_data } = signature;
	if (account_email ?? signer_identity_data?.email_address) return false;
	return signer_identity_data !== undefined || !email.includes('@');
}

/** Account holders share the request's address, everyone else has their own (interface.md 2.2). */
export function signingLinkOf(signature: Signature, request: SignatureRequest): string | undefined {
	return signature.signing_url ?? request.signing_url;
}

function withoutCallbacks<T extends IDataObject>(answer: T): T {
	const entries = Object.entries(answer).filter(([name]) => !/^callback_.*url$/i.test(name));
	return Object.fromEntries(entries) as T;
}
