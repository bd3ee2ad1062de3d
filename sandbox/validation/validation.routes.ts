import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../access/authentication.ts';
import { check } from '../http/body.ts';
import type { Context } from '../state/context.ts';
import { etsiReport } from './etsiReport.ts';
import { rootPem, trustedRoots } from '../pdf/cms/certificate.ts';
import { judgeAside } from './judgeAside.ts';
import type { Findings } from './judgement.ts';
import { badRequest, notFound } from '../http/problem.ts';
import { formatView, INFOS, resultView, signersView, validationView } from './validation.view.ts';
import { contentOf } from './validationContent.ts';
import { ValidationResults, type ValidationResult } from './validationResults.ts';
import { requireValidationRole } from './validationRole.ts';
import { isXml, judgeXml } from './xml.ts';
import { within } from '../http/within.ts';

const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const Options = z.object({
	quality: z.enum(['SES', 'AES', 'QES']).optional(),
	legislation: z.enum(['WORLD', 'CH', 'EU', 'CH_EU']).optional(),
	longTermValidation: Flag.optional(),
	rejectVisualDifferences: Flag.optional(),
	rejectUndefinedChanges: Flag.optional(),
	infos: z.preprocess((value) => [value ?? []].flat(), z.array(z.enum(INFOS))),
});

interface ById {
	Params: { id: string };
}

/** Results are kept for this interface alone, so no other part has to know of them. */
interface Desk extends Pick<Context, 'clock' | 'settings'> {
	results: ValidationResults;
}

export function registerValidation(app: FastifyInstance, { clock, settings, store }: Context) {
	const results = new ValidationResults(store.kept('validation'));
	const desk: Desk = { clock, settings, results };
	// Not part of the interface: with it, others can check what the sandbox signs.
	app.get('/sandbox/root.pem', async (_request, reply) =>
		reply.type('application/x-pem-file').send(await rootPem()),
	);
	within(app, '/validation/v1', (scope) => {
		scope.addHook('preHandler', requireValidationRole);
		registerValidate(scope, desk);
		registerReading(scope, desk);
	});
}

function registerValidate(app: FastifyInstance, desk: Desk) {
	const { clock, settings, results } = desk;

	const validateBy =
		(judge: (content: Buffer, now: Date) => Promise<Findings>) =>
		async (request: FastifyRequest) => {
			const { infos, ...constraints } = check(Options, request.query);
			const result = results.add(
				{
					...(await judge(await contentOf(request), new Date(clock.now()))),
					constraints,
					owner: callerOf(request).username,
					expiresAt: clock.now() + settings.validationResultMs,
				},
				clock.now(),
			);
			return resultView(result, infos, settings.dialect);
		};

	const limit = { bodyLimit: settings.maxValidationBytes };
	app.post('/validate/document', limit, validateBy(judgeDocument));
	app.post('/validate/signature', limit, validateBy(judgeSignature));
	app.delete<ById>('/validate/:id', (request, reply) => {
		results.remove(find(request, desk).id);
		return reply.code(204).send();
	});
}

function registerReading(app: FastifyInstance, desk: Desk) {
	app.get<ById>('/infos/:id/validation', (request, reply) =>
		reply.send(validationView(find(request, desk))),
	);
	app.get<ById>('/infos/:id/signers', (request, reply) =>
		reply.send(signersView(find(request, desk), desk.settings.dialect)),
	);
	app.get<ById>('/infos/:id/format', (request, reply) =>
		reply.send(formatView(find(request, desk))),
	);
	app.get<ById>('/reports/:id/etsi', (request, reply) =>
		reply.type('application/xml').send(etsiReport(find(request, desk))),
	);
}

function find(request: FastifyRequest<ById>, { clock, results }: Desk): ValidationResult {
	const { username } = callerOf(request);
	const result = results.find(request.params.id, username, clock.now());
	if (!result) throw notFound('The validation');
	return result;
}

async function judgeDocument(content: Buffer, now: Date): Promise<Findings> {
	if (isXml(content)) return judgeXml(content);
	if (!content.subarray(0, 1024).includes('%PDF-')) {
		throw badRequest('content: is neither a PDF nor XML.', 'file.pdf.invalid');
	}
	return await judgeAside({ fileType: 'PDF', content, roots: await trustedRoots(), now });
}

async function judgeSignature(content: Buffer, now: Date): Promise<Findings> {
	const DER_SEQUENCE = 0x30;
	if (content[0] !== DER_SEQUENCE) throw badRequest('content: is not a CMS signature.');
	return await judgeAside({ fileType: 'CMS', content, roots: await trustedRoots(), now });
}
