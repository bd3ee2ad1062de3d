/** Far deeper than any answer; what is nested deeper would overflow the stack of a recursive walk. */
const DEEPEST = 100;

const BYTE_ORDER_MARK = '\ufeff';

/** JSON from outside, also behind a byte order mark; undefined where it is none, or nested too deep. */
export function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
		return isDeeperThan(DEEPEST, value) ? undefined : value;
	} catch {
		return undefined;
	}
}

function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** The same with other texts, the names of members too. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [change(name), mapTexts(one, change)]),
	);
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
