/**
 * Every call that the public service describes, but for the four reads of Express QES evidence, whose paths are not
 * public, and two that answer 501 as yet (`POST /validate/certificate` and `GET /reports/{id}/{product}`).
 *
 * Typed by hand from the OpenAPI descriptions that the service publishes (signing v2 2.1.0 and v3 3.0.0, validation
 * 1.1.5; March 2026), with what its newer pages add (June 2026). Nothing compares it with them: bring it up to date when a
 * newer description appears.
 */
import * as bodies from './bodies.ts';
import * as queries from './queries.ts';
import * as results from './results.ts';
import { many, type Dialect, type Shape, type Version } from './schemas.ts';
import { activitiesFit, beginsWith, fitsTheQuery, hasStatus, isTheOne } from './sense.ts';
import type { Sense } from './sense.ts';

/** A shape of JSON, or what comes instead. */
export type Content = Shape | 'nothing' | MediaType;

export type MediaType = keyof typeof MEDIA_TYPES;
/** Nothing is said of the type where it is left out. */
export const MEDIA_TYPES = {
	text: { contract: ['text/plain'], public: ['text/plain'] },
	pdf: { contract: ['application/pdf'], public: ['application/pdf'] },
	html: { contract: ['text/html'], public: ['text/html'] },
	xml: { contract: ['application/xml'], public: ['application/xml'] },
	// The first is the description's own word, the second what it means.
	image: { contract: ['image/png', 'image/webp'], public: ['application/webp', 'image/webp'] },
	file: { contract: undefined, public: ['application/octet-stream'] },
};

export interface Row {
	/** `METHOD /path` behind the version, where `{name}` stands for one segment. */
	call: string;
	/** Where it is not in all versions. */
	versions?: Version[];
	/** Where only one dialect has it. */
	dialect?: Dialect;
	body?: Shape;
	bodyMayBeMissing?: boolean;
	query?: Shape;
	answer: Content;
	answerMayBeMissing?: boolean;
	/** Where the query's type asks for another answer. */
	answerOfType?: Record<string, Content>;
	/** The contract does not say what comes. */
	isOpenInContract?: boolean;
	/** What no schema can say of the answer. */
	sense?: Sense;
	/** Refusals that the public regions describe for this call beside the usual ones. */
	refusals?: number[];
	/** Success that the public regions describe, where it is not 200 alone. */
	success?: number[];
	/** Why no operation declares it. */
	withoutOperation?: string;
}

const withoutOperation = 'the credential logs in by itself';
const bodyMayBeMissing = true;
/** An answer that only the public regions describe. */
const silent = (answer: Content, refusals: number[]) =>
	({ answer, refusals, isOpenInContract: true }) as const;
const inVersions = (versions: Version[], rows: Row[]): Row[] =>
	rows.map((row) => ({ ...row, versions }));
/** The contract does not know them. */
const publicOnly = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, dialect: 'public' }));

const { document, request, observer } = results;
const DOCUMENT = '/documents/{id}';
const REQUEST = '/signature-requests/{id}';

export const SIGNING_CALLS: Row[] = [
	// Version 1 logs in by a form.
	{
		...{ call: 'POST /access/login', body: bodies.login, bodyMayBeMissing, answer: 'text' },
		withoutOperation,
	},
	{ call: 'GET /documents', answer: many(document) },
	{ call: 'POST /documents', body: bodies.upload, answer: document, success: [200, 201] },
	{ call: `GET ${DOCUMENT}`, answer: document, refusals: [404], sense: isTheOne },
	{ call: `DELETE ${DOCUMENT}`, ...silent('nothing', [403, 404]) },
	{ call: `GET ${DOCUMENT}/content`, answer: 'pdf', refusals: [404], sense: beginsWith('%PDF-') },
	{
		...{ call: `GET ${DOCUMENT}/pages/{n}`, query: queries.image },
		...{ answer: 'image', refusals: [404], sense: beginsWith('\x89PNG', 'RIFF') },
	},
	{ call: 'POST /seal', body: bodies.seal, answer: results.seal, refusals: [403] },
	{
		...{ call: 'GET /signature-requests', query: queries.list },
		...{ answer: many(request), refusals: [403], sense: fitsTheQuery },
	},
	{
		...{ call: 'POST /signature-requests', body: bodies.create },
		...{ answer: request, refusals: [403], sense: hasStatus('OPEN', 'DRAFT') },
	},
	{ call: 'PUT /signature-requests', body: bodies.update, answer: request, refusals: [403] },
	{ call: `GET ${REQUEST}`, answer: request, refusals: [404], sense: isTheOne },
	{ call: `DELETE ${REQUEST}`, ...silent('nothing', [403, 404]) },
	{ call: `POST ${REQUEST}/remind`, ...silent('nothing', [403]) },
	{
		...{ call: `POST ${REQUEST}/withdraw`, body: bodies.withdraw, bodyMayBeMissing },
		...{ answer: results.withdrawn, refusals: [403, 404], sense: hasStatus('WITHDRAWN') },
	},
	{
		...{ call: `POST ${REQUEST}/signatures`, body: bodies.signer },
		...{ ...silent(request, [403]), answerMayBeMissing: true },
	},
	{ call: `DELETE ${REQUEST}/signatures/{sid}`, ...silent('nothing', [403]) },
	{
		...{ call: `GET ${REQUEST}/report`, query: queries.report, refusals: [403] },
		...{ answer: 'pdf', answerOfType: { JSON: results.report, HTML: 'html' } },
	},
	{ call: `GET ${REQUEST}/callbacks`, answer: many(results.callback), refusals: [403] },
	...inVersions(
		['v2', 'v3'],
		[
			{
				...{ call: `POST ${REQUEST}/attachments`, body: bodies.addAttachment },
				...{ answer: results.attachmentAdded, refusals: [404] },
			},
			{ call: `GET ${REQUEST}/attachments/{id}/content`, answer: 'file', refusals: [404] },
			{ call: `DELETE ${REQUEST}/attachments/{id}`, ...silent('nothing', [404]) },
			{
				...{ call: 'GET /user/signature-qualities', query: queries.qualities },
				...{ answer: results.qualities, refusals: [404] },
			},
			{
				...{ call: 'GET /activities/signatures', query: queries.activities },
				...{ answer: results.activities, refusals: [404], sense: activitiesFit },
			},
			...publicOnly([
				// A multipart form brings the document as well.
				{
					...{ call: 'POST /sendto', body: bodies.sendTo, bodyMayBeMissing },
					...silent(results.sentTo, []),
				},
				{ call: 'GET /sendto/{id}/track', ...silent(results.tracked, [404]) },
				{ call: 'GET /sendto/{id}/download', ...silent('pdf', [404]) },
				{ call: 'DELETE /sendto/{id}', ...silent('nothing', [404]) },
			]),
		],
	),
	...inVersions(
		['v3'],
		[
			{ call: `POST ${REQUEST}/initiate`, ...silent('nothing', [403]) },
			{ call: `DELETE ${REQUEST}/expires-at`, ...silent('nothing', [403]) },
			{
				...{ call: `POST ${REQUEST}/documents`, body: bodies.addDocument },
				...silent('nothing', [403]),
			},
			{ call: `DELETE ${REQUEST}/documents/{id}`, ...silent('nothing', [404]) },
			{ call: `GET ${REQUEST}/observers`, answer: many(observer), refusals: [404] },
			{
				...{ call: `POST ${REQUEST}/observers`, body: bodies.addObserver },
				...{ answer: observer, refusals: [403, 404] },
			},
			{ call: `GET ${REQUEST}/observers/{id}`, answer: observer, refusals: [404] },
			{ call: `DELETE ${REQUEST}/observers/{id}`, ...silent('nothing', [404]) },
		],
	),
];

const DELETED: Pick<Row, 'answer' | 'success'> = { answer: 'nothing', success: [204] };
const PROCESS = '/tooling/process/{id}';
const busy = [404, 423, 501];

/** Both dialects speak alike here. A multipart form brings contents as well. */
export const VALIDATION_CALLS: Row[] = [
	{ call: 'POST /access/login', body: bodies.login, answer: 'text', withoutOperation },
	{
		...{ call: 'POST /validate/document', body: bodies.content, bodyMayBeMissing },
		...{ query: queries.validateDocument, answer: results.validatedDocument, refusals: [413] },
	},
	{
		...{ call: 'POST /validate/signature', body: bodies.content, bodyMayBeMissing },
		...{ query: queries.validateSignature, answer: results.validatedSignature },
	},
	{ call: 'DELETE /validate/{id}', ...DELETED, refusals: [404] },
	{ call: 'GET /infos/{id}/validation', answer: results.info, refusals: [404] },
	{ call: 'GET /infos/{id}/signers', answer: many(results.signer), refusals: [404] },
	{ call: 'GET /infos/{id}/format', answer: results.format, refusals: [404] },
	{ call: 'GET /reports/{id}/etsi', answer: 'xml', refusals: [404] },
	{ call: 'GET /billing/credits/infos', answer: results.prices, refusals: [404] },
	{ call: 'GET /billing/credits/usage', answer: results.usage, refusals: [404] },
	{
		...{ call: 'GET /billing/credits/invoiced', query: queries.invoiced },
		...{ answer: results.usage, refusals: [404] },
	},
	...publicOnly([
		{
			...{ call: 'POST /tooling/upload', body: bodies.content, bodyMayBeMissing },
			...{ answer: results.uploaded, refusals: [413, 415] },
		},
		{
			...{ call: `POST ${PROCESS}/check`, query: queries.check },
			...{ answer: results.checked, refusals: busy },
		},
		{
			...{ call: `POST ${PROCESS}/conform`, query: queries.conform },
			...{ answer: results.conformed, refusals: busy },
		},
		{
			...{ call: `POST ${PROCESS}/compress`, query: queries.compress },
			...{ answer: results.compressed, refusals: busy },
		},
		{ call: `POST ${PROCESS}/spotsigners`, answer: results.spotted, refusals: busy },
		{ call: 'GET /tooling/{id}', answer: 'pdf', refusals: [404, 423] },
		{ call: 'DELETE /tooling/{id}', ...DELETED, refusals: [404, 423] },
	]),
];
