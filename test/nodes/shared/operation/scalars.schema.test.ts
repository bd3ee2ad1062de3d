import { IsoDate } from '../../../../nodes/shared/operation/scalars.schema';

describe('a date', () => {
	it.each<[unknown, string]>([
		['2026-12-31', '2026-12-31'],
		[' 2028-02-29 ', '2028-02-29'],
		['2026-12-31T00:00:00', '2026-12-31'],
		['2026-12-31T23:30:00.000+02:00', '2026-12-31'],
		['2026-12-31 08:15', '2026-12-31'],
		[new Date('2026-12-31T08:15:00Z'), '2026-12-31'],
		[{ toString: () => '2026-12-31T08:15:00.000+01:00' }, '2026-12-31'],
	])('%p is read as %p', (value, expected) => {
		expect(IsoDate.parse(value)).toBe(expected);
	});

	it.each<[unknown, RegExp]>([
		['2026-02-31', /must be a date/],
		['2026-02-29', /must be a date/],
		['2026-13-01', /must be a date/],
		['2026-12-31th', /must be a date/],
		['31.12.2026', /must be a date/],
		['tomorrow', /must be a date/],
		[20261231, /must be a date/],
		[null, /must be a date/],
		[new Date(NaN), /is empty/],
		['', /is empty/],
	])('%p is refused', (value, message) => {
		const { success, error } = IsoDate.safeParse(value);
		expect([success, error?.issues[0]?.message]).toEqual([false, expect.stringMatching(message)]);
	});
});
