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
		['26', /must be written as one of YYYY \(2026\), YYYYMM/],
		['2026-03', /must be written as/],
		['2026-03-31', /must be written as/],
		['20260', /must be written as/],
		['202603311', /must be written as/],
		['March', /must be written as/],
		['MMXX', /other characters than digits/],
		['2026-3', /other characters than digits/],
		['31.03.26', /other characters than digits/],
		['-202', /other characters than digits/],
		['202600', /not in the calendar/],
		['202613', /not in the calendar/],
		['20260230', /not in the calendar/],
		['20250229', /not in the calendar/],
		['20260400', /not in the calendar/],
		['20260431', /not in the calendar/],
		[{}, /must be text/],
	])('%p is refused', (value, message) => {
		const { success, error } = Period.safeParse(value);
		expect([success, error?.issues[0]?.message]).toEqual([false, expect.stringMatching(message)]);
	});
});
