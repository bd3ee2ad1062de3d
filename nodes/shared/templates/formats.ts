import { tryToParseDateTime } from 'n8n-workflow';

import type { Format } from './placeholders';

/** How the workflow writes numbers and dates. */
export interface Local {
	locale: string;
	timeZone: string;
}

/** Why a value can't be written in this way, as the end of a sentence. */
export class UnsuitableValue extends Error {}

const formats: Record<string, (value: unknown, argument: string, local: Local) => string> = {
	money(value, currency, { locale }) {
		if (!/^[a-z]{3}$/i.test(currency)) {
			throw new UnsuitableValue('needs a currency, such as {{total | money: CHF}}');
		}
		const style = { style: 'currency', currency } as const;
		return new Intl.NumberFormat(locale, style).format(numberIn(value));
	},
	number(value, digits, { locale }) {
		if (!/^\d?$/.test(digits)) {
			throw new UnsuitableValue('needs a number of decimals, such as {{weight | number: 2}}');
		}
		const most = digits === '' ? 9 : Number(digits);
		const least = digits === '' ? 0 : most;
		const precision = { minimumFractionDigits: least, maximumFractionDigits: most };
		return new Intl.NumberFormat(locale, precision).format(numberIn(value));
	},
	date(value, pattern, { locale, timeZone }) {
		const date = dateIn(value, timeZone);
		if (!date) throw new UnsuitableValue("isn't a date, such as 2026-11-20");
		return date
			.setZone(timeZone)
			.setLocale(locale)
			.toFormat(pattern || 'DDD');
	},
};

function dateIn(value: unknown, timeZone: string) {
	if (typeof value !== 'object' && !/\d[-/:. ]\d/.test(String(value))) return undefined;
	try {
		return tryToParseDateTime(value, timeZone);
	} catch {
		return undefined;
	}
}

/** A text may be one, as in a spreadsheet. */
function numberIn(value: unknown): number {
	const isNumeric = typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value);
	const number = isNumeric ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new UnsuitableValue("isn't a number, such as 1234.5");
}

export function isMissing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** The text of a value, or undefined if it's missing and has no default. */
export async function formatted(
	value: unknown,
	list: Format[],
	local: Local,
): Promise<string | undefined> {
	const usual = list.find(({ name }) => name === 'default');
	if (isMissing(value)) return usual ? usual.argument : value === '' ? '' : undefined;
	let result = value;
	for (const { name, argument } of list) {
		if (name === 'default') continue;
		if (!Object.hasOwn(formats, name)) {
			throw new UnsuitableValue(
				`has the unknown format "${name}", but only date, default, money, and number exist`,
			);
		}
		result = formats[name]!(result, argument, local);
	}
	return plain(result);
}

function plain(value: unknown): string {
	if (Array.isArray(value)) throw new UnsuitableValue('is a list, which needs {{#…}}');
	if (typeof value !== 'object') return String(value);
	// As a date is.
	const simple = (value as { toJSON?: () => unknown }).toJSON?.();
	if (typeof simple === 'string') return simple;
	throw new UnsuitableValue('is an object, so use one of its fields');
}
