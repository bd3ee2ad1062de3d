import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../shared/http/call';
import { omitUndefined } from '../../../../shared/operation/omit';
import type { Pages } from '../../../../shared/placement/corner';
import type { Signature } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { ranksOf, signatureOf } from '../../signerEntry/signer.body';
import type { ListedSigner } from '../../signerEntry/signers.schema';
import { keptSignature, orderOf } from '../change/keptSignature';

interface UpdateRules {
	version: ApiVersion;
	rules: Rules;
}

/** Those who are listed, new ones as in a new request and the others as they are. */
export function replacedSignatures(
	signers: ListedSigner[],
	{
		documentIds,
		pages,
		shown,
		...how
	}: UpdateRules & { documentIds: string[]; pages?: Pages[]; shown: (sid: string) => Signature },
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
