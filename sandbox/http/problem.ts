import { z } from 'zod/v4';
import { named } from '../state/values.schema.ts';

/** Refusals and their wire form (interface.md 7). */
type ProblemType =
	| 'problem-with-message'
	| 'entity-not-found'
	| 'feature-not-enabled'
	| 'constraint-violation'
	| 'limit-exceeded';

export type ProblemKey =
	| 'error.auth.token_expired'
	| 'error.auth.token_invalid'
	| 'error.auth.credentials_invalid'
	| 'error.rate_limit.exceeded'
	| 'error.rate_limit.reminder'
	| 'error.sr.last_document_cannot_be_removed'
	| 'file.attachment.unsupported'
	| 'file.malware.detected'
	| 'file.pdf.invalid'
	| 'file.pdf.encrypted'
	| 'file.pdf.certified'
	| 'file.pdf.unsupported';

interface ProblemDetails {
	type?: ProblemType;
	key?: ProblemKey;
	headers?: Record<string, string>;
	plainText?: boolean;
}

export class Problem extends Error {
	readonly status: number;
	readonly details: ProblemDetails;

	constructor(status: number, message: string, details: ProblemDetails = {}) {
		super(message);
		this.status = status;
		this.details = details;
	}
}

export const badRequest = (message: string, key?: ProblemKey) =>
	new Problem(400, message, { type: 'constraint-violation', key });

export const forbidden = (message: string) => new Problem(403, message);

export const notFound = (what: string) =>
	new Problem(404, `${what} was not found.`, { type: 'entity-not-found' });

export const featureNotEnabled = (feature: string) =>
	new Problem(403, `The feature "${feature}" is not enabled for this business.`, {
		type: 'feature-not-enabled',
	});

interface WireProblem {
	status: number;
	headers: Record<string, string>;
	body: string;
}

export const ProblemAnswer = named(
	'Problem',
	z.object({
		...{ type: z.string(), method: z.string(), path: z.string() },
		...{ status: z.int(), message: z.string(), key: z.string().optional() },
	}),
);

/** v3 answers Problem+JSON; the older versions answer the same members as ordinary JSON. */
export const problemTypeOf = (path: string) =>
	path.startsWith('/v3/') ? 'application/problem+json' : 'application/json';

export function toWire(
	problem: Problem,
	call: { method: string; path: string; origin: string },
): WireProblem {
	const { type = 'problem-with-message', key, headers, plainText } = problem.details;
	if (plainText) {
		return {
			status: problem.status,
			headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
			body: problem.message,
		};
	}
	return {
		status: problem.status,
		headers: { ...headers, 'content-type': `${problemTypeOf(call.path)}; charset=utf-8` },
		body: JSON.stringify({
			type: `${call.origin}/problem/${type}`,
			method: call.method,
			path: call.path,
			status: problem.status,
			message: problem.message,
			key,
		}),
	};
}
