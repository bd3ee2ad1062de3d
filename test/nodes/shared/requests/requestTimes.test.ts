import { stateChangedAt } from '../../../../nodes/shared/requests/requestEvent';
import { SignatureRequest } from '../../../../nodes/shared/requests/signatureRequest.schema';

const momentIn = (answer: object) =>
	stateChangedAt(SignatureRequest.parse({ id: 'r1', ...answer }));
const signed = (...times: unknown[]) => times.map((signed_at) => ({ signed_at }));

const NOON = Date.UTC(2026, 10, 2, 12);
const noon = '2026-11-02T12:00:00Z';

it.each([
	['absent', undefined],
	['null', null],
	['a number', NOON],
	['no time', 'yesterday'],
	['the end of all days', '9999-12-31T23:59:59Z'],
	['too late', '2100-01-01T00:00:00Z'],
	['the beginning of all days', '0001-01-01T00:00:00Z'],
	['too early', '1999-12-31T23:59:59Z'],
])('takes the last signature when updated_at is %s', (_title, updated_at) => {
	const earlier = ['2026-10-31T12:00:00Z', '2026-11-01T12:00:00Z'];
	const signatures = signed(earlier[1], noon, null, earlier[0], undefined);
	expect(momentIn({ status_overall: 'SIGNED', updated_at, signatures })).toBe(NOON);
	expect(momentIn({ status_overall: 'SIGNED', updated_at })).toBeUndefined();
});

it('takes the expiry date of an expired request, and of no other', () => {
	const dates = { expires_at: '2026-11-01', updated_at: noon };
	expect(momentIn({ status_overall: 'EXPIRED', ...dates })).toBe(Date.UTC(2026, 10, 1));
	expect(momentIn({ status_overall: 'SIGNED', ...dates })).toBe(NOON);
	expect(momentIn({ status_overall: 'EXPIRED', updated_at: noon })).toBe(NOON);
});

it('takes the first moment of this century', () => {
	expect(momentIn({ updated_at: '2000-01-01T00:00:00Z' })).toBe(Date.UTC(2000, 0));
});
