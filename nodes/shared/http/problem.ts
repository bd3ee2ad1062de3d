import { parseJson } from '../network/json';
import { shortened } from './foreignText';
import { problemTable } from './problemTable';
import type { Explanation, Purpose, Row } from './problemTable';

/** A refusal as the service sent it: Problem+JSON, plain text or a proxy's HTML page. */
export interface Refusal {
	status: number;
	/** What follows `/problem/` in the type (interface.md part 7). */
	type?: string;
	key?: string;
	/** For people only: not part of the stable contract, so nothing is decided by it. */
	detail?: string;
	purpose?: Purpose;
}

export function explainProblem(refusal: Refusal): Explanation {
	const row = problemTable.find((candidate) => matches(candidate, refusal));
	if (row) return row;
	if (refusal.status >= 300 && refusal.status < 400) {
		return {
			message: `The service answered with a redirect (status ${refusal.status}), which is not followed`,
			remedy:
				'Check the region or address in the credential. The token is never sent to another address.',
		};
	}
	return {
		message: `The service answered with status ${refusal.status}`,
		remedy: 'Try again later. If it stays, check the region or address in the credential.',
	};
}

function matches(row: Row, refusal: Refusal): boolean {
	if (row.purposes && !row.purposes.some((purpose) => purpose === refusal.purpose)) return false;
	if (row.key instanceof RegExp) return row.key.test(refusal.key ?? '');
	if (row.key !== undefined) return row.key === refusal.key;
	if (row.type !== undefined && row.type !== refusal.type) return false;
	return row.status === refusal.status;
}

export function readRefusal(status: number, body: string, purpose?: Purpose): Refusal {
	const common = { status, purpose };
	const problem = asObject(body);
	if (!problem) return withKey({ ...common, detail: asPlainText(body) });
	const { type, key, message, title, detail } = problem;
	const words = [message, detail, title].find((text) => typeof text === 'string' && text !== '');
	return withKey({
		...common,
		type: typeof type === 'string' ? type.split('/problem/')[1] : undefined,
		key: typeof key === 'string' && key !== '' ? shortened(key, LONGEST_KEY) : undefined,
		detail: typeof words === 'string' ? shortened(words) : undefined,
	});
}

/** A reminder that is refused by 429 alone came within the hour (interface.md part 8). */
function withKey(refusal: Refusal): Refusal {
	const isUnnamedReminder =
		refusal.purpose === 'remind' && refusal.status === 429 && refusal.key === undefined;
	return isUnnamedReminder ? { ...refusal, key: 'error.rate_limit.reminder' } : refusal;
}

function asObject(body: string): Record<string, unknown> | undefined {
	const parsed = parseJson(body);
	return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
		? (parsed as Record<string, unknown>)
		: undefined;
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

/** Searched without a pattern: one that finds a title takes forever where many begin and none ends. */
function titleIn(page: string): string {
	const start = page.toLowerCase().indexOf('<title');
	const opened = start === -1 ? -1 : page.indexOf('>', start);
	if (opened === -1) return '';
	const end = page.indexOf('<', opened);
	return page.slice(opened + 1, end === -1 ? undefined : end);
}
