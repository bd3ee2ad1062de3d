import { Email, EmailList, IsoDate } from '../../../../nodes/shared/form/readers';

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
		['2026-02-31', /isn't a date/],
		['2026-02-29', /isn't a date/],
		['2026-13-01', /isn't a date/],
		['2026-12-31th', /isn't a date/],
		['31.12.2026', /isn't a date/],
		['tomorrow', /isn't a date/],
		[20261231, /isn't a date/],
		[null, /is empty/],
		[undefined, /is empty/],
		[new Date(NaN), /is empty/],
		['', /is empty/],
	])('%p is refused', (value, message) => {
		const { success, error } = IsoDate.safeParse(value);
		expect([success, error?.issues[0]?.message]).toEqual([false, expect.stringMatching(message)]);
	});
});

describe('an email address', () => {
	it.each([
		'ann@example.com',
		'jürgen.müller@müller.example',
		'a&b@example.com',
		"o'neill+signing/x=1@example.co.uk",
		'用户@例え.テスト',
		'ann@xn--mller-kva.example',
		'!#$%^*{}|~`?_@example.com',
	])('%s is taken as it is typed', (address) => {
		expect(Email.parse(` ${address} `)).toBe(address);
	});

	it.each([
		'ann',
		'ann@',
		'@example.com',
		'ann@localhost',
		'ann@@example.com',
		'ann@example..com',
		'.ann@example.com',
		'ann.@example.com',
		'ann@-example.com',
		'ann@example.com.',
		'ann smith@example.com',
		'Ann <ann@example.com>',
		'ann@exa mple.com',
		'ann@example.com,bob@example.com',
		`ann@${'a'.repeat(64)}.com`,
		`${'a'.repeat(400)}@example.com`,
		'ann@exam_ple.com/x',
	])('%s is refused', (address) => {
		expect(Email.safeParse(address).error?.issues[0]?.message).toMatch(
			/^".*" isn't an email address$/s,
		);
	});

	it.each(['\u200bann@example.com', '\u202aann@example.com\u202c', 'ann@exam\u00adple.com'])(
		'loses what cannot be seen (%j)',
		(copied) => {
			expect(Email.parse(copied)).toBe('ann@example.com');
			expect(EmailList.parse(`bob@example.com, ${copied}`)).toEqual([
				'bob@example.com',
				'ann@example.com',
			]);
		},
	);

	it('is empty without any that can be seen', () => {
		expect(Email.safeParse('\u200b').error?.issues[0]?.message).toBe('is empty');
	});

	it('may stand in a list with gaps', () => {
		expect(EmailList.parse('a&b@example.com; jürgen@müller.example,')).toEqual([
			'a&b@example.com',
			'jürgen@müller.example',
		]);
		expect(EmailList.parse(['ann@example.com', null, ''])).toEqual(['ann@example.com']);
	});
});
