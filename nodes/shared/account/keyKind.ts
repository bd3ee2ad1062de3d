export type KeyKind = 'demo' | 'production' | 'unknown';

/** Demo signatures have no legal weight (interface.md part 1), so nodes must be able to say so. */
export function keyKind({ username, apiKey }: { username?: unknown; apiKey?: unknown }): KeyKind {
	const names = [username, apiKey].map((value) => String(value ?? '').trim());
	if (names.some((name) => name.startsWith('api_demo'))) return 'demo';
	if (names.some((name) => /^api_prod(uction)?(?![a-z])/.test(name))) return 'production';
	return 'unknown';
}
