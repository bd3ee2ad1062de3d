import { NodeOperationError } from 'n8n-workflow';

import { shortened } from '../../shared/client/foreignText';
import { pickerField } from '../../shared/form/fields';
import { RequiredText } from '../../shared/form/readers';
import type { ItemContext } from '../../shared/execution/operation';
import {
	identifiersOf,
	shownSignatures,
	signerName,
} from '../../shared/requests/signatureRequest.schema';
import type { Signature, SignatureRequest } from '../../shared/requests/signatureRequest.schema';

export const signerField = pickerField({
	displayName: 'Signer',
	name: 'signer',
	description: 'By email address, or by the sid that Get shows',
	search: 'searchSigners',
	what: 'a signer',
	byId: 'By Email or ID',
	example: 'ann@example.com',
	reader: RequiredText,
	forModel: 'Email address or sid of the signer',
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

/** Only with it can a single signer be removed. */
export function requireSid(item: ItemContext, { sid }: Signature): string {
	if (sid !== undefined) return sid;
	throw item.error(
		'The service shows no sid for this signer',
		'Without it no single signer can be removed. Choose another API version in the node.',
	);
}

function listOf(signatures: Signature[]): string {
	const named = signatures.map((one) => `${signerName(one)} (${one.sid ?? 'no sid'})`);
	return shortened(named.join(', '), LONGEST_LIST);
}
