import type { IDataObject } from 'n8n-workflow';

import type { ApiVersion } from '../../../../shared/http/call';
import { withoutAbsent } from '../../../../shared/operation/given';
import type { Signature } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { ranksOf, signatureOf } from '../../signerEntry/signer.body';
import type { ListedSigner } from '../../signerEntry/signers.schema';

/** What the user wants to change; absent means unchanged. */
interface RequestChanges {
	title?: string;
	message?: string;
	custom?: string;
	quality?: string;
	legislation?: string;
	readAccess?: string[];
	writeAccess?: string[];
	ccEmailAddresses?: string[];
	attachOnSuccess?: string[];
	successUrl?: string;
	errorUrl?: string;
	updateUrl?: string;
	/** YYYY-MM-DD */
	expiresAt?: string;
}

/** The body of PUT /signature-requests. An empty text or list is sent: it empties the field. */
export function updateBody(
	requestId: string,
	changes: RequestChanges,
	signatures: IDataObject[],
): IDataObject {
	return withoutAbsent({
		id: requestId,
		title: changes.title,
		message: changes.message,
		custom: changes.custom,
		quality: changes.quality,
		legislation: changes.legislation,
		read_access: changes.readAccess,
		write_access: changes.writeAccess,
		cc_email_addresses: changes.ccEmailAddresses,
		attach_on_success: changes.attachOnSuccess,
		callback_success_url: changes.successUrl,
		callback_error_url: changes.errorUrl,
		callback_update_url: changes.updateUrl,
		expires_at: changes.expiresAt,
		signatures,
	});
}

/** Those who are listed, new ones as in a new request and the others as they are. */
export function replacedSignatures(
	signers: ListedSigner[],
	{
		version,
		documentIds,
		shown,
	}: { version: ApiVersion; documentIds: string[]; shown: (sid: string) => Signature },
): IDataObject[] {
	const ranks = ranksOf(signers.map(({ order }) => order));
	return signers.map((signer, at) => {
		const rank = ranks[at];
		if (signer.kind !== 'existing') return signatureOf(signer, { version, documentIds, rank });
		return {
			...keptSignature(version, shown(signer.sid)),
			...withoutAbsent(version === 'v1' ? { order: rank } : { sequence: rank }),
		};
	});
}

/**
 * A signer as the request shows it, so that the service keeps it: whoever is left out of `signatures`
 * is removed. Identity data is shown in part only, so it is not sent back; the sid says who it is.
 */
export function keptSignature(version: ApiVersion, signature: Signature): IDataObject {
	const { sid, account_email, signer_email_address, signer_group_id } = signature;
	const order = signature.sequence ?? signature.order ?? -1;
	const rank = order === -1 ? undefined : order;
	return withoutAbsent({
		sid,
		...(version === 'v1'
			? { signer_email_address: signer_email_address ?? account_email, order: rank }
			: { account_email, signer_email_address, sequence: rank }),
		signer_group_id,
		notify: signature.notify,
		language: signature.language,
		visual_signature: signature.visual_signature,
		document_signatures: signature.document_signatures,
	});
}
