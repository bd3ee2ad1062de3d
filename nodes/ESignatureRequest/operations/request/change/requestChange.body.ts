import type { IDataObject } from 'n8n-workflow';

import type { ApiVersion } from '../../../../shared/http/call';
import { omitUndefined } from '../../../../shared/operation/omit';

/** Absent means unchanged. */
export interface RequestChanges {
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
	{ version, signatures }: { version: ApiVersion; signatures: IDataObject[] },
): IDataObject {
	return omitUndefined({
		id: requestId,
		title: changes.title,
		message: changes.message,
		quality: changes.quality,
		legislation: changes.legislation,
		read_access: changes.readAccess,
		write_access: changes.writeAccess,
		...(version !== 'v1' && {
			custom: changes.custom,
			cc_email_addresses: changes.ccEmailAddresses,
			attach_on_success: changes.attachOnSuccess,
		}),
		callback_success_url: changes.successUrl,
		callback_error_url: changes.errorUrl,
		callback_update_url: changes.updateUrl,
		...(version === 'v3' && { expires_at: changes.expiresAt }),
		signatures,
	});
}
