import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../access/authentication.ts';
import { check } from '../../http/body.ts';
import { reads } from '../../http/routeInput.ts';
import type { Context } from '../../state/context.ts';
import { reportAsHtml, reportAsPdf, reportOf } from './report.ts';
import { requestForReader } from '../../access/requestAccess.ts';
import { traitsOf } from '../../state/dialect.ts';
import { publicReportOf } from './publicReport.ts';
import { anyObject, file, json, text } from '../../openapi/shapes.ts';
import type { CallbackRecord, RequestRecord } from '../../state/requestRecord.ts';
import { VERSIONS } from '../../state/version.ts';

const ReportQuery = z.object({ type: z.enum(['PDF', 'JSON', 'HTML']).default('PDF') });
const reportInput = reads({
	query: ReportQuery,
	answer: {
		summary: 'Read the audit report',
		content: { ...file('application/pdf'), 'text/html': text, ...json(anyObject) },
	},
});

interface ById {
	Params: { id: string };
}

/** The audit report of a request and the log of its callbacks. */
export function registerReports(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		const isPublic = traitsOf(context.settings.dialect, version).answers === 'public';
		const path = `/${version}/signature-requests/:id`;

		app.get<ById>(`${path}/report`, reportInput, async (request, reply) => {
			const { type } = check(ReportQuery, request.query);
			const found = requestForReader(request.params.id, callerOf(request), context);
			const report = reportOf(found);
			if (type === 'JSON')
				return reply.send(isPublic ? publicReportOf(found, context.store) : report);
			if (type === 'HTML') return reply.type('text/html; charset=utf-8').send(reportAsHtml(report));
			return reply.type('application/pdf').send(await reportAsPdf(report));
		});

		app.get<ById>(`${path}/callbacks`, (request, reply) => {
			const found = requestForReader(request.params.id, callerOf(request), context);
			const more = isPublic ? publicCallbackView : () => ({});
			return reply.send(
				found.callbacks.map((record) => ({ ...callbackView(record), ...more(record, found) })),
			);
		});
	}
}

function callbackView(record: CallbackRecord) {
	const { type, state, url, attempts, messages, createdAt, updatedAt } = record;
	return {
		...{ type, state, url, attempts, messages },
		created_at: new Date(createdAt).toISOString(),
		updated_at: new Date(updatedAt).toISOString(),
	};
}

function publicCallbackView({ type }: CallbackRecord, request: RequestRecord) {
	return {
		signature_request_id: request.id,
		type: type.toUpperCase(),
		owner: request.owner,
		read_access: request.readAccess,
		write_access: request.writeAccess,
	};
}
