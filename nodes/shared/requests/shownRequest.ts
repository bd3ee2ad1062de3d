/** What the nodes show of a request. */
import type { IDataObject } from 'n8n-workflow';

import { requestFileName } from '../documents/fileName';
import { omitUndefined } from '../network/json';
import { pick } from '../execution/output';
import { declineFields } from './auditReport';
import {
	documentIdsOf,
	documentsOf,
	newestDocumentId,
	signedSignatures,
	signerName,
	signingLinkOf,
	stateOf,
} from './signatureRequest.schema';
import type { Signature, SignatureRequest } from './signatureRequest.schema';
import { isQualityMet } from './signedQuality';

const ENDED = ['SIGNED', 'DECLINED', 'ERROR', 'EXPIRED', 'WITHDRAWN'];

/** Whether no one can sign it anymore. */
export function hasEnded({ status_overall: overall = '' }: SignatureRequest): boolean {
	return ENDED.includes(overall.toUpperCase());
}

interface RequestProgress extends IDataObject {
	signed: number;
	total: number;
	/** Whom the request waits for now; in a draft, who will be first. */
	nextSigners: string[];
}

export function progressOf(request: SignatureRequest): RequestProgress {
	const { signatures } = request;
	const pending = signatures.filter((one) => !ENDED.includes(stateOf(one)));
	const first = Math.min(...pending.map(orderOf));
	const next = hasEnded(request) ? [] : pending.filter((one) => orderOf(one) === first);
	return {
		signed: signedSignatures(request).length,
		total: signatures.length,
		nextSigners: next.map(signerName),
	};
}

/** v1 and v2 name it differently; -1 stands for no order. */
function orderOf({ sequence, order }: Signature): number {
	return sequence ?? order ?? -1;
}

/**
 * At the top of every output that is about a request, so that the same expressions work after every node.
 * `status` is the state as Skribble spells it, in capitals. `signedId` is the signed document, if a callback or its
 * parents have shown which one it is.
 */
export function requestFacts(request: SignatureRequest, signedId?: string): IDataObject {
	const { id, title, status_overall: overall } = request;
	const status = overall?.toUpperCase();
	const isKnown = signedId !== undefined && documentIdsOf(request).includes(signedId);
	const signedDocumentId = isKnown ? signedId : newestDocumentId(request);
	return omitUndefined({
		id,
		title,
		status,
		// Signing makes a new document, which has another ID.
		signedDocumentId: status === 'SIGNED' ? signedDocumentId : undefined,
		fileName: requestFileName(request),
	});
}

/** The whole answer with our own fields. */
export function toOutput(request: SignatureRequest, signedId?: string): IDataObject {
	const signatures = request.signatures.map((one) => ({
		...one,
		...omitUndefined({ signingLink: signingLinkOf(one, request) }),
	}));
	const shown = Object.entries(request).filter(([name]) => name !== 'signersUnknown');
	const own = { ...requestFacts(request, signedId), progress: progressOf(request), signatures };
	// First in order, and last so that no field of the answer replaces them.
	return { ...own, ...Object.fromEntries(shown), ...own };
}

/**
 * What follows, the most used first; `documents` in every version, so that workflows survive a change of it, and
 * `owner`, since others can share their requests with the account.
 */
const SIMPLIFIED_FIELDS = [
	'progress',
	...declineFields,
	'quality',
	'qualityMet',
	'signatures',
	'documents',
	'custom',
	'expires_at',
	'auto_delete_at',
	'created_at',
	'owner',
] as const;

export function simplifyRequest(request: SignatureRequest, signedId?: string): IDataObject {
	const documents = documentsOf(request);
	const signatures = request.signatures.map((one) =>
		omitUndefined({
			sid: one.sid,
			name: signerName(one),
			status_code: one.status_code,
			signed_at: one.signed_at,
			quality: request.quality,
			signedQuality: one.signed_quality,
			signedLegislation: one.signed_legislation,
			sequence: orderOf(one),
			signingLink: signingLinkOf(one, request),
		}),
	);
	const derived = { progress: progressOf(request), qualityMet: isQualityMet(request) };
	const simplified = { ...request, ...derived, signatures, documents };
	return { ...requestFacts(request, signedId), ...pick(simplified, SIMPLIFIED_FIELDS) };
}

/** What an agent can choose from under Output: Selected Fields. */
export const SELECTABLE_FIELDS = [
	'attachments',
	'auto_delete_at',
	'cc_email_addresses',
	'created_at',
	'custom',
	'declineReason',
	'declinedAt',
	'declinedBy',
	'document_id',
	'documents',
	'expires_at',
	'fileName',
	'id',
	'legislation',
	'message',
	'owner',
	'progress',
	'quality',
	'qualityMet',
	'read_access',
	'signatures',
	'signedDocumentId',
	'status',
	'title',
	'updated_at',
	'write_access',
] as const;
