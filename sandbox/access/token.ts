import { createHmac, timingSafeEqual } from 'node:crypto';

export interface TokenClaims {
	jti: string;
	sub: string;
	/** What the token was made for. */
	scope: 'signing' | 'validation' | 'evidence';
	/** Seconds since 1970, as RFC 7519 wants it. */
	iat: number;
	exp: number;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

function signatureOf(content: string, secret: Buffer): Buffer {
	return createHmac('sha256', secret).update(content).digest();
}

export function writeToken(claims: TokenClaims, secret: Buffer): string {
	const content = `${HEADER}.${encode(claims)}`;
	return `${content}.${signatureOf(content, secret).toString('base64url')}`;
}

/** The claims of a token that this sandbox signed, whether still valid or not. */
export function readToken(token: string, secret: Buffer): TokenClaims | undefined {
	const [header, claims, signature] = token.split('.');
	if (header !== HEADER || !claims || !signature) return undefined;
	const expected = signatureOf(`${header}.${claims}`, secret);
	const given = Buffer.from(signature, 'base64url');
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
	return JSON.parse(Buffer.from(claims, 'base64url').toString()) as TokenClaims;
}
