import { isObject, parseJson } from '../network/json';
import type { Call } from './call';
import { shortened } from './foreignText';
import { problemTable } from './problemTable';
import type { ExplainedRefusal, Explanation } from './problemTable';

/** From Problem+JSON, plain text, or a proxy's HTML page. */
export interface Refusal {
	status: number;
	/** What follows `/problem/` in the type (interface.md part 7). */
	type?: string;
	key?: string;
	/** Only for people: its words may change, so no code decides by them. */
	detail?: string;
}

/** The members of a call that explain its refusals. */
type Meaning = Partial<
	Pick<Call, 'refusals' | 'feature' | 'idFields' | 'method' | 'version' | 'path'>
>;

/** By the key, otherwise by the status. The refusals of the endpoint come before the table for all calls. */
export function explainProblem(refusal: Refusal, call: Meaning = {}): Explanation {
	const { refusals = [], feature, idFields = [] } = call;
	const own = refusals.filter((row) => row.feature === undefined || row.feature === feature);
	const rows = [...own, ...problemTable];
	const row =
		rows.find(({ key }) => key !== undefined && isKey(key, refusal)) ??
		rows.find((candidate) => candidate.key === undefined && isKind(candidate, refusal));
	if (row?.namesField) return { ...row, message: withFields(idFields, row.message) };
	if (row?.namesCall) return { ...row, remedy: `${row.remedy}${describeCall(call)}` };
	if (row) return row;
	if (refusal.status >= 300 && refusal.status < 400) {
		return {
			message: `Skribble answered with a redirect (status ${refusal.status})`,
			remedy:
				'Check the region or address in the credential. n8n sends nothing to another address.',
		};
	}
	return {
		message: `Skribble answered with status ${refusal.status}`,
		remedy: 'Try again later. If the error stays, check the region or address in the credential.',
	};
}

function describeCall({ method, version, path }: Meaning): string {
	return path === undefined ? '' : ` The call was ${method} /${version}${path}.`;
}

function withFields(fields: readonly string[], message: string): string {
	if (fields.length === 0) return message;
	return `${fields.join(' or ')}: ${message}`;
}

/** Skribble would refuse the same call for longer than a call can wait. */
export function isFinal({ key }: Refusal, { refusals = [] }: Meaning): boolean {
	return refusals.some((row) => row.isFinal === true && row.key === key);
}

/** Such a 403 is about the token, and not about the rights of the user. */
export function isTokenKey(key = ''): boolean {
	return key.startsWith('error.auth.token_');
}

function isKey(key: string | RegExp, { key: sent = '' }: Refusal): boolean {
	return typeof key === 'string' ? key === sent : key.test(sent);
}

function isKind({ type, status }: ExplainedRefusal, refusal: Refusal): boolean {
	return (type === undefined || type === refusal.type) && status === refusal.status;
}

/** `keys`: by status, the keys that Skribble may leave out. */
export function readRefusal(
	status: number,
	body: string,
	keys: Record<number, string> = {},
): Refusal {
	const problem = asObject(body);
	const unnamed = keys[status];
	if (!problem) return { status, key: unnamed, detail: asPlainText(body) };
	const { type, key, message, title, detail } = problem;
	const words = [message, detail, title].find((text) => typeof text === 'string' && text !== '');
	return {
		status,
		type: typeof type === 'string' ? type.split('/problem/')[1] : undefined,
		key: typeof key === 'string' && key !== '' ? shortened(key, LONGEST_KEY) : unnamed,
		detail: typeof words === 'string' ? shortened(words) : undefined,
	};
}

function asObject(body: string): Record<string, unknown> | undefined {
	const parsed = parseJson(body);
	return isObject(parsed) ? parsed : undefined;
}

const LONGEST_KEY = 100;
const LONGEST_PAGE = 16 * 1024;

/** An HTML page of a proxy is reduced to its title. */
function asPlainText(body: string): string | undefined {
	const page = body.slice(0, LONGEST_PAGE);
	const isHtml = /<html|<!doctype/i.test(page);
	const line = shortened(isHtml ? titleIn(page) : page);
	return line === '' ? undefined : line;
}

/** Not by a pattern, which takes forever if many titles begin and none ends. */
function titleIn(page: string): string {
	const start = page.toLowerCase().indexOf('<title');
	const opened = start === -1 ? -1 : page.indexOf('>', start);
	if (opened === -1) return '';
	const end = page.indexOf('<', opened);
	return page.slice(opened + 1, end === -1 ? undefined : end);
}
