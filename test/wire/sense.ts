/** What no schema can say of an answer: that it fits the call. */
import { queryOf } from './calls.ts';
import type { WireCall } from './calls.ts';
import type { Difference } from './difference.ts';
import type { Place } from './schemas.ts';

interface Seen {
	call: WireCall;
	place: Place;
	query: Record<string, unknown>;
	bytes: Buffer;
	/** The answer, where it is JSON of that form. */
	object: Record<string, unknown>;
	list: Array<Record<string, unknown>>;
}

type Sense = (seen: Seen) => Difference[];

const SENSE: Record<string, Sense> = {
	'GET /documents/{id}': isTheOne,
	'GET /signature-requests/{id}': isTheOne,
	'GET /documents/{id}/content': beginsWith(['%PDF-']),
	'GET /documents/{id}/pages/{n}': beginsWith(['\x89PNG', 'RIFF']),
	'POST /signature-requests': (seen) => hasStatus(seen, isDraftFirst(seen) ? 'DRAFT' : 'OPEN'),
	'POST /signature-requests/{id}/withdraw': (seen) => hasStatus(seen, 'WITHDRAWN'),
	'GET /signature-requests': (seen) => [...fitsThePage(seen), ...fitsTheFilter(seen)],
	'GET /activities/signatures': activitiesFit,
};

/** By the name of the call's row; `value` is the parsed answer of a success. */
export function senseDifferences(
	name: string,
	{ value, ...seen }: Pick<Seen, 'call' | 'place' | 'bytes'> & { value: unknown },
): Difference[] {
	const sense = SENSE[name];
	if (!sense) return [];
	return sense({
		...seen,
		query: queryOf(seen.call.query),
		object: isObject(value) ? value : {},
		list: Array.isArray(value) ? value.filter(isObject) : [],
	});
}

function isTheOne({ call, object }: Seen): Difference[] {
	const asked = call.path.split('/').at(-1);
	if (object.id === undefined || object.id === asked) return [];
	return [{ at: 'answer.id', expected: 'the id that was asked for', got: 'another' }];
}

function beginsWith(beginnings: string[]): Sense {
	return ({ bytes }) => {
		const isKnown = beginnings.some((one) =>
			bytes.subarray(0, 8).toString('latin1').startsWith(one),
		);
		if (isKnown) return [];
		return [
			{
				at: 'answer',
				expected: `a file that begins with ${printable(beginnings)}`,
				got: 'another',
			},
		];
	};
}

const printable = (beginnings: string[]) => beginnings.join(' or ').replace('\x89', '');

const isDraftFirst = ({ place }: Seen) => place.interface === 'signing' && place.version === 'v3';

function hasStatus({ object }: Seen, expected: string): Difference[] {
	const { status_overall: got } = object;
	if (typeof got !== 'string' || got.toUpperCase() === expected) return [];
	return [{ at: 'answer.status_overall', expected, got: /^\w{1,20}$/.test(got) ? got : 'another' }];
}

function fitsThePage({ query, list }: Seen): Difference[] {
	const size = Number(query.page_size ?? Infinity);
	if (query.page_number === undefined || list.length <= size) return [];
	return [{ at: 'answer', expected: `at most ${size} entries`, got: `a list of ${list.length}` }];
}

/** A filter that is not known is left aside, and then everything comes. */
function fitsTheFilter({ query, list }: Seen): Difference[] {
	const { status_overall: status } = query;
	if (status === undefined || list.every((one) => one.status_overall === status)) return [];
	return [
		{ at: 'answer[].status_overall', expected: `${status as string} alone`, got: 'others too' },
	];
}

function activitiesFit({ query, object }: Seen): Difference[] {
	const { current_page: page, activities } = object;
	const differences: Difference[] = [];
	const asked = Number(query.page ?? 1);
	if (typeof page === 'number' && page !== asked) {
		differences.push({ at: 'answer.current_page', expected: String(asked), got: String(page) });
	}
	const most = Number(query.size ?? 25);
	if (Array.isArray(activities) && activities.length > most) {
		const got = `a list of ${activities.length}`;
		differences.push({ at: 'answer.activities', expected: `at most ${most} entries`, got });
	}
	return differences;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
