/** The same text for equal data: the order in which an object lists its members does not matter. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, inOrder) ?? '';
}

function inOrder(_name: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
