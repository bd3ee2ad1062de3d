import { shortened } from '../../shared/client/foreignText';
import { pickerField } from '../../shared/form/fields';
import { titleFor } from '../../shared/form/readForm';
import { quoting, RequiredText } from '../../shared/form/readers';
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
	{ error }: ItemContext,
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
		throw error(
			titleFor(['Signer'], quoting(wanted, `matches ${people.size} people in this request`)),
			`Use the sid of one of them: ${listOf(matching)}. Nothing was changed.`,
		);
	}
	if (!shown) {
		throw error(
			"Skribble doesn't show the signers of this request",
			'Choose another API Version, or use the web application. Nothing was changed.',
		);
	}
	throw error(
		titleFor(['Signer'], quoting(wanted, "isn't in this request")),
		shown.length === 0
			? 'Add a signer with Signer: Add. The request has none.'
			: `Use one of ${listOf(shown)}. For a signer without an email address, use the sid.`,
	);
}

/** Only with it can a single signer be removed. */
export function requireSid(item: ItemContext, { sid }: Signature): string {
	if (sid !== undefined) return sid;
	throw item.error(
		'Skribble shows no sid for this signer',
		'Choose another API Version in the node. Nothing was changed.',
	);
}

function listOf(signatures: Signature[]): string {
	const named = signatures.map((one) => `${signerName(one)} (${one.sid ?? 'no sid'})`);
	return shortened(named.join(', '), LONGEST_LIST);
}
