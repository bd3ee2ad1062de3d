import { NodeOperationError } from 'n8n-workflow';

import { shortened } from '../../../shared/http/foreignText';
import { pickerField } from '../../../shared/operation/fields';
import type { ItemContext } from '../../../shared/operation/operation';
import {
	identifiersOf,
	shownSignatures,
	signerName,
} from '../../../shared/signatureRequest/signatureRequest.schema';
import type {
	Signature,
	SignatureRequest,
} from '../../../shared/signatureRequest/signatureRequest.schema';
import type { SignerList } from './readSigners';

export const signerField = pickerField({
	displayName: 'Signer',
	name: 'signer',
	description: 'The signer, by email address or by the sid that the request shows',
	search: 'searchSigners',
	what: 'a signer',
	byId: 'By Email or ID',
	example: 'ann@example.com',
});

const LONGEST_LIST = 2_000;

/** The same person may have to sign twice: then the signature that is still open. Two people may share an address. */
export function findSigner(
	{ context, itemIndex }: Pick<ItemContext, 'context' | 'itemIndex'>,
	request: SignatureRequest,
	wanted: string,
): Signature {
	const shown = shownSignatures(request);
	const matching = (shown ?? []).filter((one) => identifiersOf(one).includes(wanted.toLowerCase()));
	const open = matching.filter((one) => one.status_code?.toUpperCase() !== 'SIGNED');
	const [first] = open.length > 0 ? open : matching;
	const people = new Set(matching.map(signerName));
	if (first && people.size === 1) return first;
	if (first) {
		throw new NodeOperationError(
			context.getNode(),
			`Signer "${wanted}" may be one of ${people.size} people in this request`,
			{
				itemIndex,
				description: `They share this address: ${listOf(matching)}. Name one of them by the sid. Nothing was changed.`,
			},
		);
	}
	if (!shown) {
		throw new NodeOperationError(
			context.getNode(),
			'The service does not show the signers of this request',
			{
				itemIndex,
				description: `So signer "${wanted}" cannot be found. Nothing was changed. Look in the web application, or choose another API version in the node.`,
			},
		);
	}
	throw new NodeOperationError(context.getNode(), `Signer "${wanted}" is not in this request`, {
		itemIndex,
		description:
			shown.length === 0
				? 'The request has no signers. Add one with Signer: Add.'
				: `Its signers are: ${listOf(shown)}. Someone without an account is found by the sid.`,
	});
}

/** One who signs twice, and is listed twice by the address, would lose one of the two signatures. */
export function requireDistinct(
	item: ItemContext,
	{ field, signers }: SignerList,
	request: SignatureRequest,
): void {
	const listed = signers.map((one) =>
		one.kind === 'existing' ? findSigner(item, request, one.sid) : undefined,
	);
	const index = listed.findIndex((one, at) => one && listed.indexOf(one) < at);
	if (index < 0) return;
	throw item.fault({
		path: [...(field === undefined ? [] : [field, index]), 'sid'],
		message:
			'names a signature that is listed already; name each by its sid where someone signs twice',
	});
}

function listOf(signatures: Signature[]): string {
	const named = signatures.map((one) => `${signerName(one)} (${one.sid ?? 'no sid'})`);
	return shortened(named.join(', '), LONGEST_LIST);
}
