import {
	LONGEST_TIMER_MS,
	readRetryAfterMs,
	readServiceMs,
} from '../../../../nodes/shared/network/time';
import { stateChangedAt, eventOutput } from '../../../../nodes/shared/requests/requestEvent';
import { SignatureRequest } from '../../../../nodes/shared/requests/signatureRequest.schema';

/** See test/support/jest/environment.cjs. */
declare const setTimeZone: (name: string) => void;

const NOON = Date.UTC(2026, 10, 2, 12);

const read = (answer: object) => SignatureRequest.parse({ id: 'r1', ...answer });

describe.each(['Pacific/Kiritimati', 'Pacific/Auckland', 'UTC', 'America/Los_Angeles'])(
	'on a machine in %s',
	(timeZone) => {
		beforeAll(() => setTimeZone(timeZone));

		it.each([
			['with Z', '2026-11-02T12:00:00Z'],
			['with an offset', '2026-11-02T13:00:00+01:00'],
			['with an offset that has no colon', '2026-11-02T13:00:00+0100'],
			['with a short offset', '2026-11-02 13:00:00+01'],
			['without a zone', '2026-11-02T12:00:00'],
			['without a zone, with fractions', '2026-11-02T12:00:00.000'],
			['without a zone, with a space', '2026-11-02 12:00:00'],
			['in a header', 'Mon, 02 Nov 2026 12:00:00 GMT'],
			['in a header, in its oldest form', 'Mon Nov  2 12:00:00 2026'],
		])('a time of the service is read %s', (_title, text) => {
			expect(readServiceMs(text)).toBe(NOON);
			expect(stateChangedAt(read({ updated_at: text }))).toBe(NOON);
		});

		it('a date of the service is a day in UTC', () => {
			expect(readServiceMs('2026-11-02')).toBe(Date.UTC(2026, 10, 2));
		});

		it.each([['yesterday'], [''], [undefined], [null], [NOON]])('%p is no time', (value) => {
			expect(readServiceMs(value)).toBeUndefined();
		});

		it.each([['2026-11-02T11:00:00'], ['2026-11-02T13:00:00']])(
			'the last signer is known beside one at %s, without a zone',
			(signedAt) => {
				const signatures = [
					{ sid: 's1', account_email: 'ann@example.com', signed_at: signedAt },
					{ sid: 's2', account_email: 'bob@example.com', signed_at: '2026-11-02T12:00:00Z' },
				];
				const { lastSignedBy } = eventOutput(read({ signatures }), { simplify: true });
				expect(lastSignedBy).toMatchObject({ sid: signedAt.includes('T13') ? 's1' : 's2' });
			},
		);

		it('a Retry-After is a moment in UTC', () => {
			expect(readRetryAfterMs('Mon Nov  2 12:00:05 2026', NOON)).toBe(5000);
		});
	},
);

const NOW_MS = Date.UTC(2026, 0, 1);

it.each([
	['2', 2_000],
	['0', 0],
	[['7'], 7_000],
	['-5', undefined],
	['', undefined],
	['0.5', 500],
	['1000000000', LONGEST_TIMER_MS],
	['9'.repeat(400), LONGEST_TIMER_MS],
	['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
	['Wed, 31 Dec 2025 00:00:00 GMT', 0],
	['Fri, 31 Dec 9999 23:59:59 GMT', LONGEST_TIMER_MS],
	['soon', undefined],
	[undefined, undefined],
])('Retry-After %j is a time that a timer can wait for', (header, expected) => {
	expect(readRetryAfterMs(header, NOW_MS)).toBe(expected);
});
