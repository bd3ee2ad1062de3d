import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../shared/http/call';
import { omitUndefined } from '../../../../shared/operation/omit';
import type { Pages } from '../../../../shared/placement/corner';
import type { Signature } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { ranksOf, signatureOf } from '../../signerEntry/signer.body';
import type { ListedSigner } from '../../signerEntry/signers.schema';
import { keptSignature, orderOf } from './keptSignature';

interface How {
	version: ApiVersion;
	rules: Rules;
}

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

/** Those who are listed, new ones as in a new request and the others as they are. */
export function replacedSignatures(
	signers: ListedSigner[],
	{
		documentIds,
		pages,
		shown,
		...how
	}: How & { documentIds: string[]; pages?: Pages[]; shown: (sid: string) => Signature },
): IDataObject[] {
	const ranks = ranksOf(ordersOf(signers, shown));
	return signers.map((signer, at) => {
		const rank = ranks[at];
		if (signer.kind !== 'existing')
			return signatureOf(signer, { ...how, documentIds, pages, rank });
		const kept = {
			...keptSignature(shown(signer.sid), how),
			order: undefined,
			sequence: undefined,
		};
		const name = how.version === 'v1' ? 'order' : 'sequence';
		return omitUndefined({ ...kept, [name]: rank });
	});
}

/**
 * The order that was typed. Without one, those who stay keep theirs, since the service keeps what is not sent, and
 * who is new signs last.
 */
function ordersOf(
	signers: ListedSigner[],
	shown: (sid: string) => Signature,
): Array<number | undefined> {
	const present = signers.map((signer) =>
		signer.kind === 'existing' ? orderOf(shown(signer.sid)) : undefined,
	);
	const last = present.some((order) => order !== undefined) ? Infinity : undefined;
	const orders = signers.map(({ kind, order }, at) =>
		kind === 'existing' ? (order ?? present[at]) : (order ?? last),
	);
	return orders.includes(undefined) ? orders.map(() => undefined) : orders;
}
