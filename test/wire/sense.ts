/** What no schema can say of an answer: that it fits the call. */
import type { Difference } from './difference.ts';
import { queryOf, type WireCall } from './place.ts';
import type { Version } from './schemas.ts';

interface Answered {
	call: WireCall;
	version: Version;
	bytes: Buffer;
	/** The parsed answer of a success. */
	value: unknown;
}

interface Seen extends Answered {
	query: Record<string, unknown>;
	/** The answer, where it is JSON of that form. */
	object: Record<string, unknown>;
	list: Array<Record<string, unknown>>;
}

export type Sense = (seen: Seen) => Difference[];

export function senseDifferences(sense: Sense, answered: Answered): Difference[] {
	const { call, value } = answered;
	return sense({
		...answered,
		query: queryOf(call),
		object: isObject(value) ? value : {},
		list: Array.isArray(value) ? value.filter(isObject) : [],
	});
}

export function isTheOne({ call, object }: Seen): Difference[] {
	const asked = call.path.split('/').at(-1);
	if (object.id === undefined || object.id === asked) return [];
	return [{ at: 'answer.id', expected: 'the id that was asked for', got: 'another' }];
}

export function beginsWith(...beginnings: string[]): Sense {
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

export function hasStatus(status: string, inV3 = status): Sense {
	return ({ version, object: { status_overall: got } }) => {
		const expected = version === 'v3' ? inV3 : status;
		if (typeof got !== 'string' || got.toUpperCase() === expected) return [];
		const word = /^\w{1,20}$/.test(got) ? got : 'another';
		return [{ at: 'answer.status_overall', expected, got: word }];
	};
}

export const fitsTheQuery: Sense = (seen) => [...fitsThePage(seen), ...fitsTheFilter(seen)];

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

export function activitiesFit({ query, object }: Seen): Difference[] {
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
