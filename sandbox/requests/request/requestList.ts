import type { Traits } from '../../state/dialect.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { ListQuery } from './signatureRequest.schema.ts';
import { shownStatus } from './signatureStatus.ts';

/** Filters and pages of the list (interface.md 4.3). Paging is off unless a page is asked for. */
export function selectRequests(
	requests: Iterable<RequestRecord>,
	isReadable: (request: RequestRecord) => boolean,
	query: ListQuery,
	{ firstPageNumber, traits }: { firstPageNumber: number; traits: Traits },
): RequestRecord[] {
	const { page_number: pageNumber = firstPageNumber, page_size: size } = query;
	// A page before the first is the first, whatever that is called.
	const first = Math.max(0, pageNumber - firstPageNumber) * size;
	const end = query.page_number === undefined ? Infinity : first + size;
	const selected: RequestRecord[] = [];
	let matching = 0;
	for (const request of requests) {
		// What lies behind the page is not looked at, however much it is.
		if (matching >= end) break;
		if (!isReadable(request) || !matches(request, query, traits)) continue;
		if (matching >= first) selected.push(request);
		matching += 1;
	}
	return selected;
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
