import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createDocument } from '../documents/documents.ts';
import { badRequest, notFound } from '../http/problem.ts';
import { addressOf } from '../requests/notices/mails.ts';
import { deleteRequest } from '../requests/request/deletion.ts';
import { createRequest } from '../requests/request/newRequest.ts';
import type { Context } from '../state/context.ts';
import type { RequestStatus } from '../state/requestState.ts';
import type { RequestRecord } from '../state/requestRecord.ts';
import type { StoredDocument } from '../state/store.ts';

/**
 * A document that was sent without an account. The first person at its address claims it, chooses who signs, and
 * from then on it is a signature request like any other. Only the public regions have it.
 */
export interface SendTo {
	id: string;
	/** The only proof of the sender. */
	accessCode: string;
	documentId: string;
	/** Who has claimed it. */
	creator?: string;
	requestId?: string;
	createdAt: number;
}

type SendToStatus =
	| 'UNCLAIMED'
	| 'EXPIRED'
	| 'CLAIMED'
	| 'SIGNING'
	| 'SIGNED'
	| 'WITHDRAWN'
	| 'DECLINED';

const DAY_MS = 86_400_000;
const LIFETIME_MS = 90 * DAY_MS;
const UNCLAIMED_MS = DAY_MS;

const sendTos = ({ store }: Context) => store.kept<SendTo>('sendTo');

export async function createSendTo(
	input: { title: string; bytes: Uint8Array },
	context: Context,
): Promise<SendTo> {
	const document = await createDocument({ ...input, owner: '' }, context);
	const sendTo: SendTo = {
		id: randomUUID(),
		accessCode: randomUUID(),
		documentId: document.id,
		createdAt: context.clock.now(),
	};
	sendTos(context).set(sendTo.id, sendTo);
	scheduleEnds(sendTo, context);
	return sendTo;
}

/** A wrong access code is answered like an unknown id, so that neither can be guessed alone. */
export function sendToFor(id: string, accessCode: string, context: Context): SendTo {
	const found = sendToAt(id, context);
	if (!found || !isSame(found.accessCode, accessCode)) throw notFound('The document');
	return found;
}

export const sendToAt = (id: string, context: Context) => sendTos(context).get(id);

const isSame = (one: string, other: string) =>
	one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Where a request ends in a way that the interface has no word for, it is over as if withdrawn. */
const STATES: Record<RequestStatus, SendToStatus> = {
	DRAFT: 'CLAIMED',
	OPEN: 'SIGNING',
	SIGNED: 'SIGNED',
	DECLINED: 'DECLINED',
	EXPIRED: 'EXPIRED',
	WITHDRAWN: 'WITHDRAWN',
	ERROR: 'WITHDRAWN',
};

export function statusOf(sendTo: SendTo, context: Context): SendToStatus {
	const { creator, requestId, createdAt } = sendTo;
	if (creator === undefined) {
		return context.clock.now() < createdAt + UNCLAIMED_MS ? 'UNCLAIMED' : 'EXPIRED';
	}
	if (requestId === undefined) return 'CLAIMED';
	const request = context.store.request(requestId);
	return request ? STATES[request.status] : 'WITHDRAWN';
}

export function trackView(sendTo: SendTo, context: Context) {
	return {
		status: statusOf(sendTo, context),
		creator: sendTo.creator ?? null,
		signers: requestOf(sendTo, context)?.signatures.map(addressOf) ?? null,
	};
}

function requestOf({ requestId }: SendTo, { store }: Context): RequestRecord | undefined {
	return requestId === undefined ? undefined : store.request(requestId);
}

/** In its present state, with the signatures so far. */
export function documentOf(sendTo: SendTo, context: Context): StoredDocument {
	const [newest = sendTo.documentId] = requestOf(sendTo, context)?.documentIds ?? [];
	const document = context.store.document(newest);
	if (!document) throw notFound('The document');
	return document;
}

export function claim(sendTo: SendTo, email: string, context: Context) {
	if (statusOf(sendTo, context) !== 'UNCLAIMED') throw badRequest('email: it is claimed already.');
	const document = documentOf(sendTo, context);
	document.owner = email;
	context.store.touchDocument(document);
	sendTo.creator = email;
	sendTos(context).touch(sendTo.id);
}

/** From here on it is signed like any other request. */
export async function startSigning(sendTo: SendTo, emails: string[], context: Context) {
	const { creator } = sendTo;
	if (creator === undefined || statusOf(sendTo, context) !== 'CLAIMED') {
		throw badRequest('signers: signing has begun already.');
	}
	const { title, id } = documentOf(sendTo, context);
	const request = await createRequest(
		{
			title,
			document_id: id,
			quality: 'SES',
			signatures: emails.map((email) => ({ account_email: email })),
		},
		'v2',
		{ username: creator, apiKey: '', validation: false },
		context,
	);
	sendTo.requestId = request.id;
	sendTos(context).touch(sendTo.id);
}

/** Takes document and request along. */
export function removeSendTo(sendTo: SendTo, context: Context) {
	const settings = { ...context.settings, deleteWithdrawsFirst: false, cascadeMs: 0 };
	const request = requestOf(sendTo, context);
	if (request) deleteRequest(request, { ...context, settings });
	else context.store.removeDocument(sendTo.documentId);
	sendTos(context).delete(sendTo.id);
}

function scheduleEnds(sendTo: SendTo, context: Context) {
	const { clock, store } = context;
	const isThere = () => sendTos(context).has(sendTo.id);
	clock.schedule(sendTo.createdAt + UNCLAIMED_MS, () => {
		if (isThere() && sendTo.creator === undefined) store.removeDocument(sendTo.documentId);
	});
	clock.schedule(sendTo.createdAt + LIFETIME_MS, () => {
		if (isThere()) removeSendTo(sendTo, context);
	});
}

/** Makes appointments for what the records say is to come. */
export function resumeSendTos(context: Context) {
	for (const sendTo of sendTos(context).values()) scheduleEnds(sendTo, context);
}
