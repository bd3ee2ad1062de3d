import type { PathPattern } from '../state/settings.ts';

/** Names calls in faults, rate limits and the call log. */
export interface CallPattern {
	method?: string;
	path?: PathPattern;
}

export function matchesCall(pattern: CallPattern, call: { method: string; path: string }): boolean {
	if (pattern.method && pattern.method.toUpperCase() !== call.method) return false;
	return pattern.path === undefined || matchesPath(pattern.path, call.path);
}

function matchesPath(pattern: PathPattern, path: string): boolean {
	if (pattern instanceof RegExp) return pattern.test(path);
	const expression = pattern
		.split(/\{[^}]*\}/)
		.map((fixed) => fixed.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
		.join('[^/]+');
	const whole = new RegExp(`^${expression}$`);
	return whole.test(path) || whole.test(path.replace(/^(\/validation)?\/v\d+(?=\/)/, ''));
}

/** To be shown: JSON knows no RegExp. */
export const textOf = (pattern: PathPattern): string =>
	pattern instanceof RegExp ? pattern.source : pattern;

/** What lets things go wrong must also be able to end it. */
export const isControl = (path: string) => /^\/sandbox(\/|$)/.test(path);

/** Of a request's URL, without the query. */
export const pathOf = (url: string) => url.split('?', 1)[0] ?? url;
