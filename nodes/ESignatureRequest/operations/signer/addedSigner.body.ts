import type { IDataObject } from 'n8n-workflow';

import { given } from '../../../shared/operation/given';
import type { ApiVersion } from '../../../shared/http/call';

export interface AddedSigner {
	email?: string;
	groupId?: string;
	/** Without one, the person needs an account. */
	identity?: {
		firstName?: string;
		lastName?: string;
		mobileNumber?: string;
		issuingCountry?: string;
		provider?: string;
	};
	hasAccount: boolean;
	order?: number;
	language?: string;
	notify?: boolean;
}

/** The body of POST /signature-requests/{id}/signatures, each version with its own names (interface.md 2.2). */
export function addedSignerBody(
	version: ApiVersion,
	signer: AddedSigner,
	documentIds: string[],
): IDataObject {
	const { email, identity, hasAccount, order, language, notify } = signer;
	if (version === 'v1') {
		return given({
			signer_email_address: hasAccount ? email : undefined,
			signer_identity_data: identity && identityBody(identity),
			order,
		});
	}
	return given({
		account_email: hasAccount ? email : undefined,
		signer_identity_data: identity && identityBody(identity, { email_address: email, language }),
		signer_group_id: signer.groupId,
		sequence: order,
		language,
		notify,
		// A signer of v3 signs the documents that are listed.
		document_signatures:
			version === 'v3' ? documentIds.map((id) => ({ document_id: id })) : undefined,
	});
}

function identityBody(identity: NonNullable<AddedSigner['identity']>, more: IDataObject = {}) {
	return given({
		...more,
		provider: identity.provider,
		first_name: identity.firstName,
		last_name: identity.lastName,
		mobile_number: identity.mobileNumber,
		issuing_country: identity.issuingCountry,
	});
}
