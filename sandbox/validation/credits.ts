interface Price {
	sku: string;
	endpoint: string;
	credits: number;
}

export interface EndpointUsage {
	endpoint: string;
	requests: number;
	credits: number;
}

/** The real prices are a matter of contract; these are the sandbox's own. */
export const PRICES: Price[] = [
	{ sku: '01-01', endpoint: '/validate/document', credits: 2 },
	{ sku: '01-02', endpoint: '/validate/signature', credits: 1 },
	{ sku: '02-01', endpoint: '/infos/{id}/validation', credits: 0 },
	{ sku: '02-02', endpoint: '/infos/{id}/signers', credits: 0 },
	{ sku: '02-03', endpoint: '/infos/{id}/format', credits: 0 },
	{ sku: '03-01', endpoint: '/reports/{id}/etsi', credits: 1 },
];

/** Of what only the public regions offer. */
export const TOOLING_PRICES: Price[] = [
	{ sku: '04-01', endpoint: '/tooling/upload', credits: 1 },
	{ sku: '04-02', endpoint: '/tooling/process/{id}/check', credits: 1 },
	{ sku: '04-03', endpoint: '/tooling/process/{id}/conform', credits: 2 },
	{ sku: '04-04', endpoint: '/tooling/process/{id}/compress', credits: 1 },
	{ sku: '04-05', endpoint: '/tooling/process/{id}/spotsigners', credits: 2 },
];
const ALL_PRICES = [...PRICES, ...TOOLING_PRICES];

interface Count {
	user: string;
	day: string;
	endpoint: string;
	count: number;
}

/** Successful calls of the validation interface, counted per user, day and endpoint. */
export class CreditLedger {
	readonly #counts: Map<string, Count>;

	constructor(counts = new Map<string, Count>()) {
		this.#counts = counts;
	}

	add(user: string, endpoint: string, at: number) {
		const day = dayOf(at);
		const key = JSON.stringify([user, day, endpoint]);
		const count = (this.#counts.get(key)?.count ?? 0) + 1;
		this.#counts.set(key, { user, day, endpoint, count });
	}

	/** `includes` says of a day, written YYYYMMDD, whether it is asked for. */
	usage(user: string, includes: (day: string) => boolean): EndpointUsage[] {
		const entries = [...this.#counts.values()].filter(
			(entry) => entry.user === user && includes(entry.day),
		);
		return ALL_PRICES.flatMap(({ endpoint, credits }) => {
			const requests = entries
				.filter((entry) => entry.endpoint === endpoint)
				.reduce((sum, { count }) => sum + count, 0);
			return requests > 0 ? [{ endpoint, requests, credits: requests * credits }] : [];
		});
	}
}

/** Billed by the month: the month of the clock is open, the ones before it are invoiced. */
export const currentPeriod = (now: number) => dayOf(now).slice(0, 6);

export function lastInvoicedPeriod(now: number): string {
	const date = new Date(now);
	return currentPeriod(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0));
}

/** Of a year, a month or a day: its last month that was invoiced, or its first one where none was. */
export function lastInvoicedMonth(period: string, now: number): string {
	if (period.length > 4) return period.slice(0, 6);
	const last = [`${period}12`, lastInvoicedPeriod(now)].toSorted()[0] ?? '';
	return last.startsWith(period) ? last : `${period}01`;
}

export function isPeriod(text: string): boolean {
	const [, year, month = '01', day = '01'] = /^(\d{4})(\d\d)?(\d\d)?$/.exec(text) ?? [];
	const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && dayOf(date.getTime()) === `${year}${month}${day}`;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
