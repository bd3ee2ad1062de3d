import type { Account } from '../shared/account/account';
import type { SignatureRequest } from '../shared/signatureRequest/signatureRequest.schema';
import { isOwn } from './ownership';
import type { PollingForm } from './polling.fields';
import { passes } from './requestFilter';

/** What may start the workflow, of all that the account can read. */
export function isWanted(
	request: SignatureRequest,
	{ filters, options }: Pick<PollingForm, 'filters' | 'options'>,
	{ username }: Pick<Account, 'username'>,
): boolean {
	return passes(request, filters) && (options.includeOthers || isOwn(request, username));
}
