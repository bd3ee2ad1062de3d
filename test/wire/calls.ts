/** What may be sent: every call of the nodes is held against the description of a dialect. */
import { differencesFrom, inWords, shapeOf, type Difference } from './difference.ts';
import { create, update } from './bodies.ts';
import { placeOf, queryOf, type Place, type WireCall } from './place.ts';
import { spokenIn, type Dialect, type Shape, type Spoken } from './schemas.ts';
import { SIGNING_CALLS, VALIDATION_CALLS, type Row } from './table.ts';

export type { WireCall } from './place.ts';

/** A call as an operation declares it: without version and host. */
interface DeclaredCall {
	interface?: string;
	method: string;
	path: string;
}

/** Whether a declared call has a row, in any version. */
export function isDeclaredDescribed({ interface: target, method, path }: DeclaredCall): boolean {
	const bases = target === 'validation' ? ['/validation/v1'] : ['/v1', '/v2', '/v3'];
	return bases.some((base) => isDescribed({ method, path: `${base}${path}` }));
}

/** Whether a call has a row. */
export function isDescribed(call: Pick<WireCall, 'method' | 'path'>): boolean {
	const place = placeOf(call);
	return !place || rowOf(place, call.method) !== undefined;
}

/** What is wrong with a call in this dialect, in words, but for places that are excused. */
export function wireFaults(dialect: Dialect, call: WireCall, excused: string[] = []): string[] {
	return callDifferences(dialect, call)
		.filter(({ at }) => !excused.includes(at))
		.map((one) => `${dialect}: ${call.method} ${call.path}: ${inWords(one)}`);
}

export function callDifferences(dialect: Dialect, call: WireCall): Difference[] {
	const place = placeOf(call);
	if (!place) return [];
	const row = rowOf(place, call.method);
	if (!row || (row.dialect ?? dialect) !== dialect) {
		return [{ at: 'call', expected: 'a call of the interface', got: 'another' }];
	}
	const spoken = spokenIn(dialect, place.version);
	const isRequest = row.body === create || row.body === update;
	return [
		...bodyDifferences(row, call, spoken),
		...queryDifferences(row.query, queryOf(call), spoken),
		...(isRequest && !call.isUnread ? requestDifferences(call.body as SentRequest) : []),
	];
}

interface SentSignature {
	order?: number;
	sequence?: number;
	document_signatures?: Array<{ document_id: string }>;
}

export interface SentRequest {
	title?: string;
	documents?: Array<{ id: string }>;
	document_id?: string;
	signatures?: SentSignature[] | null;
	[name: string]: unknown;
}

export function rowOf({ isValidation, version, path }: Place, method: string): Row | undefined {
	return (isValidation ? VALIDATION_CALLS : SIGNING_CALLS).find(({ call, versions }) => {
		const pattern = new RegExp(`^${call.replace(/\{\w+\}/g, '[^/]+')}$`);
		return (versions?.includes(version) ?? true) && pattern.test(`${method} ${path}`);
	});
}

function bodyDifferences(row: Row, { body, isUnread }: WireCall, spoken: Spoken): Difference[] {
	if (row.body === undefined) return body === undefined ? [] : [unexpected('body', body)];
	if (body !== undefined) return differencesFrom(row.body, spoken, body, 'body');
	return isUnread || row.bodyMayBeMissing
		? []
		: [{ at: 'body', expected: 'a value', got: 'nothing' }];
}

function queryDifferences(shape: Shape | undefined, query: object, spoken: Spoken): Difference[] {
	if (shape !== undefined) return differencesFrom(shape, spoken, query, 'query');
	return Object.keys(query).length === 0 ? [] : [unexpected('query', query)];
}

const unexpected = (at: string, value: unknown): Difference => ({
	at,
	expected: 'nothing',
	got: shapeOf(value),
});

/** What no schema can say: 1..n without a gap over all signers or on none, and documents that are there. */
function requestDifferences({ documents, document_id: first, signatures }: SentRequest) {
	const differences: Difference[] = [];
	const orders = (signatures ?? []).map(({ order, sequence }) => sequence ?? order ?? -1);
	const distinct = [...new Set(orders)].sort((a, b) => a - b);
	const isUnordered = distinct.every((order) => order === -1);
	if (!isUnordered && distinct.some((order, index) => order !== index + 1)) {
		const got = `the numbers ${orders.join(', ')}`;
		differences.push({ at: 'body.signatures', expected: 'numbers from 1 without a gap', got });
	}
	if (!documents) return differences;
	const ids = documents.map(({ id }) => id);
	if (first !== undefined && first !== ids[0]) {
		differences.push({ at: 'body.document_id', expected: 'the first document', got: 'another' });
	}
	const places = (signatures ?? []).flatMap((signer) => signer.document_signatures ?? []);
	if (places.some(({ document_id: id }) => !ids.includes(id))) {
		const at = 'body.signatures[].document_signatures[].document_id';
		differences.push({ at, expected: 'a document of the request', got: 'another' });
	}
	return differences;
}
