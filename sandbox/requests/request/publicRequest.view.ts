import { positionsOf } from '../../documents/drawn.ts';
import type { Context } from '../../state/context.ts';
import type { Traits } from '../../state/dialect.ts';
import type { Identity, RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { VisualSignature } from '../../state/visualSignature.schema.ts';
import { signingUrl } from '../notices/signingUrl.ts';
import { shownDocument } from './documentVersions.ts';
import { observerView } from './observer.view.ts';
import { shownStatus } from './signatureStatus.ts';
import { placesOf } from './signers.ts';

const BUSINESS = 'biz-sandbox';

/** A request as the public regions show it in versions 2 and 3 (interface.md 10). */
export function publicRequestView(
	request: RequestRecord,
	version: 'v2' | 'v3',
	traits: Traits,
	context: Context,
) {
	const { callbackUrls } = request;
	const signatures = request.signatures.map((one) => ({
		...signatureView(one, request, traits, context),
		...(version === 'v2'
			? { visual_signature: visualView(one.visual) }
			: signatureOfV3(one, request, context)),
	}));
	return {
		id: request.id,
		title: request.title,
		message: request.message,
		custom: request.custom,
		legislation: request.legislation,
		quality: request.quality,
		signing_url: signingUrl(request, undefined, context.origin()),
		status_overall: request.status,
		signatures,
		attachments: request.attachments.map(({ id, filename }) => ({ attachment_id: id, filename })),
		attach_on_success: request.attachOnSuccess,
		expires_at: request.expiresAt,
		auto_delete_at: request.autoDeleteAt,
		expiration_date: request.expiresAt ?? request.autoDeleteAt,
		owner: request.owner,
		read_access: [request.owner, ...request.readAccess],
		write_access: [request.owner, ...request.writeAccess],
		created_at: new Date(request.createdAt).toISOString(),
		updated_at: new Date(request.updatedAt).toISOString(),
		callback_success_url: callbackUrls.success,
		callback_error_url: callbackUrls.error,
		callback_update_url: callbackUrls.update,
		...(version === 'v2' ? requestOfV2(request) : requestOfV3(request, context)),
	};
}

function requestOfV2(request: RequestRecord) {
	return {
		document_id: request.documentIds[0],
		business: BUSINESS,
		cc_email_addresses: request.ccEmailAddresses,
	};
}

function requestOfV3(request: RequestRecord, context: Context) {
	return {
		documents: request.documentIds.map((id) => ({
			...shownDocument(id, request, context),
			name: context.store.document(id)?.title,
		})),
		business_id: BUSINESS,
		origin: 'API',
		observers: request.observers.map((one) => observerView(one, context.settings)),
	};
}

function signatureView(
	signature: Signature,
	request: RequestRecord,
	traits: Traits,
	context: Context,
) {
	const { identity, kind, signedAt } = signature;
	return {
		sid: signature.id,
		status_code: shownStatus(signature, request, traits),
		account_email: kind === 'account' ? signature.email : undefined,
		sequence: signature.order,
		notify: signature.notify,
		...(signedAt !== undefined && {
			signed_at: new Date(signedAt).toISOString(),
			signed_quality: signature.signedQuality,
			signed_legislation: request.legislation,
		}),
		...(identity && {
			signer_identity_data: identityView(identity, signature),
			signing_url: signingUrl(request, signature, context.origin()),
		}),
	};
}

function signatureOfV3(signature: Signature, request: RequestRecord, context: Context) {
	return {
		invited_by: request.owner,
		signer_group_id: signature.groupId,
		document_signatures: placesOf(signature, request.documentIds).map(({ documentId, visual }) => ({
			document_id: shownDocument(documentId, request, context).id,
			visual_signature: visualView(visual) ?? null,
		})),
	};
}

function identityView(identity: Identity, { id, language, signedAt }: Signature) {
	return {
		email_address: identity.email,
		first_name: identity.firstName,
		last_name: identity.lastName,
		mobile_number: identity.mobileNumber,
		language,
		identity_reference: identity.reference,
		identification_require_evidence: identity.needsEvidence,
		provider: 'sandbox',
		evidence_id: identity.needsEvidence && signedAt !== undefined ? id : undefined,
	};
}

/** One place is shown under both names, whichever was sent. */
function visualView(visual: VisualSignature | undefined) {
	if (!visual) return undefined;
	const positions = positionsOf(visual);
	if (positions.length === 0) return visual;
	return { ...visual, position: positions[0], positions };
}
