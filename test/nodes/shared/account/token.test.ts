import { isNearItsEnd, isToken, readClock } from '../../../../nodes/shared/account/token';
import { jwt } from '../../../support/service/jwt';

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

describe('the clock of the service', () => {
	const iat = NOW / 1000 - 1800;
	const serviceNowMs = iat * 1000;

	it.each([
		['from the token', { iat, exp: iat + 1200 }, { nowMs: NOW }],
		['from the answer', { exp: iat + 1200 }, { nowMs: NOW, serviceNowMs }],
	])('is read %s', (_title, claims, moment) => {
		const expected = { aheadMs: -1_800_000, lifetimeMs: 1_200_000 };
		expect(readClock(jwt(claims), moment)).toEqual(expected);
	});

	it.each([
		['a token without an end', { iat }],
		[
			'a token that had ended when it came, that does not say when it was issued',
			{ exp: iat + 1200 },
		],
		['times that are no numbers', { iat: '1000', exp: '2200' } as never],
	])('is not read from %s', (_title, claims) => {
		expect(readClock(jwt(claims), { nowMs: NOW })).toBeUndefined();
	});

	it('counts, also for tokens that another process has obtained', () => {
		const clock = { aheadMs: -1_800_000, lifetimeMs: 1_200_000 };
		const token = jwt({ exp: iat + 1200 });
		expect(isNearItsEnd(token, NOW)).toBe(true);
		expect(isNearItsEnd(token, NOW, clock)).toBe(false);
		expect(isNearItsEnd(token, NOW + 1_139_000, clock)).toBe(false);
		expect(isNearItsEnd(token, NOW + 1_141_000, clock)).toBe(true);
	});
});

it('a short token is used for most of its life', () => {
	const iat = NOW / 1000;
	const token = jwt({ iat, exp: iat + 30 });
	expect(isNearItsEnd(token, NOW + 26_000)).toBe(false);
	expect(isNearItsEnd(token, NOW + 28_000)).toBe(true);
	const clock = { aheadMs: 0, lifetimeMs: 30_000 };
	const unissued = jwt({ exp: iat + 30 });
	expect(isNearItsEnd(unissued, NOW + 26_000, clock)).toBe(false);
	expect(isNearItsEnd(unissued, NOW + 28_000, clock)).toBe(true);
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
