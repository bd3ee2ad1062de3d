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
const NO_LOGIN = /didn't accept the login[^]*Test the credential/;

export const planted: Planted[] = [
	problem(400, 'constraint-violation', /refused a value[^]*Check the values/, contract),
	{
		name: '400 without a body',
		dialect: 'public',
		status: 400,
		fault: { status: 400 },
		explained: /refused a value[^]*Check the values/,
	},
	problem(401, MESSAGE, NO_LOGIN),
	problem(403, MESSAGE, NO_LOGIN, { name: '403 for the token', key: 'error.auth.token_expired' }),
	problem(403, MESSAGE, /isn't allowed to do this[^]*write access/),
	problem(404, 'entity-not-found', /doesn't find this ID[^]*Check the ID/),
	problem(406, MESSAGE, /can't answer in this format[^]*Choose API Version V2/, contract),
	problem(413, 'limit-exceeded', /too large[^]*smaller file/),
	problem(415, MESSAGE, /doesn't accept files of this type[^]*Send a PDF/),
	problem(422, 'parameterized', /can't do this with these values[^]*Check the values/, contract),
	problem(423, MESSAGE, /locked[^]*Try again in a few minutes/, contract),
	problem(429, 'limit-exceeded', /too many calls[^]*Try again later[^]*Wait 60 minutes/, {
		key: 'error.rate_limit.exceeded',
	}),
	problem(500, MESSAGE, /had an internal error/),
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
		explained: /Skribble's gateway got no answer/,
	},
	problem(503, MESSAGE, /Skribble is unavailable/),
];
