/** What the nodes show of a request. */
import type { IDataObject } from 'n8n-workflow';

import { omitUndefined } from '../operation/omit';
import { pick } from '../operation/output';
import {
	documentsOf,
	newestDocumentId,
	signerName,
	signingLinkOf,
} from './signatureRequest.schema';
import type { Signature, SignatureRequest } from './signatureRequest.schema';

const ENDED = ['SIGNED', 'DECLINED', 'ERROR', 'EXPIRED', 'WITHDRAWN'];

function stateOf({ status_code: status = '' }: Signature): string {
	return status.toUpperCase();
}

interface RequestProgress extends IDataObject {
	signed: number;
	total: number;
	/** Whom the request waits for now; in a draft, who will be first. */
	nextSigners: string[];
}

export function progressOf({
	status_overall: overall = '',
	signatures,
}: SignatureRequest): RequestProgress {
	const pending = signatures.filter((one) => !ENDED.includes(stateOf(one)));
	const first = Math.min(...pending.map(orderOf));
	const hasEnded = ENDED.includes(overall.toUpperCase());
	const next = hasEnded ? [] : pending.filter((one) => orderOf(one) === first);
	return {
		signed: signatures.filter((one) => stateOf(one) === 'SIGNED').length,
		total: signatures.length,
		nextSigners: next.map(signerName),
	};
}

/** v1 and v2 name it differently; -1 stands for no order. */
function orderOf({ sequence, order }: Signature): number {
	return sequence ?? order ?? -1;
}

/** The whole answer with our own fields. */
export function toOutput(request: SignatureRequest): IDataObject {
	const signatures = request.signatures.map((one) => ({
		...one,
		...omitUndefined({ signingLink: signingLinkOf(one, request) }),
	}));
	const shown = Object.entries(request).filter(([name]) => name !== 'signersUnknown');
	const own = { signatures, progress: progressOf(request), ...signedDocument(request) };
	return { ...Object.fromEntries(shown), ...own };
}

/** Signing makes a new document with an id of its own; only there when all have signed. */
function signedDocument(request: SignatureRequest): { signedDocumentId?: string } {
	if (request.status_overall?.toUpperCase() !== 'SIGNED') return {};
	return omitUndefined({ signedDocumentId: newestDocumentId(request) });
}

/**
 * The most used first; `documents` in every version, so that workflows survive a change of it, and `owner`, since
 * others can share their requests with the account.
 */
export const SIMPLIFIED_FIELDS = [
	'id',
	'title',
	'status_overall',
	'progress',
	'signatures',
	'signing_url',
	'documents',
	'custom',
	'expires_at',
	'created_at',
	'owner',
] as const;

export function simplifyRequest(request: SignatureRequest): IDataObject {
	const documents = documentsOf(request);
	const signatures = request.signatures.map((one) =>
		omitUndefined({
			sid: one.sid,
			name: signerName(one),
			status_code: one.status_code,
			signed_at: one.signed_at,
			sequence: orderOf(one),
			signingLink: signingLinkOf(one, request),
		}),
	);
	const simplified = { ...request, progress: progressOf(request), signatures, documents };
	return { ...pick(simplified, SIMPLIFIED_FIELDS), ...signedDocument(request) };
}

/** What an agent can choose from under Output: Selected Fields. */
export const SELECTABLE_FIELDS = [
	'attachments',
	'auto_delete_at',
	'cc_email_addresses',
	'created_at',
	'custom',
	'document_id',
	'documents',
	'expires_at',
	'id',
	'legislation',
	'message',
	'owner',
	'progress',
	'quality',
	'read_access',
	'signatures',
	'signedDocumentId',
	'signing_url',
	'status_overall',
	'title',
	'updated_at',
	'write_access',
] as const;
