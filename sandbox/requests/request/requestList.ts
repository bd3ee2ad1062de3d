import type { Traits } from '../../state/dialect.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { ListQuery } from './signatureRequest.schema.ts';
import { shownStatus } from './signatureStatus.ts';

/** Filters and pages of the list (interface.md 4.3). Paging is off unless a page is asked for. */
export function selectRequests(
	requests: RequestRecord[],
	query: ListQuery,
	firstPageNumber: number,
	traits: Traits,
): RequestRecord[] {
	const matching = requests.filter((request) => matches(request, query, traits));
	if (query.page_number === undefined) return matching;
	// A page before the first is the first, whatever that is called.
	const page = Math.max(0, query.page_number - firstPageNumber);
	return matching.slice(page * query.page_size, (page + 1) * query.page_size);
}

function matches(request: RequestRecord, query: ListQuery, traits: Traits): boolean {
	const { signatures, status, title } = request;
	const isEqual = traits.filterValues ? isSame : isAlike;
	const someSignature = (wanted: string | undefined, shown: (signature: Signature) => string) =>
		wanted === undefined || signatures.some((one) => isEqual(shown(one), wanted));
	return (
		(query.status_overall === undefined || isEqual(status, query.status_overall)) &&
		(query.search === undefined || title.toLowerCase().includes(query.search.toLowerCase())) &&
		someSignature(query.signature_status, (one) => shownStatus(one, request, traits)) &&
		someSignature(query.signer_email_address, ({ email }) => email) &&
		someSignature(query.account_email, ({ email }) => email)
	);
}

const isSame = (one: string, other: string) => one === other;
const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
