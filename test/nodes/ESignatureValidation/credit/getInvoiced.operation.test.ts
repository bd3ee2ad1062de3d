import { Period } from '../../../../nodes/ESignatureValidation/credit/getInvoiced.operation';

describe('a period', () => {
	it.each<[unknown, string | undefined]>([
		['2026', '2026'],
		['202603', '202603'],
		['20260331', '20260331'],
		['20240229', '20240229'],
		[' 2026 ', '2026'],
		[2026, '2026'],
		[20260331, '20260331'],
		['', undefined],
		[undefined, undefined],
	])('%p is read as %p', (value, expected) => {
		expect(Period.parse(value)).toBe(expected);
	});

	it.each<[unknown, RegExp]>([
		['26', /Write it as one of YYYY \(2026\), YYYYMM/],
		['2026-03', /Write it as/],
		['2026-03-31', /Write it as/],
		['20260', /Write it as/],
		['202603311', /Write it as/],
		['March', /Write it as/],
		['MMXX', /isn't a period/],
		['2026-3', /isn't a period/],
		['31.03.26', /isn't a period/],
		['-202', /isn't a period/],
		['202600', /isn't in the calendar/],
		['202613', /isn't in the calendar/],
		['20260230', /isn't in the calendar/],
		['20250229', /isn't in the calendar/],
		['20260400', /isn't in the calendar/],
		['20260431', /isn't in the calendar/],
		[{}, /isn't text/],
	])('%p is refused', (value, message) => {
		const { success, error } = Period.safeParse(value);
		expect([success, error?.issues[0]?.message]).toEqual([false, expect.stringMatching(message)]);
	});
});
