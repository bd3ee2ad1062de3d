import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../access/authentication.ts';
import { requireClean } from '../../documents/malware.ts';
import { check } from '../../http/body.ts';
import { Problem } from '../../http/problem.ts';
import { reads } from '../../http/routeInput.ts';
import { within } from '../../http/within.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf } from '../../state/dialect.ts';
import type { ToolingStep } from '../../state/settings.ts';
import { JsonContent, uploadOf } from '../validationContent.ts';
import { requireValidationRole } from '../validationRole.ts';
import { LEVELS } from './archive/level.ts';
import { toolAside } from './toolAside.ts';
import { spottedView } from './tags/spotted.ts';
import { ToolingFiles, type ToolingFile } from './toolingFiles.ts';

const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const CheckQuery = z.object({ conform: z.enum(['claimed', ...LEVELS]) });
const ConformQuery = z.object({
	conform: z.enum(['recommendedConformance', ...LEVELS]),
	allowdowngrade: Flag,
	force: Flag.optional(),
});
const CompressQuery = z.object({
	optimise: z.enum(['archive', 'print', 'size', 'web']),
	force: Flag.optional(),
});

interface ById {
	Params: { id: string };
}

interface Desk extends Context {
	files: ToolingFiles;
}

/** Files are uploaded, worked on and downloaded; only the public regions offer it. */
export function registerTooling(app: FastifyInstance, context: Context) {
	if (!traitsOf(context.settings.dialect).hasTooling) return;
	const desk: Desk = { ...context, files: new ToolingFiles(context) };
	within(app, '/validation/v1/tooling', (scope) => {
		scope.addHook('preHandler', requireValidationRole);
		registerFiles(scope, desk);
		registerSteps(scope, desk);
		registerSearch(scope, desk);
	});
}

function registerFiles(app: FastifyInstance, desk: Desk) {
	const { clock, files, settings, store } = desk;
	const input = reads({ body: JsonContent, takesMultipart: true });

	app.post('/upload', { bodyLimit: settings.maxValidationBytes, ...input }, async (request) => {
		const { content, name } = await uploadOf(request);
		requireClean(content);
		const options = { name, marks: settings.toolingTags, now: new Date(clock.now()) };
		const pdf = await toolAside('convert', content, options);
		const facts = await toolAside('describe', pdf);
		const file = files.add(callerOf(request).username, name ?? 'document', pdf);
		return { id: file.id, name: file.name, ...facts };
	});

	app.get<ById>('/:id', (request, reply) => {
		const file = find(request, desk);
		files.requireFree(file);
		return reply.type('application/pdf').send(store.contentOf(file));
	});

	app.delete<ById>('/:id', (request, reply) => {
		files.remove(find(request, desk));
		return reply.code(204).send();
	});
}

function registerSteps(app: FastifyInstance, desk: Desk) {
	const { files } = desk;
	const path = (step: ToolingStep) => `/process/:id/${step}`;

	app.post<ById>(path('check'), reads({ query: CheckQuery }), async (request) => {
		const { conform: level } = check(CheckQuery, request.query);
		const file = ready(request, desk, 'check');
		return await files.work(file, (content) => toolAside('check', content, { level }));
	});

	app.post<ById>(path('conform'), reads({ query: ConformQuery }), async (request) => {
		const { conform: level, allowdowngrade, force } = check(ConformQuery, request.query);
		const file = ready(request, desk, 'conform');
		const options = { level, allowsDowngrade: allowdowngrade, force: force ?? false };
		return await files.work(file, (content) => toolAside('conform', content, options));
	});

	app.post<ById>(path('compress'), reads({ query: CompressQuery }), async (request) => {
		const { optimise, force = false } = check(CompressQuery, request.query);
		const file = ready(request, desk, 'compress');
		return await files.work(file, (content) => toolAside('compress', content, { optimise, force }));
	});
}

/** The search may be asked for again and again until it is over, and answers the same from then on. */
function registerSearch(app: FastifyInstance, desk: Desk) {
	const { clock, files, settings } = desk;
	app.post<ById>('/process/:id/spotsigners', async (request) => {
		requireStep('spotsigners', desk);
		const file = find(request, desk);
		if (!file.spotted) {
			files.requireFree(file);
			await files.work(
				file,
				(content) => toolAside('spotSigners', content, settings.toolingTags),
				(spotted) => {
					const readyAt = clock.now() + settings.toolingPendingMs;
					const busyUntil = Math.max(file.busyUntil, readyAt);
					return { spotted: { ...spotted, readyAt }, busyUntil };
				},
			);
		}
		return spottedView(file.spotted!, clock.now());
	});
}

function find(request: FastifyRequest<ById>, { files }: Desk): ToolingFile {
	return files.find(request.params.id, callerOf(request).username);
}

/** The file of a call that works on it. */
function ready(request: FastifyRequest<ById>, desk: Desk, step: ToolingStep): ToolingFile {
	requireStep(step, desk);
	const file = find(request, desk);
	desk.files.requireFree(file);
	return file;
}

function requireStep(step: ToolingStep, { settings }: Desk) {
	if (!settings.toolingWithout.includes(step)) return;
	throw new Problem(501, `The step "${step}" is not available in this region yet.`);
}
