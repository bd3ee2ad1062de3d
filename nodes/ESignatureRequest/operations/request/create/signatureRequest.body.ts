import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../shared/http/call';
import { omitEmpty } from '../../../../shared/operation/omit';
import type { Pages } from '../../../../shared/placement/corner';
import { signaturesOf } from '../../signerEntry/signer.body';
import type { Signer } from '../../signerEntry/signer.schema';
import type { CallbackUrls } from './callbackUrls';

/** A request that the local rules have found right. */
export interface NewRequest {
	version: ApiVersion;
	title: string;
	message?: string;
	quality?: string;
	legislation?: string;
	/** None: users with write access add them in the web application (interface.md 3.2). */
	signers: Signer[];
	readAccess?: string[];
	writeAccess?: string[];
	ccEmailAddresses?: string[];
	custom?: string;
	creator?: string;
	attachOnSuccess?: string[];
	/** YYYY-MM-DD */
	expiresAt?: string;
	otherFields?: IDataObject;
}

/** How the request names its documents: `inline` content is added while it is sent. */
export type DocumentReference = { inline: true } | { fileUrl: string } | UploadedDocuments;

interface UploadedDocuments {
	documentIds: string[];
	/** Where a signature goes into a corner. */
	pages?: Pages[];
}

export type BodyFor = (reference: DocumentReference) => IDataObject;

/** The body of POST /signature-requests (interface.md 2.1 and 4.3). */
export function toBody(
	request: NewRequest,
	{
		reference,
		callbackUrls,
		rules,
	}: { reference: DocumentReference; callbackUrls: CallbackUrls; rules: Rules },
): IDataObject {
	const { version, signers } = request;
	const { documentIds, pages }: UploadedDocuments =
		'documentIds' in reference ? reference : { documentIds: [] };
	return {
		...request.otherFields,
		...settingsOf(request, rules),
		...omitEmpty({
			title: request.title,
			...documentFields(version, reference),
			signatures: signaturesOf(signers, { version, rules, documentIds, pages }),
			callback_success_url: callbackUrls.success,
			callback_update_url: callbackUrls.update,
			callback_error_url: callbackUrls.error,
		}),
	};
}

/** What was filled in besides documents, signers and callbacks. */
export function settingsOf(request: NewRequest, { copiesAs, takesExpiry }: Rules): IDataObject {
	const { version } = request;
	return omitEmpty({
		message: request.message,
		quality: request.quality,
		legislation: request.legislation,
		read_access: request.readAccess,
		write_access: request.writeAccess,
		...(version !== 'v1' && {
			...(copiesAs === 'cc_email_addresses' && {
				cc_email_addresses: request.ccEmailAddresses,
			}),
			custom: request.custom,
			creator: request.creator,
			attach_on_success: request.attachOnSuccess,
		}),
		...(takesExpiry && { expires_at: request.expiresAt }),
	});
}

function documentFields(version: ApiVersion, reference: DocumentReference): IDataObject {
	if ('inline' in reference) return { content_type: 'application/pdf' };
	if ('fileUrl' in reference) return { file_url: reference.fileUrl };
	const [first] = reference.documentIds;
	// The contract says document_id, the public service reads documents: each finds its own.
	const all = version === 'v3' && { documents: reference.documentIds.map((id) => ({ id })) };
	return { document_id: first, ...all };
}
