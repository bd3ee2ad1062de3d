/**
 * A second description of the wire, in both dialects: what the nodes send is held against it. Written from the
 * contract and from what the public regions say of themselves, never from the nodes or the sandbox.
 */
import Ajv from 'ajv';
import contractParts from '../wire/contract/parts.json';
import contractQueries from '../wire/contract/queries.json';
import contractRequests from '../wire/contract/requests.json';
import contractSigners from '../wire/contract/signers.json';
import contractValues from '../wire/contract/values.json';
import publicParts from '../wire/public/parts.json';
import publicQueries from '../wire/public/queries.json';
import publicRequests from '../wire/public/requests.json';
import publicSigners from '../wire/public/signers.json';
import publicValues from '../wire/public/values.json';
import validation from '../wire/validation.json';

export type Dialect = 'contract' | 'public';
type Version = 'v1' | 'v2' | 'v3';

/** A call as it arrived: the path with its version, the query with or without its question mark. */
export interface WireCall {
	method: string;
	path: string;
	query?: string;
	/** The parsed JSON; absent for none, and for a form. */
	body?: unknown;
}

interface Row {
	/** Where it is not in all versions. */
	versions?: Version[];
	/** `METHOD /path` behind the version, where `{name}` stands for one segment. */
	call: string;
	/** Schemas, as file#definition; a definition of the version goes before the general one. */
	body?: string;
	query?: string;
	bodyMayBeMissing?: boolean;
}

const SINCE_V2: Version[] = ['v2', 'v3'];
const V3: Version[] = ['v3'];
const REQUEST = '/signature-requests/{id}';

/** Every call that the nodes may make. */
const SIGNING: Row[] = [
	// Version 1 logs in by a form.
	{ call: 'POST /access/login', body: 'parts.json#login', bodyMayBeMissing: true },
	{ call: 'GET /documents' },
	{ call: 'POST /documents', body: 'parts.json#upload' },
	{ call: 'GET /documents/{id}' },
	{ call: 'DELETE /documents/{id}' },
	{ call: 'GET /documents/{id}/content' },
	{ call: 'GET /documents/{id}/pages/{n}', query: 'queries.json#picture' },
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
];

const VALIDATION: Row[] = [
	{ call: 'POST /access/login', body: 'login' },
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
];

const ajv = new Ajv({ allErrors: true });
const schemas = [
	...[contractParts, contractQueries, contractRequests, contractSigners, contractValues],
	...[publicParts, publicQueries, publicRequests, publicSigners, publicValues],
	validation,
];
for (const schema of schemas) ajv.addSchema(schema);

/** What is wrong with a call in this dialect, in words; nothing when all is well. */
export function wireFaults(dialect: Dialect, call: WireCall): string[] {
	const place = placeOf(call);
	if (place.interface === 'root') return [];
	const row = rowOf(place, call.method);
	if (!row) return [`${call.method} ${call.path} is not a call of the ${dialect} interface`];
	const schemaOf = (name: string) =>
		place.interface === 'validation'
			? `validation.json#/definitions/${name}`
			: definition(dialect, place.version, name);
	const faults = [
		...bodyFaults(row, call.body, schemaOf),
		...faultsOf(row.query && schemaOf(row.query), queryOf(call.query), 'query'),
		...(row.body?.startsWith('requests.json') ? requestFaults(call.body as SentRequest) : []),
	];
	return faults.map((fault) => `${dialect}: ${call.method} ${call.path}: ${fault}`);
}

/** Fails when a call is not what the dialect describes. */
export function expectCallOnTheWire(dialect: Dialect, call: WireCall): void {
	expect({ call, faults: wireFaults(dialect, call) }).toEqual({ call, faults: [] });
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

/** Fails when the body of POST /signature-requests is not what the dialect describes. */
export function expectOnTheWire(
	version: Version,
	body: SentRequest,
	dialect: Dialect = 'contract',
): void {
	expectCallOnTheWire(dialect, { method: 'POST', path: `/${version}/signature-requests`, body });
}

type Place =
	| { interface: 'signing'; version: Version; path: string }
	| { interface: 'validation'; path: string }
	| { interface: 'root' };

function placeOf({ path }: WireCall): Place {
	const [, isValidation, version, rest] = /^(\/validation)?\/(v[123])(\/.*)$/.exec(path) ?? [];
	if (rest === undefined) return { interface: 'root' };
	return isValidation
		? { interface: 'validation', path: rest }
		: { interface: 'signing', version: version as Version, path: rest };
}

function rowOf(place: Exclude<Place, { interface: 'root' }>, method: string): Row | undefined {
	const rows = place.interface === 'validation' ? VALIDATION : SIGNING;
	return rows.find(({ call, versions }) => {
		const pattern = new RegExp(`^${call.replace(/\{\w+\}/g, '[^/]+')}$`);
		const isHere = place.interface === 'validation' || (versions?.includes(place.version) ?? true);
		return isHere && pattern.test(`${method} ${place.path}`);
	});
}

/** The public regions describe no version 1: there the contract holds. */
function definition(dialect: Dialect, version: Version, name: string): string {
	const [file = '', wanted = ''] = name.split('#');
	const folder = version === 'v1' ? 'contract' : dialect;
	const schema = schemas.find(({ $id }) => $id === `${folder}/${file}`);
	const own = `${wanted}.${version}`;
	const found = schema && own in schema.definitions ? own : wanted;
	return `${folder}/${file}#/definitions/${found}`;
}

function bodyFaults(row: Row, body: unknown, schemaOf: (name: string) => string): string[] {
	if (row.body === undefined) return body === undefined ? [] : ['body: there is none here'];
	if (body === undefined) return row.bodyMayBeMissing ? [] : ['body: is missing'];
	return faultsOf(schemaOf(row.body), body, 'body');
}

function faultsOf(schema: string | undefined, value: unknown, dataVar: string): string[] {
	if (schema === undefined) {
		const isEmpty = Object.keys(value as object).length === 0;
		return isEmpty ? [] : [`${dataVar}: there is none here`];
	}
	if (ajv.validate(schema, value) === true) return [];
	return [ajv.errorsText(ajv.errors, { dataVar })];
}

function queryOf(query = ''): Record<string, string | string[]> {
	const parameters = new URLSearchParams(query);
	return Object.fromEntries(
		[...new Set(parameters.keys())].map((name) => {
			const values = parameters.getAll(name);
			return [name, values.length > 1 ? values : (values[0] ?? '')];
		}),
	);
}

/** What no schema can say: 1..n without a gap over all signers or on none, and documents that are there. */
function requestFaults({ documents, document_id: first, signatures }: SentRequest): string[] {
	const faults: string[] = [];
	const orders = (signatures ?? []).map(({ order, sequence }) => sequence ?? order ?? -1);
	const distinct = [...new Set(orders)].sort((a, b) => a - b);
	const isUnordered = distinct.every((order) => order === -1);
	if (!isUnordered && distinct.some((order, index) => order !== index + 1)) {
		faults.push(`body.signatures: are numbered ${orders.join(', ')}`);
	}
	if (!documents) return faults;
	const ids = documents.map(({ id }) => id);
	if (first !== undefined && first !== ids[0]) faults.push('body.document_id: is not the first');
	const places = (signatures ?? []).flatMap((signer) => signer.document_signatures ?? []);
	const strange = places.find(({ document_id: id }) => !ids.includes(id));
	if (strange) faults.push(`body.signatures: ${strange.document_id} is not in documents`);
	return faults;
}
