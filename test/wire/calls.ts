/** What may be sent: every call of the nodes is held against the description of a dialect. */
import { inWords, shapeOf } from './difference.ts';
import type { Difference } from './difference.ts';
import { definitionIn, differencesFrom, placeOf } from './schemas.ts';
import type { Dialect, Place, Version } from './schemas.ts';

/** A call as it arrived: the path with its version, the query with or without its question mark. */
export interface WireCall {
	method: string;
	path: string;
	query?: string;
	/** The parsed JSON; absent for none, and for a form. */
	body?: unknown;
	/** There was a body, too large to be looked at. */
	isUnread?: true;
}

interface Row {
	/** Where it is not in all versions. */
	versions?: Version[];
	/** Where only one dialect has it. */
	dialect?: Dialect;
	/** `METHOD /path` behind the version, where `{name}` stands for one segment. */
	call: string;
	/** Schemas, as file#definition; a definition of the version goes before the general one. */
	body?: string;
	query?: string;
	bodyMayBeMissing?: boolean;
	/** Why no operation declares it. */
	withoutOperation?: string;
}

const LOGIN = 'the credential logs in by itself';
const SINCE_V2: Version[] = ['v2', 'v3'];
const V3: Version[] = ['v3'];
const REQUEST = '/signature-requests/{id}';
const SEND_TO = { versions: SINCE_V2, dialect: 'public' } as const;

/**
 * Every call that the public service describes, but for the four reads of Express QES evidence, whose paths are not
 * public, and two that answer 501 as yet (`POST /validate/certificate` and `GET /reports/{id}/{product}`).
 *
 * Typed by hand from the OpenAPI descriptions that the service publishes (signing v2 2.1.0 and v3 3.0.0, validation
 * 1.1.5; March 2026), with what its newer pages add (June 2026). Nothing compares it with them: bring it up to date when a
 * newer description appears.
 */
export const SIGNING_CALLS: Row[] = [
	// Version 1 logs in by a form.
	{
		call: 'POST /access/login',
		body: 'parts.json#login',
		bodyMayBeMissing: true,
		withoutOperation: LOGIN,
	},
	{ call: 'GET /documents' },
	{ call: 'POST /documents', body: 'parts.json#upload' },
	{ call: 'GET /documents/{id}' },
	{ call: 'DELETE /documents/{id}' },
	{ call: 'GET /documents/{id}/content' },
	{ call: 'GET /documents/{id}/pages/{n}', query: 'queries.json#image' },
	{ call: 'POST /seal', body: 'parts.json#seal' },
	{ call: 'GET /signature-requests', query: 'queries.json#list' },
	{ call: 'POST /signature-requests', body: 'requests.json#create' },
	{ call: 'PUT /signature-requests', body: 'requests.json#update' },
	{ call: `GET ${REQUEST}` },
	{ call: `DELETE ${REQUEST}` },
	{ call: `POST ${REQUEST}/remind` },
	{ call: `POST ${REQUEST}/withdraw`, body: 'parts.json#withdraw', bodyMayBeMissing: true },
	{ call: `POST ${REQUEST}/signatures`, body: 'signers.json#signer' },
	{ call: `DELETE ${REQUEST}/signatures/{sid}` },
	{ call: `GET ${REQUEST}/report`, query: 'queries.json#report' },
	{ call: `GET ${REQUEST}/callbacks` },
	{ versions: SINCE_V2, call: `POST ${REQUEST}/attachments`, body: 'parts.json#addAttachment' },
	{ versions: SINCE_V2, call: `GET ${REQUEST}/attachments/{id}/content` },
	{ versions: SINCE_V2, call: `DELETE ${REQUEST}/attachments/{id}` },
	{ versions: V3, call: `POST ${REQUEST}/initiate` },
	{ versions: V3, call: `DELETE ${REQUEST}/expires-at` },
	{ versions: V3, call: `POST ${REQUEST}/documents`, body: 'parts.json#addDocument' },
	{ versions: V3, call: `DELETE ${REQUEST}/documents/{id}` },
	{ versions: V3, call: `GET ${REQUEST}/observers` },
	{ versions: V3, call: `POST ${REQUEST}/observers`, body: 'parts.json#addObserver' },
	{ versions: V3, call: `GET ${REQUEST}/observers/{id}` },
	{ versions: V3, call: `DELETE ${REQUEST}/observers/{id}` },
	{ versions: SINCE_V2, call: 'GET /user/signature-qualities', query: 'queries.json#qualities' },
	{ versions: SINCE_V2, call: 'GET /activities/signatures', query: 'queries.json#activities' },
	// A multipart form brings the document as well.
	{ ...SEND_TO, call: 'POST /sendto', body: 'parts.json#sendTo', bodyMayBeMissing: true },
	{ ...SEND_TO, call: 'GET /sendto/{id}/track' },
	{ ...SEND_TO, call: 'GET /sendto/{id}/download' },
	{ ...SEND_TO, call: 'DELETE /sendto/{id}' },
];

export const VALIDATION_CALLS: Row[] = [
	{ call: 'POST /access/login', body: 'login', withoutOperation: LOGIN },
	...['Document', 'Signature'].map((what) => ({
		call: `POST /validate/${what.toLowerCase()}`,
		body: 'content',
		// A multipart form brings it as well.
		bodyMayBeMissing: true,
		query: `validate${what}`,
	})),
	{ call: 'DELETE /validate/{id}' },
	{ call: 'GET /infos/{id}/validation' },
	{ call: 'GET /infos/{id}/signers' },
	{ call: 'GET /infos/{id}/format' },
	{ call: 'GET /reports/{id}/etsi' },
	{ call: 'GET /billing/credits/infos' },
	{ call: 'GET /billing/credits/usage' },
	{ call: 'GET /billing/credits/invoiced', query: 'invoiced' },
	...publicOnly(
		{ call: 'POST /tooling/upload', body: 'content', bodyMayBeMissing: true },
		{ call: 'POST /tooling/process/{id}/check', query: 'check' },
		{ call: 'POST /tooling/process/{id}/conform', query: 'conform' },
		{ call: 'POST /tooling/process/{id}/compress', query: 'compress' },
		{ call: 'POST /tooling/process/{id}/spotsigners' },
		{ call: 'GET /tooling/{id}' },
		{ call: 'DELETE /tooling/{id}' },
	),
];

/** The contract does not know them. */
function publicOnly(...rows: Row[]): Row[] {
	return rows.map((row) => ({ ...row, dialect: 'public' }));
}

/** A call as an operation declares it: without version and host. */
interface DeclaredCall {
	interface?: string;
	method: string;
	path: string;
}

/** Whether a declared call has a row here, in any version. */
export function isDeclaredDescribed({ interface: target, method, path }: DeclaredCall): boolean {
	const bases = target === 'validation' ? ['/validation/v1'] : ['/v1', '/v2', '/v3'];
	return bases.some((base) => isDescribed({ method, path: `${base}${path}` }));
}

/** Whether a call has a row here. */
export function isDescribed({ method, path }: Pick<WireCall, 'method' | 'path'>): boolean {
	const place = placeOf({ path });
	return place.interface === 'root' || rowOf(place, method) !== undefined;
}

/** What is wrong with a call in this dialect, in words, but for places that are excused. */
export function wireFaults(dialect: Dialect, call: WireCall, excused: string[] = []): string[] {
	return callDifferences(dialect, call)
		.filter(({ at }) => !excused.includes(at))
		.map((one) => `${dialect}: ${call.method} ${call.path}: ${inWords(one)}`);
}

export function callDifferences(dialect: Dialect, call: WireCall): Difference[] {
	const place = placeOf(call);
	if (place.interface === 'root') return [];
	const row = rowOf(place, call.method);
	if (!row || (row.dialect ?? dialect) !== dialect)
		return [{ at: 'call', expected: 'a call of the interface', got: 'another' }];
	const schemaOf = (name: string) =>
		place.interface === 'validation'
			? `validation.json#/definitions/${name}`
			: definitionIn(dialect, place.version, name);
	return [
		...bodyDifferences(row, call, schemaOf),
		...queryDifferences(row.query && schemaOf(row.query), queryOf(call.query)),
		...(row.body?.startsWith('requests.json') && !call.isUnread
			? requestDifferences(call.body as SentRequest)
			: []),
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

export function rowOf(
	place: Exclude<Place, { interface: 'root' }>,
	method: string,
): Row | undefined {
	const rows = place.interface === 'validation' ? VALIDATION_CALLS : SIGNING_CALLS;
	return rows.find(({ call, versions }) => {
		const pattern = new RegExp(`^${call.replace(/\{\w+\}/g, '[^/]+')}$`);
		const isHere = place.interface === 'validation' || (versions?.includes(place.version) ?? true);
		return isHere && pattern.test(`${method} ${place.path}`);
	});
}

function bodyDifferences(
	row: Row,
	{ body, isUnread }: WireCall,
	schemaOf: (name: string) => string,
): Difference[] {
	if (row.body === undefined) return body === undefined ? [] : [unexpected('body', body)];
	if (body !== undefined) return differencesFrom(schemaOf(row.body), body, 'body');
	return isUnread || row.bodyMayBeMissing
		? []
		: [{ at: 'body', expected: 'a value', got: 'nothing' }];
}

function queryDifferences(schema: string | undefined, query: object): Difference[] {
	if (schema !== undefined) return differencesFrom(schema, query, 'query');
	return Object.keys(query).length === 0 ? [] : [unexpected('query', query)];
}

const unexpected = (at: string, value: unknown): Difference => ({
	at,
	expected: 'nothing',
	got: shapeOf(value),
});

export function queryOf(query = ''): Record<string, string | string[]> {
	const parameters = new URLSearchParams(query);
	return Object.fromEntries(
		[...new Set(parameters.keys())].map((name) => {
			const values = parameters.getAll(name);
			return [name, values.length > 1 ? values : (values[0] ?? '')];
		}),
	);
}

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
