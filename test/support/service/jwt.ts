const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function jwt(claims: { exp?: number; iat?: number }): string {
	return `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`;
}
