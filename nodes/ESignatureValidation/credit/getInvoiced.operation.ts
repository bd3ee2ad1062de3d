import { z } from 'zod/v3';

import { quoting } from '../../shared/form/readers';
import { isDay } from '../../shared/network/time';
import { fields } from '../../shared/form/field';
import { omitEmpty } from '../../shared/network/json';
import type { Operation } from '../../shared/execution/operation';
import { statement } from './statement';

const option: Operation['option'] = {
	name: 'Get Invoiced',
	value: 'getInvoiced',
	action: 'Get invoiced credits',
	description: 'Get the invoiced credits of a year, a month, or a day',
};

/** interface.md 4.6. docs/validation.md shows this table to users. */
export const periodFormats = [
	{ format: 'YYYY', example: '2026', means: 'A year' },
	{ format: 'YYYYMM', example: '202603', means: 'A month' },
	{ format: 'YYYYMMDD', example: '20260331', means: 'A day' },
] as const;

const formats = periodFormats.map(({ format, example }) => `${format} (${example})`).join(', ');
const notPeriod = (text: string) => ({
	message: quoting(text, `isn't a period\nWrite it as one of ${formats}.`),
});

/** Empty means the last invoiced period. Numbers come from expressions. */
export const Period = z
	.union([z.string(), z.number()], { errorMap: () => ({ message: "isn't text" }) })
	.optional()
	.transform((value) => String(value ?? '').trim())
	.refine(
		(text) => text === '' || periodFormats.some(({ format }) => format.length === text.length),
		notPeriod,
	)
	.refine((text) => text === '' || /^\d+$/.test(text), notPeriod)
	.refine((text) => !/^\d{4,8}$/.test(text) || isInCalendar(text), "isn't in the calendar")
	.transform((text) => text || undefined);

function isInCalendar(text: string): boolean {
	const parts = [text.slice(0, 4), text.slice(4, 6) || '01', text.slice(6, 8) || '01'];
	return isDay(parts.join('-'));
}

const form = fields({
	displayName: 'Period',
	name: 'period',
	type: 'string',
	default: '',
	placeholder: 'e.g. 202603',
	description:
		'Year (2026), month (202603), or day (20260331). Empty means the last invoiced period.',
	reader: Period,
	forModel: 'Year, month, or day, such as 2026, 202603, or 20260331. Empty means the last period',
});

export const operation: Operation = {
	...statement('/invoiced', ({ read }) => omitEmpty(read(form))),
	option,
	fields: form,
};
