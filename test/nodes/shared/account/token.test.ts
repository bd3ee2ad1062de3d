import { isNearItsEnd, isToken, usableForMs } from '../../../../nodes/shared/account/token';
import { jwt } from '../../../support/jwt';

const NOW = Date.UTC(2026, 5, 1);

it.each([
	['a token with minutes left', 600, false],
	['a token with a whole minute left', 60, false],
	['a token in its last minute', 59, true],
	['a token that has ended', -1, true],
])('%s is near its end: %s s left, %s', (_title, secondsLeft, expected) => {
	expect(isNearItsEnd(jwt({ exp: NOW / 1000 + secondsLeft }), NOW)).toBe(expected);
});

it('a token without an end is used until it is refused', () => {
	expect(isNearItsEnd(jwt({}), NOW)).toBe(false);
	expect(isNearItsEnd('opaque', NOW)).toBe(false);
});

it('a lifetime is counted by the clock of the service, less a minute', () => {
	expect(usableForMs(jwt({ iat: 1000, exp: 2200 }))).toBe(1_140_000);
	expect(usableForMs(jwt({ exp: 2200 }))).toBeLessThanOrEqual(0);
	expect(usableForMs(jwt({ iat: 1000 }))).toBeLessThanOrEqual(0);
});

it.each([
	{ iat: '1000', exp: 2200 },
	{ iat: 1000, exp: '2200' },
])('times that are no numbers say nothing: %j', (claims) => {
	expect(usableForMs(jwt(claims as never))).toBeLessThanOrEqual(0);
});

it('a short token is used for most of its life', () => {
	const iat = NOW / 1000;
	const token = jwt({ iat, exp: iat + 30 });
	expect(isNearItsEnd(token, NOW + 26_000)).toBe(false);
	expect(isNearItsEnd(token, NOW + 28_000)).toBe(true);
	expect(usableForMs(token)).toBe(27_000);
});

it.each([
	['eyJh.eyJi.c2ln', true],
	['Bearer eyJh.eyJi.c2ln', false],
	['eyJh.eyJi.c2ln and more', false],
	['<html><body>Hello</body></html>', false],
	['{"error":"x"}', false],
	['', false],
])('%s is a token: %s', (text, expected) => {
	expect(isToken(text)).toBe(expected);
});
