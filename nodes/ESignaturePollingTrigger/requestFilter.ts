import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Account } from '../shared/account/account';
import { isOwnRequest } from '../shared/callback/ownRequest';
import { Text } from '../shared/operation/scalars.schema';
import { signerName } from '../shared/signatureRequest/signatureRequest.schema';
import { titleContains } from '../shared/signatureRequest/titleContains';
import type {
	RequestWithCallbacks,
	Signature,
	SignatureRequest,
} from '../shared/signatureRequest/signatureRequest.schema';

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Your Reference',
			name: 'custom',
			type: 'string',
			default: '',
			placeholder: 'e.g. order-4711',
			description:
				'Only requests that were created with exactly this text. Needs a service that shows the text (custom) in its lists; otherwise nothing starts the workflow, and a warning is logged.',
		},
		{
			displayName: 'Signer',
			name: 'signer',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description:
				'Only requests with this signer: the email address, or the full name of someone without an account',
		},
		{
			displayName: 'Title Contains',
			name: 'titleContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. Contract',
			description: 'Only requests whose title contains this text, in small or capital letters',
		},
	],
};

/** A filter that was added and left empty keeps nothing out. */
export const Filters = z.object({
	custom: Text.optional(),
	signer: Text.optional(),
	titleContains: Text.optional(),
});
export type Filters = z.output<typeof Filters>;

export const noCustomShown =
	'No request that the service lists shows a reference (custom), so the filter Your Reference lets none pass. If your requests are created with one, this service does not show it: filter by title or signer instead.';

/** What may start the workflow, of all that the account can read. */
export function isWanted(
	listed: RequestWithCallbacks,
	{ filters, options }: { filters: Filters; options: { includeOthers: boolean } },
	account: Account,
): boolean {
	const isOwn = options.includeOthers || isOwnRequest(listed, account);
	return isOwn && passes(listed.request, filters);
}

/** Applied to changes that were found already: with another filter, the place in the list stays the same. */
export function passes(request: SignatureRequest, filters: Filters): boolean {
	const { custom, signer, titleContains: title } = filters;
	return (
		(!custom || String(request.custom ?? '').trim() === custom) &&
		(!signer || request.signatures.some((one) => namesOf(one).includes(folded(signer)))) &&
		(!title || titleContains(request, title))
	);
}

function namesOf(signature: Signature): string[] {
	const { account_email, signer_email_address, signer_identity_data } = signature;
	return [
		signerName(signature),
		account_email,
		signer_email_address,
		signer_identity_data?.email_address,
	].map(folded);
}

function folded(text = ''): string {
	return text.trim().toLowerCase();
}
