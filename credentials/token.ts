/** A token this close to its end is replaced before a call rather than refused during one. */
const MARGIN_MS = 60_000;

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

export function isToken(text: string): boolean {
	return JWT.test(text);
}

/** A token that does not say when it ends is used until the service refuses it. */
export function isNearItsEnd(token: string, nowMs: number): boolean {
	const { exp } = claimsOf(token);
	return exp !== undefined && exp * 1000 - nowMs < MARGIN_MS;
}

/** How long after its issue a token can be used, by the service's own clock. */
export function usableForMs(token: string): number {
	const { exp, iat } = claimsOf(token);
	return exp !== undefined && iat !== undefined ? (exp - iat) * 1000 - MARGIN_MS : 0;
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
