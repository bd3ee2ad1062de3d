import type { Context } from '../../state/context.ts';
import { traitsOf } from '../../state/dialect.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { signingUrl } from '../notices/signingUrl.ts';
import { publicRequestView } from './publicRequest.view.ts';
import { shownDocument } from './documentVersions.ts';
import type { Version } from '../../state/version.ts';

/** A request as callers read it, in the dialect that the sandbox speaks. */
export function requestView(request: RequestRecord, version: Version, context: Context) {
	const traits = traitsOf(context.settings.dialect, version);
	return version !== 'v1' && traits.answers === 'public'
		? publicRequestView(request, version, traits, context)
		: contractView(request, version, context);
}

/** As interface.md 2.1 has it. */
function contractView(request: RequestRecord, version: Version, context: Context) {
	const { callbackUrls } = request;
	const origin = context.origin();
	return {
		id: request.id,
		title: request.title,
		message: request.message,
		custom: request.custom,
		creator: request.creator,
		document_id: request.documentIds[0],
		signing_url: signingUrl(request, undefined, origin),
		status_overall: request.status,
		signatures: request.signatures.map((one) => signatureView(one, request, version, origin)),
		owner: request.owner,
		read_access: request.readAccess,
		write_access: request.writeAccess,
		cc_email_addresses: request.ccEmailAddresses,
		callback_success_url: callbackUrls.success,
		callback_error_url: callbackUrls.error,
		callback_update_url: callbackUrls.update,
		attach_on_success: request.attachOnSuccess,
		quality: request.quality,
		legislation: request.legislation,
		attachments: request.attachments.map(({ id, filename }) => ({ attachment_id: id, filename })),
		created_at: new Date(request.createdAt).toISOString(),
		updated_at: new Date(request.updatedAt).toISOString(),
		...(version === 'v3' && membersOfV3(request, context)),
	};
}

function membersOfV3(request: RequestRecord, context: Context) {
	return {
		documents: request.documentIds.map((id) => ({
			...shownDocument(id, request, context),
			name: context.store.document(id)?.title,
		})),
		expires_at: request.expiresAt,
		auto_delete_at: request.autoDeleteAt,
	};
}

export function signatureView(
	signature: Signature,
	request: RequestRecord,
	version: Version,
	origin: string,
) {
	const { identity, kind, order, signedAt } = signature;
	return {
		sid: signature.id,
		account_email: kind === 'account' ? signature.email : undefined,
		signer_email_address: signature.email,
		order,
		sequence: order,
		status_code: signature.status,
		notify: signature.notify,
		language: signature.language,
		...(signedAt !== undefined && {
			signed_at: new Date(signedAt).toISOString(),
			signed_quality: signature.signedQuality,
			signed_legislation: request.legislation,
		}),
		visual_signature: signature.visual,
		...(identity && {
			signer_identity_data: { first_name: identity.firstName, last_name: identity.lastName },
			signing_url: signingUrl(request, signature, origin),
		}),
		...(version === 'v3' && {
			signer_group_id: signature.groupId,
			document_signatures: signature.documents?.map(({ documentId, visual }) => ({
				document_id: documentId,
				visual_signature: visual,
			})),
		}),
	};
}
