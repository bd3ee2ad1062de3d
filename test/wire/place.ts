/** Calls as they arrived, and what their address says. */
import type { Version } from './schemas.ts';

/** The path with its version, the query with or without its question mark. */
export interface WireCall {
	method: string;
	path: string;
	query?: string;
	/** The parsed JSON; absent for none, and for a form. */
	body?: unknown;
	/** There was a body, too large to be looked at. */
	isUnread?: true;
}

/** Which interface a path belongs to, and the rest of the path behind its version. */
export interface Place {
	isValidation: boolean;
	version: Version;
	path: string;
}

/** Nothing for a path of neither interface. */
export function placeOf({ path }: Pick<WireCall, 'path'>): Place | undefined {
	const [, validation, version, rest] = /^(\/validation)?\/(v[123])(\/.*)$/.exec(path) ?? [];
	if (rest === undefined) return undefined;
	return { isValidation: validation !== undefined, version: version as Version, path: rest };
}

export function queryOf({ query = '' }: Pick<WireCall, 'query'>): Record<string, unknown> {
	const parameters = new URLSearchParams(query);
	return Object.fromEntries(
		[...new Set(parameters.keys())].map((name) => {
			const values = parameters.getAll(name);
			return [name, values.length > 1 ? values : values[0]];
		}),
	);
}
