import { Logins } from '../../../../nodes/shared/account/login';
import { jwt } from '../../../support/service/jwt';

const DAY_MS = 24 * 60 * 60_000;
const token = jwt({ iat: 1000, exp: 2200 });
const clock = { aheadMs: 0, lifetimeMs: 1_200_000 };

function remembered(last: object, ageMs: number): number {
	const logins = new Logins();
	Object.assign(logins.of('one', 0), { last: { ...last, atMs: 0 } });
	logins.of('other', ageMs);
	return logins.size - 1;
}

it.each([
	['a token until it has expired', { token, clock }, 1_200_000],
	['a token that does not say when, for a day', { token: jwt({}) }, DAY_MS],
	['a refusal for a day', { problem: new Error('refused') }, DAY_MS],
])('keeps %s', (_title, last, lifetimeMs) => {
	expect([lifetimeMs - 1, lifetimeMs].map((ageMs) => remembered(last, ageMs))).toEqual([1, 0]);
});

it('does not forget a login that is under way', () => {
	const logins = new Logins();
	const login = Object.assign(logins.of('one', 0), {
		pending: Promise.resolve({ token }),
		last: { token, atMs: 0 },
	});
	expect(logins.of('one', DAY_MS)).toBe(login);
});

it('keeps at most a thousand accounts, those that were used last', () => {
	const logins = new Logins();
	const first = logins.of('first', 0);
	for (let count = 0; count < 1_500; count++) {
		logins.of(`account ${count}`, 0);
		if (count % 500 === 0) expect(logins.of('first', 0)).toBe(first);
	}
	expect(logins.size).toBe(1_000);
});
