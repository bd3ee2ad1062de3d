import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../../access/authentication.ts';
import { requireClean } from '../../documents/malware.ts';
import { check } from '../../http/body.ts';
import { Problem } from '../../http/problem.ts';
import { describes, file as fileOf, json } from '../../http/route.ts';
import { within } from '../../http/within.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf } from '../../state/dialect.ts';
import { TextOrNull, Texts, Time, Uuid } from '../../state/values.schema.ts';
import type { ToolingStep } from '../../state/settings.ts';
import { CONTENT_TYPES, JsonContent, uploadOf } from '../validationContent.ts';
import { requireValidationRole } from '../validationRole.ts';
import { LEVELS } from './archive/level.ts';
import { toolAside } from './toolAside.ts';
import { SpottedAnswer, spottedView } from './tags/spotted.ts';
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

const Level = z.enum(LEVELS).nullable();
const Outcome = z.enum(['success', 'failed']);
const Uploaded = z.object({
	...{ id: Uuid, name: z.string() },
	properties: z.object({
		...{ sha1: z.string(), size: z.int(), pages: z.int(), claimedConformance: Level },
		...{ creation: Time.nullable(), modification: Time.nullable() },
	}),
	permissions: z.object({
		...{ canConform: z.boolean(), canCompress: z.boolean(), allowsSign: z.boolean() },
		...{ allowsAnnotate: z.boolean(), allowsFill: z.boolean(), allowsModify: z.boolean() },
	}),
	metadata: z.object({
		...{ author: TextOrNull, creator: TextOrNull, producer: TextOrNull },
		...{ subject: TextOrNull, title: TextOrNull, keywords: Texts },
	}),
});
const Checked = z.object({
	...{ status: Outcome, conformance: Level, claimedConformance: Level },
	...{ recommendedConformance: Level, details: Texts },
});
const Conformed = z.object({
	...{ status: Outcome, conformance: Level, claimedConformance: Level },
	...{ downgraded: z.boolean(), details: Texts },
});
const Compressed = z.object({
	...{ status: Outcome, optimisation: CompressQuery.shape.optimise, claimedConformance: Level },
	...{ pages: z.int(), originalSize: z.int(), newSize: z.int() },
	...{ compressionRatio: z.number(), spaceSaving: z.number(), details: Texts },
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
	const upload = describes({
		summary: 'Upload a file and turn it into a PDF',
		body: JsonContent,
		mediaTypes: CONTENT_TYPES,
		answer: json(Uploaded),
	});

	app.post('/upload', { bodyLimit: settings.maxValidationBytes, ...upload }, async (request) => {
		const { content, name } = await uploadOf(request);
		requireClean(content);
		const options = { name, marks: settings.toolingTags, now: new Date(clock.now()) };
		const pdf = await toolAside('convert', content, options);
		const facts = await toolAside('describe', pdf);
		const file = files.add(callerOf(request).username, name ?? 'document', pdf);
		return { id: file.id, name: file.name, ...facts };
	});

	const download = describes({
		summary: 'Download a file',
		answer: fileOf('application/pdf'),
	});
	app.get<ById>('/:id', download, (request, reply) => {
		const file = find(request, desk);
		files.requireFree(file);
		return reply.type('application/pdf').send(store.contentOf(file));
	});

	const deletion = describes({ summary: 'Delete a file', status: 204 });
	app.delete<ById>('/:id', deletion, (request, reply) => {
		files.remove(find(request, desk));
		return reply.code(204).send();
	});
}

function registerSteps(app: FastifyInstance, desk: Desk) {
	const { files } = desk;
	const path = (step: ToolingStep) => `/process/:id/${step}`;

	const checking = describes({
		summary: 'Check whether a file is PDF/A',
		query: CheckQuery,
		answer: json(Checked),
	});
	app.post<ById>(path('check'), checking, async (request) => {
		const { conform: level } = check(CheckQuery, request.query);
		const file = ready(request, desk, 'check');
		return await files.work(file, (content) => toolAside('check', content, { level }));
	});

	const conforming = describes({
		summary: 'Make a file PDF/A',
		query: ConformQuery,
		answer: json(Conformed),
	});
	app.post<ById>(path('conform'), conforming, async (request) => {
		const { conform: level, allowdowngrade, force } = check(ConformQuery, request.query);
		const file = ready(request, desk, 'conform');
		const options = { level, allowsDowngrade: allowdowngrade, force: force ?? false };
		return await files.work(file, (content) => toolAside('conform', content, options));
	});

	const compressing = describes({
		summary: 'Make a file smaller',
		query: CompressQuery,
		answer: json(Compressed),
	});
	app.post<ById>(path('compress'), compressing, async (request) => {
		const { optimise, force = false } = check(CompressQuery, request.query);
		const file = ready(request, desk, 'compress');
		return await files.work(file, (content) => toolAside('compress', content, { optimise, force }));
	});
}

/** The search may be asked for again and again until it is over, and answers the same from then on. */
function registerSearch(app: FastifyInstance, desk: Desk) {
	const { clock, files, settings } = desk;
	const search = describes({ summary: 'Find signers by tags', answer: json(SpottedAnswer) });
	app.post<ById>('/process/:id/spotsigners', search, async (request) => {
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
