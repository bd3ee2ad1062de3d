import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../access/authentication.ts';
import { check } from '../http/body.ts';
import { badRequest, notFound } from '../http/problem.ts';
import { describes, file, json } from '../http/route.ts';
import { within } from '../http/within.ts';
import { rootPem, trustedRoots } from '../pdf/cms/certificate.ts';
import { headerAt } from '../pdf/file/header.ts';
import type { Context } from '../state/context.ts';
import { etsiReport } from './etsiReport.ts';
import { judge, type ValidationResult } from './judgement.ts';
import { INFO_ANSWERS, INFO_VIEWS, INFOS, RESULT_ANSWERS, resultView } from './validation.view.ts';
import { CONTENT_TYPES, contentOf, JsonContent } from './validationContent.ts';
import { requireValidationRole } from './validationRole.ts';
import { isXml, judgeXml } from './xml.ts';

const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const SignatureOptions = z.object({
	quality: z.enum(['SES', 'AES', 'QES']).optional(),
	legislation: z.enum(['WORLD', 'CH', 'EU', 'CH_EU']).optional(),
	longTermValidation: Flag.optional(),
	infos: z.preprocess((value) => [value].flat(), z.array(z.enum(INFOS))).default([]),
});
const DocumentOptions = SignatureOptions.extend({
	rejectVisualDifferences: Flag.optional(),
	rejectUndefinedChanges: Flag.optional(),
});

const DER_SEQUENCE = 0x30;
const KINDS = {
	document: {
		fileType: 'PDF',
		summary: 'Validate a PDF',
		Options: DocumentOptions,
		isFit: (content: Buffer) => headerAt(content) !== -1 || isXml(content),
		refusal: () => badRequest('content: is neither a PDF nor XML.', 'file.pdf.invalid'),
	},
	signature: {
		fileType: 'CMS',
		summary: 'Validate a detached signature',
		Options: SignatureOptions,
		isFit: ([first]: Buffer) => first === DER_SEQUENCE,
		refusal: () => badRequest('content: is not a CMS signature.'),
	},
} as const;

const INFO_SUMMARIES = {
	validation: 'Read the indication',
	format: 'Read the format',
	signer: 'Read the signers',
};

interface ById {
	Params: { id: string };
}

export function registerValidation(app: FastifyInstance, { clock, settings, store }: Context) {
	// Not part of the interface: with it, others can check what the sandbox signs.
	app.get('/sandbox/root.pem', async (_request, reply) =>
		reply.type('application/x-pem-file').send(await rootPem()),
	);
	const results: Map<string, ValidationResult> = store.kept('validation');
	const { dialect, maxValidationBytes: bodyLimit } = settings;
	/** Each is for its owner alone. */
	const find = (request: FastifyRequest<ById>): ValidationResult => {
		const result = results.get(request.params.id);
		const isOwn = result?.owner === callerOf(request).username;
		if (!isOwn || result.expiresAt <= clock.now()) throw notFound('The validation');
		return result;
	};

	within(app, '/validation/v1', (scope) => {
		scope.addHook('preHandler', requireValidationRole);
		for (const kind of ['document', 'signature'] as const) {
			const { fileType, summary, Options, isFit, refusal } = KINDS[kind];
			const validation = describes({
				...{ summary, query: Options, body: JsonContent, mediaTypes: CONTENT_TYPES },
				answer: json(RESULT_ANSWERS[kind]),
			});
			scope.post(`/validate/${kind}`, { bodyLimit, ...validation }, async (request) => {
				const { infos, ...constraints } = check(Options, request.query);
				const content = await contentOf(request);
				if (!isFit(content)) throw refusal();
				const now = new Date(clock.now());
				const job = { fileType, content, roots: await trustedRoots(), now };
				const findings = isXml(content) ? judgeXml(content) : await judge(job);
				for (const { id, expiresAt } of results.values()) {
					if (expiresAt <= clock.now()) results.delete(id);
				}
				const owner = callerOf(request).username;
				const expiresAt = clock.now() + settings.validationResultMs;
				const result = { id: randomUUID(), owner, expiresAt, constraints, ...findings };
				results.set(result.id, result);
				return resultView(result, infos, dialect);
			});
		}
		const deletion = describes({ summary: 'Delete a result', status: 204 });
		scope.delete<ById>('/validate/:id', deletion, (request, reply) => {
			results.delete(find(request).id);
			return reply.code(204).send();
		});
		for (const info of INFOS) {
			const path = info === 'signer' ? 'signers' : info;
			const description = describes({
				summary: INFO_SUMMARIES[info],
				answer: json(INFO_ANSWERS[info]),
			});
			scope.get<ById>(`/infos/:id/${path}`, description, (request, reply) =>
				reply.send(INFO_VIEWS[info](find(request), dialect)),
			);
		}
		const report = describes({
			summary: 'Download the ETSI report',
			answer: file('application/xml'),
		});
		scope.get<ById>('/reports/:id/etsi', report, (request, reply) =>
			reply.type('application/xml').send(etsiReport(find(request))),
		);
	});
}
