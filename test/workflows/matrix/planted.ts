/** Refusals that no state brings about, or that every call knows (interface.md part 7 and part 10). */
import type { Fault } from '../../../sandbox/http/faults.ts';
import type { Dialect } from '../../../sandbox/state/dialect.ts';

export interface Planted {
	name: string;
	status: number;
	key?: string;
	fault: Omit<Extract<Fault, { status: number }>, 'method' | 'path' | 'times'>;
	/** Where only one of the descriptions has it; the public regions describe no 406, 422 and 423, and no error body. */
	dialect?: Dialect;
	/** What the service says about it, where it says something. */
	detail?: string;
	explained: RegExp;
}

const DETAIL = 'Words of the service.';
/** Longer than anyone waits, so that the refusal is reported at once. */
const NOT_NOW = { 'retry-after': '3600' };

function problem(status: number, type: string, key?: string): Pick<Planted, 'fault' | 'detail'> {
	const body = { type: `https://service.example/problem/${type}`, status, message: DETAIL, key };
	const headers = { 'content-type': 'application/problem+json', ...NOT_NOW };
	return { detail: DETAIL, fault: { status, headers, body: JSON.stringify(body) } };
}

const page = (status: number, title: string): Pick<Planted, 'fault' | 'detail'> => ({
	detail: title,
	fault: {
		status,
		headers: { 'content-type': 'text/html', ...NOT_NOW },
		body: `<!doctype html><html><head><title>${title}</title></head><body>…</body></html>`,
	},
});

const TOKEN = 'error.auth.token_expired';
const LIMIT = 'error.rate_limit.exceeded';

export const planted: Planted[] = [
	{
		name: '400',
		dialect: 'contract',
		status: 400,
		...problem(400, 'constraint-violation'),
		explained: /breaks its rules[^]*Check the node's fields/,
	},
	{
		name: '400 without a body',
		dialect: 'public',
		status: 400,
		fault: { status: 400 },
		explained: /could not accept the request[^]*Check the node's fields/,
	},
	{
		name: '401',
		status: 401,
		...problem(401, 'problem-with-message'),
		explained: /did not accept the login, even after a new one[^]*Open the credential/,
	},
	{
		name: '403 for the token',
		status: 403,
		key: TOKEN,
		...problem(403, 'problem-with-message', TOKEN),
		explained: /did not accept the login, even after a new one[^]*Open the credential/,
	},
	{
		name: '403',
		status: 403,
		...problem(403, 'problem-with-message'),
		explained: /may not do this[^]*belongs to this API user or is shared/,
	},
	{
		name: '404',
		status: 404,
		...problem(404, 'entity-not-found'),
		explained: /does not know this id[^]*Check the id/,
	},
	{
		name: '406',
		dialect: 'contract',
		status: 406,
		...problem(406, 'problem-with-message'),
		explained: /cannot give the answer in the form[^]*Choose API version v2/,
	},
	{
		name: '413',
		status: 413,
		...problem(413, 'limit-exceeded'),
		explained: /too large[^]*smaller file/,
	},
	{
		name: '415',
		status: 415,
		...problem(415, 'problem-with-message'),
		explained: /does not take files of this type[^]*Send a PDF/,
	},
	{
		name: '422',
		dialect: 'contract',
		status: 422,
		...problem(422, 'parameterized'),
		explained: /cannot carry it out[^]*Check the node's fields/,
	},
	{
		name: '423',
		dialect: 'contract',
		status: 423,
		...problem(423, 'problem-with-message'),
		explained: /locked[^]*Try again in a few minutes/,
	},
	{
		name: '429',
		status: 429,
		key: LIMIT,
		...problem(429, 'limit-exceeded', LIMIT),
		explained: /too many calls[^]*Run again later[^]*wait 60 minutes/,
	},
	{
		name: '500',
		status: 500,
		...problem(500, 'problem-with-message'),
		explained: /service itself failed/,
	},
	{
		name: '502 as a page of a gateway',
		dialect: 'contract',
		status: 502,
		...page(502, 'Bad Gateway'),
		explained: /behind its gateway/,
	},
	{
		name: '503',
		status: 503,
		...problem(503, 'problem-with-message'),
		explained: /not available at the moment/,
	},
];
