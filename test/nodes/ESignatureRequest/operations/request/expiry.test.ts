import { expiryFault } from '../../../../../nodes/ESignatureRequest/operations/request/expiry';

const NOON = Date.parse('2026-08-31T12:00:00Z');

it.each([
	['today', '2026-08-31', undefined],
	['yesterday', '2026-08-30', /in the past/],
	['the last day of a shorter month six months ahead', '2027-02-28', undefined],
	['a day later than that', '2027-03-01', /2027-02-28 or an earlier day/],
	['a day that does not exist', '2026-09-31', /must be a date/],
	['words', 'tomorrow', /must be a date/],
])('%s (%s)', (_title, date, fault) => {
	const found = expiryFault(date, NOON);
	if (fault === undefined) expect(found).toBeUndefined();
	else expect(found).toMatch(fault);
});
