import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../../access/authentication.ts';
import { check } from '../../http/body.ts';
import { describes, file, json } from '../../http/route.ts';
import type { Context } from '../../state/context.ts';
import { reportAsHtml, reportAsPdf, reportOf } from './report.ts';
import { requestForReader } from '../../access/requestAccess.ts';
import { perVersion, traitsOf } from '../../state/dialect.ts';
import { reportAsJson } from './jsonReport.ts';
import type { CallbackRecord, RequestRecord } from '../../state/requestRecord.ts';
import { named, Texts, Time, Uuid } from '../../state/values.schema.ts';
import { VERSIONS } from '../../state/version.ts';

const ReportQuery = z.object({ type: z.enum(['PDF', 'JSON', 'HTML']).default('PDF') });
const reportDescription = describes({
	summary: 'Read the audit report',
	query: ReportQuery,
	answer: {
		...file('application/pdf'),
		'text/html': z.string(),
		...json(z.looseObject({})),
	},
});

const callbackAnswer = perVersion((version, dialect) => {
	const isPublic = traitsOf(dialect, version).answers === 'public';
	return named(
		`Callback${version.toUpperCase()}`,
		z.object({
			type: isPublic ? z.string() : z.enum(['success', 'update', 'error']),
			state: z.enum(['OPEN', 'COMPLETED', 'RESIGNATED']),
			...{ url: z.string(), attempts: z.int(), messages: Texts },
			...{ created_at: Time, updated_at: Time },
			...(isPublic && {
				...{ signature_request_id: Uuid, owner: z.string() },
				...{ read_access: Texts, write_access: Texts },
			}),
		}),
	);
});

interface ById {
	Params: { id: string };
}

/** The audit report of a request and the log of its callbacks. */
export function registerReports(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		const isPublic = traitsOf(context.settings.dialect, version).answers === 'public';
		const path = `/${version}/signature-requests/:id`;

		app.get<ById>(`${path}/report`, reportDescription, async (request, reply) => {
			const { type } = check(ReportQuery, request.query);
			const found = requestForReader(request.params.id, callerOf(request), context);
			if (type === 'JSON') return reply.send(reportAsJson(found, context.store));
			const report = reportOf(found);
			if (type === 'HTML') return reply.type('text/html; charset=utf-8').send(reportAsHtml(report));
			return reply.type('application/pdf').send(await reportAsPdf(report));
		});

		const callbacks = describes({
			summary: 'List callbacks',
			answer: json(z.array(callbackAnswer(version, context.settings.dialect))),
		});
		app.get<ById>(`${path}/callbacks`, callbacks, (request, reply) => {
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
