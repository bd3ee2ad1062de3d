import type { RequestRecord } from '../../state/requestRecord.ts';
import type { ListQuery } from './signatureRequest.schema.ts';

/** Filters and pages of the list (interface.md 4.3). Paging is off unless a page is asked for. */
export function selectRequests(
	requests: RequestRecord[],
	query: ListQuery,
	firstPageNumber: number,
): RequestRecord[] {
	const matching = requests.filter((request) => matches(request, query));
	if (query.page_number === undefined) return matching;
	// A page before the first is the first, whatever that is called.
	const page = Math.max(0, query.page_number - firstPageNumber);
	return matching.slice(page * query.page_size, (page + 1) * query.page_size);
}

function matches(request: RequestRecord, query: ListQuery): boolean {
	const { signatures, status, title } = request;
	const someSignature = (wanted: string | undefined, member: 'status' | 'email') =>
		wanted === undefined || signatures.some((one) => isEqual(one[member], wanted));
	return (
		(query.status_overall === undefined || isEqual(status, query.status_overall)) &&
		(query.search === undefined || title.toLowerCase().includes(query.search.toLowerCase())) &&
		someSignature(query.signature_status, 'status') &&
		someSignature(query.signer_email_address, 'email') &&
		someSignature(query.account_email, 'email')
	);
}

const isEqual = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
