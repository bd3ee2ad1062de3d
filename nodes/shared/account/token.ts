/** A token this close to its end is replaced before a call rather than refused during one. */
const LONGEST_MARGIN_MS = 60_000;
const SHARE_OF_LIFETIME = 0.1;

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

export function isToken(text: string): boolean {
	return JWT.test(text);
}

/** The service's clock beside ours, and how long its tokens live: known since a login. */
export interface TokenClock {
	aheadMs: number;
	lifetimeMs: number;
}

/** A token says when it was issued; else the answer that brought it does. */
export function readClock(
	token: string,
	{ serviceNowMs, nowMs }: { serviceNowMs?: number; nowMs: number },
): TokenClock | undefined {
	const { exp, iat } = claimsOf(token);
	if (exp === undefined) return undefined;
	const bornMs = iat === undefined ? (serviceNowMs ?? nowMs) : iat * 1000;
	const lifetimeMs = exp * 1000 - bornMs;
	return lifetimeMs > 0 ? { aheadMs: bornMs - nowMs, lifetimeMs } : undefined;
}

/** A token that does not say when it ends is used until the service refuses it. */
export function isNearItsEnd(token: string, nowMs: number, clock?: TokenClock): boolean {
	const { exp, iat } = claimsOf(token);
	if (exp === undefined) return false;
	const lifetimeMs = iat === undefined ? clock?.lifetimeMs : (exp - iat) * 1000;
	return exp * 1000 - (nowMs + (clock?.aheadMs ?? 0)) < marginMs(lifetimeMs);
}

/** As far as both say when they end; all tokens of a service live equally long. */
export function isOlderThan(token: string, other: string): boolean {
	return (claimsOf(token).exp ?? Infinity) < (claimsOf(other).exp ?? -Infinity);
}

function marginMs(lifetimeMs = Infinity): number {
	return Math.min(LONGEST_MARGIN_MS, lifetimeMs * SHARE_OF_LIFETIME);
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
