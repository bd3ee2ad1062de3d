/** What may be answered: status, media type and body of every answer, as a dialect describes them. */
import { queryOf, rowOf } from './calls.ts';
import type { WireCall } from './calls.ts';
import { shapeOf } from './difference.ts';
import type { Difference } from './difference.ts';
import { definitionIn, differencesFrom, placeOf } from './schemas.ts';
import type { Dialect, Place } from './schemas.ts';
import { senseDifferences } from './sense.ts';

export interface WireAnswer {
	status: number;
	/** In small letters and without parameters; empty where there is none. */
	mediaType: string;
	bytes: Buffer;
}

/**
 * Of a success: a definition of answers.json, one of `MEDIA_TYPES`, nothing, or anything where the description is
 * silent. Where something may come or not, the words stand together.
 */
type Content = string;

interface Row {
	contract: Content;
	public: Content;
	/** Refusals that the public regions describe for this call beside the usual ones. */
	refusals?: number[];
	/** Success that the public regions describe, where it is not 200 alone. */
	success?: number[];
}

const MEDIA_TYPES: Record<string, { contract: string[]; public: string[] }> = {
	text: { contract: ['text/plain'], public: ['text/plain'] },
	pdf: { contract: ['application/pdf'], public: ['application/pdf'] },
	html: { contract: ['text/html'], public: ['text/html'] },
	xml: { contract: ['application/xml'], public: ['application/xml'] },
	image: {
		contract: ['image/png', 'image/webp'],
		// The first is the description's own word, the second what it means.
		public: ['application/webp', 'image/webp'],
	},
	file: { contract: [], public: ['application/octet-stream'] },
};

const REQUEST = '/signature-requests/{id}';
const same = (content: Content, more: Omit<Row, 'contract' | 'public'> = {}): Row => ({
	contract: content,
	public: content,
	...more,
});
/** The contract does not say what comes. */
const silent = (content: Content, refusals: number[]): Row => ({
	contract: 'anything',
	public: content,
	refusals,
});

export const SIGNING_ANSWERS: Record<string, Row> = {
	'POST /access/login': same('text'),
	'GET /documents': same('documents'),
	'POST /documents': same('document', { success: [200, 201] }),
	'GET /documents/{id}': same('document', { refusals: [404] }),
	'DELETE /documents/{id}': silent('nothing', [403, 404]),
	'GET /documents/{id}/content': same('pdf', { refusals: [404] }),
	'GET /documents/{id}/pages/{n}': same('image', { refusals: [404] }),
	'POST /seal': same('seal', { refusals: [403] }),
	'GET /signature-requests': same('requests', { refusals: [403] }),
	'POST /signature-requests': same('request', { refusals: [403] }),
	'PUT /signature-requests': same('request', { refusals: [403] }),
	[`GET ${REQUEST}`]: same('request', { refusals: [404] }),
	[`DELETE ${REQUEST}`]: silent('nothing', [403, 404]),
	[`POST ${REQUEST}/remind`]: silent('nothing', [403]),
	[`POST ${REQUEST}/withdraw`]: {
		contract: 'request',
		public: 'changed',
		refusals: [403, 404],
	},
	[`POST ${REQUEST}/signatures`]: silent('nothing or request', [403]),
	[`DELETE ${REQUEST}/signatures/{sid}`]: silent('nothing', [403]),
	[`GET ${REQUEST}/report`]: same('report', { refusals: [403] }),
	[`GET ${REQUEST}/callbacks`]: same('callbacks', { refusals: [403] }),
	[`POST ${REQUEST}/attachments`]: { contract: 'attachment', public: 'changed', refusals: [404] },
	[`GET ${REQUEST}/attachments/{id}/content`]: same('file', { refusals: [404] }),
	[`DELETE ${REQUEST}/attachments/{id}`]: silent('nothing', [404]),
	[`POST ${REQUEST}/initiate`]: silent('nothing', [403]),
	[`DELETE ${REQUEST}/expires-at`]: silent('nothing', [403]),
	[`POST ${REQUEST}/documents`]: silent('nothing', [403]),
	[`DELETE ${REQUEST}/documents/{id}`]: silent('nothing', [404]),
	[`GET ${REQUEST}/observers`]: same('observers', { refusals: [404] }),
	[`POST ${REQUEST}/observers`]: same('observer', { refusals: [403, 404] }),
	[`GET ${REQUEST}/observers/{id}`]: same('observer', { refusals: [404] }),
	[`DELETE ${REQUEST}/observers/{id}`]: silent('nothing', [404]),
	'GET /user/signature-qualities': same('qualities', { refusals: [404] }),
	'GET /activities/signatures': same('activities', { refusals: [404] }),
	'POST /sendto': silent('sentTo', []),
	'GET /sendto/{id}/track': silent('tracked', [404]),
	'GET /sendto/{id}/download': silent('pdf', [404]),
	'DELETE /sendto/{id}': silent('nothing', [404]),
};

export const VALIDATION_ANSWERS: Record<string, Row> = {
	'POST /access/login': same('text'),
	'POST /validate/document': same('validatedDocument', { refusals: [413] }),
	'POST /validate/signature': same('validatedSignature'),
	'DELETE /validate/{id}': same('nothing', { success: [204], refusals: [404] }),
	'GET /infos/{id}/validation': same('info', { refusals: [404] }),
	'GET /infos/{id}/signers': same('signers', { refusals: [404] }),
	'GET /infos/{id}/format': same('format', { refusals: [404] }),
	'GET /reports/{id}/etsi': same('xml', { refusals: [404] }),
	'GET /billing/credits/infos': same('prices', { refusals: [404] }),
	'GET /billing/credits/usage': same('usage', { refusals: [404] }),
	'GET /billing/credits/invoiced': same('usage', { refusals: [404] }),
	'POST /tooling/upload': same('uploaded', { refusals: [413, 415] }),
	...Object.fromEntries(
		['check', 'conform', 'compress', 'spotsigners'].map((step) => [
			`POST /tooling/process/{id}/${step}`,
			same(step, { refusals: [404, 423, 501] }),
		]),
	),
	'GET /tooling/{id}': same('pdf', { refusals: [404, 423] }),
	'DELETE /tooling/{id}': same('nothing', { success: [204], refusals: [404, 423] }),
};

/** The contract names no status of a success, and these refusals for all calls together (interface.md 7). */
const CONTRACT_SUCCESS = [200, 201, 204];
const CONTRACT_REFUSALS = [400, 401, 403, 404, 406, 429, 500, 503];
const USUAL_REFUSALS = [400, 401, 429, 500, 503];

export function answerDifferences(
	dialect: Dialect,
	call: WireCall,
	answer: WireAnswer,
): Difference[] {
	const place = placeOf(call);
	if (place.interface === 'root') return [];
	const name = rowOf(place, call.method)?.call ?? '';
	const row = (place.interface === 'validation' ? VALIDATION_ANSWERS : SIGNING_ANSWERS)[name];
	if (!row) return [];
	const schemaOf = (definition: string) =>
		place.interface === 'validation'
			? `validationAnswers.json#/definitions/${definition}`
			: definitionIn(dialect, place.version, `answers.json#${definition}`);
	const { status, bytes } = answer;
	const isSuccess = status < 300;
	const content = isSuccess ? row[described(dialect, place)] : 'problem';
	const wanted = content === 'report' ? reportContent(call) : content;
	return [
		...statusDifferences(dialect, row, status),
		...contentDifferences(described(dialect, place), wanted, answer, schemaOf),
		...(isSuccess ? senseDifferences(name, { place, call, bytes, value: parsed(bytes) }) : []),
	];
}

/** The public regions describe no version 1: there the contract holds. */
const described = (dialect: Dialect, place: Place): Dialect =>
	place.interface === 'signing' && place.version === 'v1' ? 'contract' : dialect;

const reportContent = ({ query }: WireCall) =>
	({ JSON: 'report', HTML: 'html' })[String(queryOf(query).type)] ?? 'pdf';

function statusDifferences(dialect: Dialect, row: Row, status: number): Difference[] {
	const success = dialect === 'contract' ? CONTRACT_SUCCESS : (row.success ?? [200]);
	const refusals =
		dialect === 'contract' ? CONTRACT_REFUSALS : [...USUAL_REFUSALS, ...(row.refusals ?? [])];
	if ([...success, ...refusals].includes(status)) return [];
	const expected = (status < 400 ? success : refusals).join(', ');
	return [{ at: 'answer status', expected, got: String(status) }];
}

function contentDifferences(
	dialect: Dialect,
	content: Content,
	{ mediaType, bytes }: WireAnswer,
	schemaOf: (definition: string) => string,
): Difference[] {
	if (content === 'anything') return [];
	if (bytes.length === 0) {
		if (content.startsWith('nothing')) return [];
		return [{ at: 'answer', expected: 'a body', got: 'nothing' }];
	}
	if (content === 'nothing') {
		return [{ at: 'answer', expected: 'nothing', got: mediaType || 'a body' }];
	}
	const types = MEDIA_TYPES[content]?.[dialect];
	if (types) return types.length === 0 ? [] : typeDifferences(types, mediaType);
	// Refusals in plain text are known.
	if (content === 'problem' && mediaType === 'text/plain') return [];
	return jsonDifferences(schemaOf(content.replace('nothing or ', '')), mediaType, bytes);
}

function typeDifferences(types: string[], mediaType: string): Difference[] {
	if (types.includes(mediaType)) return [];
	return [{ at: 'answer content-type', expected: types.join(', '), got: mediaType || 'none' }];
}

function jsonDifferences(schema: string, mediaType: string, bytes: Buffer): Difference[] {
	const isProblem = schema.endsWith('/problem');
	const types = ['application/json', ...(isProblem ? ['application/problem+json'] : [])];
	const value = parsed(bytes);
	return [
		...typeDifferences(types, mediaType),
		...(value === undefined
			? [{ at: 'answer', expected: 'JSON', got: shapeOf(bytes.toString()) }]
			: differencesFrom(schema, value, 'answer')),
	];
}

function parsed(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString()) as unknown;
	} catch {
		return undefined;
	}
}
