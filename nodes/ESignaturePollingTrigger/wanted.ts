import type { Account } from '../shared/account/account';
import { isOwnRequest } from '../shared/callback/ownRequest';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import type { PollingForm } from './polling.fields';
import { passes } from './requestFilter';

/** What may start the workflow, of all that the account can read. */
export function isWanted(
	listed: RequestWithCallbacks,
	{ filters, options }: Pick<PollingForm, 'filters' | 'options'>,
	account: Account,
): boolean {
	return (
		passes(listed.request, filters) && (options.includeOthers || isOwnRequest(listed, account))
	);
}
