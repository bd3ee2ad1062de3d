import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../access/authentication.ts';
import { check } from '../http/body.ts';
import type { Context } from '../state/context.ts';
import { traitsOf } from '../state/dialect.ts';
import {
	CreditLedger,
	currentPeriod,
	isPeriod,
	lastInvoicedMonth,
	lastInvoicedPeriod,
	PRICES,
	TOOLING_PRICES,
	type EndpointUsage,
} from './credits.ts';
import { requireValidationRole } from './validationRole.ts';
import { within } from '../http/within.ts';

const InvoicedQuery = z.object({
	period: z.string().refine(isPeriod, 'must be YYYY, YYYYMM or YYYYMMDD').optional(),
});

const PREFIX = '/validation/v1';
const PRICES_VALID_FROM = '2026-01-01T00:00:00Z';

export function registerCredits(app: FastifyInstance, { clock, settings, store }: Context) {
	const ledger = new CreditLedger(store.kept('credits'));
	countCalls(app, ledger, clock);

	within(app, `${PREFIX}/billing/credits`, (scope) => {
		const { pricesNeedToken, answers, hasTooling } = traitsOf(settings.dialect);
		const prices = [...PRICES, ...(hasTooling ? TOOLING_PRICES : [])];
		const forPrices = pricesNeedToken ? { preHandler: requireValidationRole } : {};
		scope.get('/infos', forPrices, (_request, reply) =>
			reply.send({ validFrom: PRICES_VALID_FROM, consumptions: prices }),
		);

		scope.get('/usage', { preHandler: requireValidationRole }, (request, reply) => {
			const period = currentPeriod(clock.now());
			const { username } = callerOf(request);
			const usage = ledger.usage(username, (day) => day.startsWith(period));
			return reply.send(statement(period, usage));
		});

		scope.get('/invoiced', { preHandler: requireValidationRole }, (request, reply) => {
			const { period = lastInvoicedPeriod(clock.now()) } = check(InvoicedQuery, request.query);
			const open = currentPeriod(clock.now());
			const { username } = callerOf(request);
			const usage = ledger.usage(username, (day) => day.startsWith(period) && day < open);
			// A month, whatever was asked for (interface.md 4.6); the public regions repeat what was asked.
			const shown = answers === 'public' ? period : lastInvoicedMonth(period, clock.now());
			return reply.send(statement(shown, usage));
		});
	});
}

/** Only calls that succeed cost credits. */
function countCalls(app: FastifyInstance, ledger: CreditLedger, clock: Context['clock']) {
	const priced = new Set([...PRICES, ...TOOLING_PRICES].map(({ endpoint }) => endpoint));
	app.addHook('onSend', (request, reply, _payload, done) => {
		const path = request.routeOptions.url ?? '';
		const endpoint = path.slice(PREFIX.length).replace(':id', '{id}');
		const isPriced = path.startsWith(PREFIX) && priced.has(endpoint);
		if (request.caller && isPriced && reply.statusCode < 300) {
			ledger.add(request.caller.username, endpoint, clock.now());
		}
		done();
	});
}

function statement(period: string, usage: EndpointUsage[]) {
	const sum = (key: 'requests' | 'credits') =>
		usage.reduce((total, entry) => total + entry[key], 0);
	return { period, usage, requests: sum('requests'), credits: sum('credits') };
}
