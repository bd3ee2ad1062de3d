import { ExpiryDate } from '../../../../nodes/ESignatureRequest/request/expiry';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-08-31T12:00:00Z') }));
afterEach(() => void jest.useRealTimers());

it.each([
	['today', '2026-08-31', undefined],
	['yesterday', '2026-08-30', /in the past/],
	['the last day of a shorter month six months ahead', '2027-02-28', undefined],
	['a day later than that', '2027-03-01', /is too far ahead\nChoose 2027-02-28 or an earlier day/],
])('%s (%s)', (_title, date, fault) => {
	const { success, error } = ExpiryDate.safeParse(date);
	expect(success).toBe(fault === undefined);
	if (fault) expect(error?.issues[0]?.message).toMatch(fault);
});

it.each(['2026-02-31', 'tomorrow'])('%s is no day at all', (text) => {
	const { error } = ExpiryDate.safeParse(text);
	expect(error?.issues[0]?.message).toMatch(/isn't a date/);
});
