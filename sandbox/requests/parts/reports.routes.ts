import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../access/authentication.ts';
import { check } from '../../http/body.ts';
import type { Context } from '../../state/context.ts';
import { reportAsHtml, reportAsPdf, reportOf } from './report.ts';
import { requestForReader } from '../../access/requestAccess.ts';
import type { CallbackRecord } from '../../state/requestRecord.ts';
import { VERSIONS } from '../../state/version.ts';

const ReportQuery = z.object({ type: z.enum(['PDF', 'JSON', 'HTML']).default('PDF') });

interface ById {
	Params: { id: string };
}

/** The protocol of a request and the log of its callbacks. */
export function registerReports(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		const path = `/${version}/signature-requests/:id`;

		app.get<ById>(`${path}/report`, async (request, reply) => {
			const { type } = check(ReportQuery, request.query);
			const report = reportOf(requestForReader(request.params.id, callerOf(request), context));
			if (type === 'JSON') return reply.send(report);
			if (type === 'HTML') return reply.type('text/html; charset=utf-8').send(reportAsHtml(report));
			return reply.type('application/pdf').send(await reportAsPdf(report));
		});

		app.get<ById>(`${path}/callbacks`, (request, reply) => {
			const { callbacks } = requestForReader(request.params.id, callerOf(request), context);
			return reply.send(callbacks.map(callbackView));
		});
	}
}

function callbackView({ createdAt, updatedAt, ...rest }: CallbackRecord) {
	return {
		...rest,
		created_at: new Date(createdAt).toISOString(),
		updated_at: new Date(updatedAt).toISOString(),
	};
}
