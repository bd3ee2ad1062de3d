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
	return withKey({
		...common,
		type: typeof type === 'string' ? type.split('/problem/')[1] : undefined,
		key: typeof key === 'string' ? key : undefined,
		detail: [message, detail, title].find((text) => typeof text === 'string' && text !== '') as
			| string
			| undefined,
	});
}

/** A reminder that is refused by 429 alone came within the hour (interface.md part 8). */
function withKey(refusal: Refusal): Refusal {
	const isUnnamedReminder =
		refusal.purpose === 'remind' && refusal.status === 429 && refusal.key === undefined;
	return isUnnamedReminder ? { ...refusal, key: 'error.rate_limit.reminder' } : refusal;
}

function asObject(body: string): Record<string, unknown> | undefined {
	try {
		const parsed: unknown = JSON.parse(body);
		return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
			? (parsed as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}

const LONGEST_DETAIL = 300;

/** An HTML page of a proxy is reduced to its title. */
function asPlainText(body: string): string | undefined {
	const isHtml = /<html|<!doctype/i.test(body);
	const text = isHtml ? (/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '') : body;
	const line = text.replace(/\s+/g, ' ').trim();
	return line === '' ? undefined : line.slice(0, LONGEST_DETAIL);
}
