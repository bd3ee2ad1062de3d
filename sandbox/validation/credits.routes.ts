import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../access/authentication.ts';
import { check } from '../http/body.ts';
import { describes, json } from '../http/route.ts';
import { within } from '../http/within.ts';
import type { Context } from '../state/context.ts';
import { traitsOf } from '../state/dialect.ts';
import { Time } from '../state/values.schema.ts';
import { requireValidationRole } from './validationRole.ts';

/** The real prices are a matter of contract; these are the sandbox's own. */
const PRICES = [
	{ sku: '01-01', endpoint: '/validate/document', credits: 2 },
	{ sku: '01-02', endpoint: '/validate/signature', credits: 1 },
	{ sku: '02-01', endpoint: '/infos/{id}/validation', credits: 0 },
	{ sku: '02-02', endpoint: '/infos/{id}/signers', credits: 0 },
	{ sku: '02-03', endpoint: '/infos/{id}/format', credits: 0 },
	{ sku: '03-01', endpoint: '/reports/{id}/etsi', credits: 1 },
];

/** Of what only the public regions offer. */
const TOOLING_PRICES = [
	{ sku: '04-01', endpoint: '/tooling/upload', credits: 1 },
	{ sku: '04-02', endpoint: '/tooling/process/{id}/check', credits: 1 },
	{ sku: '04-03', endpoint: '/tooling/process/{id}/conform', credits: 2 },
	{ sku: '04-04', endpoint: '/tooling/process/{id}/compress', credits: 1 },
	{ sku: '04-05', endpoint: '/tooling/process/{id}/spotsigners', credits: 2 },
];
const ALL_PRICES = [...PRICES, ...TOOLING_PRICES];

/** Successful calls of a user on a day, which is written YYYYMMDD. */
interface Count {
	user: string;
	day: string;
	endpoint: string;
	count: number;
}

const WRONG_PERIOD = 'must be YYYY, YYYYMM or YYYYMMDD';
const InvoicedQuery = z.object({
	period: z
		.string()
		.regex(/^\d{4}(\d{2}(\d{2})?)?$/, WRONG_PERIOD)
		.refine(isPeriod, WRONG_PERIOD)
		.optional(),
});

const Amount = { requests: z.int(), credits: z.int() };
const Statement = z.object({
	period: z.string(),
	usage: z.array(z.object({ endpoint: z.string(), ...Amount })),
	...Amount,
});
const Prices = z.object({
	validFrom: Time,
	consumptions: z.array(z.object({ sku: z.string(), endpoint: z.string(), credits: z.int() })),
});

const PREFIX = '/validation/v1';
const PRICES_VALID_FROM = '2026-01-01T00:00:00Z';

export function registerCredits(app: FastifyInstance, { clock, settings, store }: Context) {
	const counts: Map<string, Count> = store.kept('credits');
	const countsOf = (request: FastifyRequest, includes: (day: string) => boolean) =>
		[...counts.values()].filter(
			({ user, day }) => user === callerOf(request).username && includes(day),
		);

	// Only calls that succeed cost
	app.addHook('onSend', (request, reply, _payload, done) => {
		const [, path = ''] = (request.routeOptions.url ?? '').split(PREFIX);
		const endpoint = path.replace(':id', '{id}');
		const isPriced = ALL_PRICES.some((price) => price.endpoint === endpoint);
		if (request.caller && isPriced && reply.statusCode < 300) {
			const { username: user } = request.caller;
			const day = dayOf(clock.now());
			const key = JSON.stringify([user, day, endpoint]);
			counts.set(key, { user, day, endpoint, count: (counts.get(key)?.count ?? 0) + 1 });
		}
		done();
	});

	within(app, `${PREFIX}/billing/credits`, (scope) => {
		const { pricesNeedToken, answers, hasTooling } = traitsOf(settings.dialect);
		const forCallers = { preHandler: requireValidationRole };
		const prices = {
			...(pricesNeedToken && forCallers),
			...describes({ summary: 'Read prices', answer: json(Prices), isOpen: !pricesNeedToken }),
		};
		scope.get('/infos', prices, (_request, reply) =>
			reply.send({ validFrom: PRICES_VALID_FROM, consumptions: hasTooling ? ALL_PRICES : PRICES }),
		);

		const usage = {
			...forCallers,
			...describes({ summary: 'Read the usage of this month', answer: json(Statement) }),
		};
		scope.get('/usage', usage, (request, reply) => {
			const period = currentPeriod(clock.now());
			const used = countsOf(request, (day) => day.startsWith(period));
			return reply.send(statement(period, used));
		});

		const invoiced = {
			...forCallers,
			...describes({
				summary: 'Read what was invoiced',
				query: InvoicedQuery,
				answer: json(Statement),
			}),
		};
		scope.get('/invoiced', invoiced, (request, reply) => {
			const now = clock.now();
			const { period = lastInvoicedPeriod(now) } = check(InvoicedQuery, request.query);
			const open = currentPeriod(now);
			const used = countsOf(request, (day) => day.startsWith(period) && day < open);
			// A month, whatever was asked for (interface.md 4.6); the public regions repeat what was asked.
			const shown = answers === 'public' ? period : lastInvoicedMonth(period, now);
			return reply.send(statement(shown, used));
		});
	});
}

/** What was used, as an answer says it. */
function statement(period: string, counts: Count[]) {
	const usage = ALL_PRICES.flatMap(({ endpoint, credits }) => {
		const own = counts.filter((entry) => entry.endpoint === endpoint);
		const requests = own.reduce((sum, { count }) => sum + count, 0);
		return requests > 0 ? [{ endpoint, requests, credits: requests * credits }] : [];
	});
	const sum = (key: 'requests' | 'credits') =>
		usage.reduce((total, entry) => total + entry[key], 0);
	return { period, usage, requests: sum('requests'), credits: sum('credits') };
}

/** Billed by the month: the month of the clock is open, the ones before it are invoiced. */
const currentPeriod = (now: number) => dayOf(now).slice(0, 6);

function lastInvoicedPeriod(now: number): string {
	const date = new Date(now);
	return currentPeriod(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0));
}

/** Of a year, a month or a day: its last month that was invoiced, or its first one where none was. */
function lastInvoicedMonth(period: string, now: number): string {
	if (period.length > 4) return period.slice(0, 6);
	const last = [`${period}12`, lastInvoicedPeriod(now)].toSorted()[0] ?? '';
	return last.startsWith(period) ? last : `${period}01`;
}

function isPeriod(text: string): boolean {
	const whole = text.padEnd(8, '01');
	const at = Date.parse(whole.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
	return !Number.isNaN(at) && dayOf(at) === whole;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
