/** A token this close to its end is replaced before a call rather than refused during one. */
const LONGEST_MARGIN_MS = 60_000;
const SHARE_OF_LIFETIME = 0.1;

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

export function isToken(text: string): boolean {
	return JWT.test(text);
}

/** A token that does not say when it ends is used until the service refuses it. */
export function isNearItsEnd(token: string, nowMs: number): boolean {
	const { exp } = claimsOf(token);
	return exp !== undefined && exp * 1000 - nowMs < marginMs(token);
}

/** How long after its issue a token can be used, by the service's own clock. */
export function usableForMs(token: string): number {
	return lifetimeMs(token) - marginMs(token);
}

function marginMs(token: string): number {
	return Math.min(LONGEST_MARGIN_MS, lifetimeMs(token) * SHARE_OF_LIFETIME || LONGEST_MARGIN_MS);
}

/** Zero when the token does not say. */
export function lifetimeMs(token: string): number {
	const { exp, iat } = claimsOf(token);
	return exp !== undefined && iat !== undefined ? (exp - iat) * 1000 : 0;
}

function claimsOf(token: string): { exp?: number; iat?: number } {
	try {
		const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
		const { exp, iat } = JSON.parse(payload) as Record<string, unknown>;
		return {
			exp: typeof exp === 'number' ? exp : undefined,
			iat: typeof iat === 'number' ? iat : undefined,
		};
	} catch {
		return {};
	}
}
