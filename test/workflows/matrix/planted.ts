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

type More = Partial<Pick<Planted, 'name' | 'key' | 'dialect'>>;

/** As the service says it. */
function problem(status: number, type: string, explained: RegExp, more: More = {}): Planted {
	const { key } = more;
	const body = { type: `https://service.example/problem/${type}`, status, message: DETAIL, key };
	const headers = { 'content-type': 'application/problem+json', ...NOT_NOW };
	const fault = { status, headers, body: JSON.stringify(body) };
	return { name: String(status), status, fault, detail: DETAIL, explained, ...more };
}

const MESSAGE = 'problem-with-message';
const contract = { dialect: 'contract' } as const;
const NO_LOGIN = /did not accept the login, even after a new one[^]*Open the credential/;

export const planted: Planted[] = [
	problem(400, 'constraint-violation', /breaks its rules[^]*Check the node's fields/, contract),
	{
		name: '400 without a body',
		dialect: 'public',
		status: 400,
		fault: { status: 400 },
		explained: /could not accept the request[^]*Check the node's fields/,
	},
	problem(401, MESSAGE, NO_LOGIN),
	problem(403, MESSAGE, NO_LOGIN, { name: '403 for the token', key: 'error.auth.token_expired' }),
	problem(403, MESSAGE, /may not do this[^]*belongs to this API user or is shared/),
	problem(404, 'entity-not-found', /does not know this id[^]*Check the id/),
	problem(406, MESSAGE, /cannot give the answer in the form[^]*Choose API version v2/, contract),
	problem(413, 'limit-exceeded', /too large[^]*smaller file/),
	problem(415, MESSAGE, /does not take files of this type[^]*Send a PDF/),
	problem(422, 'parameterized', /cannot carry it out[^]*Check the node's fields/, contract),
	problem(423, MESSAGE, /locked[^]*Try again in a few minutes/, contract),
	problem(429, 'limit-exceeded', /too many calls[^]*Run again later[^]*wait 60 minutes/, {
		key: 'error.rate_limit.exceeded',
	}),
	problem(500, MESSAGE, /service itself failed/),
	{
		name: '502 as a page of a gateway',
		...contract,
		status: 502,
		fault: {
			status: 502,
			headers: { 'content-type': 'text/html', ...NOT_NOW },
			body: '<!doctype html><html><head><title>Bad Gateway</title></head><body>…</body></html>',
		},
		detail: 'Bad Gateway',
		explained: /behind its gateway/,
	},
	problem(503, MESSAGE, /not available at the moment/),
];
